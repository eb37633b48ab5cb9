import DemoServer
import Foundation
import Testing

@Suite("Validators and parts")
struct ValidatorTests {
    @Test("A conditional request for unchanged content gets 304", arguments: ["/r/pics/.rss", "/media/memes.png"])
    func notModified(path: String) async throws {
        try await withServer { _, client in
            let whole = try await client.get(path)
            let tag = try #require(whole.headers["etag"])
            let date = try #require(whole.headers["last-modified"])
            let known = [
                ["If-None-Match": tag], ["If-None-Match": "\"x\", W/\(tag)"], ["If-None-Match": "*"],
                ["If-Modified-Since": date], ["If-Modified-Since": "Fri, 01 Jan 2038 00:00:00 GMT"],
            ]
            for headers in known {
                let response = try await client.get(path, headers: headers)
                #expect(response.status == 304 && response.body.isEmpty, "\(headers)")
                #expect(response.headers["etag"] == tag)
            }
            // A tag counts for more than a date, and what cannot be read counts for nothing.
            let unknown = [
                ["If-None-Match": "\"x\"", "If-Modified-Since": date], ["If-Modified-Since": "yesterday"],
                ["If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"],
            ]
            for headers in unknown {
                let response = try await client.get(path, headers: headers)
                #expect(response.status == 200 && response.body == whole.body, "\(headers)")
            }
        }
    }

    @Test("JSON has validators only where they were asked for", arguments: [false, true])
    func json(sendsValidators: Bool) async throws {
        try await withServer(configured { $0.sendsValidators = sendsValidators }) { _, client in
            for path in ["/hot.json", "/api/v3/post/list"] {
                let response = try await client.get(path)
                #expect((response.headers["etag"] != nil) == sendsValidators)
                #expect((response.headers["last-modified"] != nil) == sendsValidators)
                let tag = response.headers["etag"] ?? "\"none\""
                let again = try await client.get(path, headers: ["If-None-Match": tag])
                #expect(again.status == (sendsValidators ? 304 : 200))
            }
            let missing = try await client.get("/r/nosuchplace.json")
            #expect(missing.headers["etag"] == nil)
        }
    }

    @Test("The parts of a picture make it whole")
    func ranges() async throws {
        try await withServer { _, client in
            let path = "/media/swift.png"
            let whole = try await client.get(path)
            let count = whole.body.count
            #expect(whole.headers["accept-ranges"] == "bytes")
            for (range, expected) in [
                ("bytes=0-99", 0..<100), ("bytes=100-", 100..<count), ("bytes=-7", count - 7..<count),
                ("bytes=5-5", 5..<6), ("bytes=10-9999999", 10..<count), ("bytes=-9999999", 0..<count),
            ] {
                let part = try await client.get(path, headers: ["Range": range])
                #expect(part.status == 206 && part.body == whole.body[expected], "\(range)")
                let name = "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(count)"
                #expect(part.headers["content-range"] == name)
                #expect(part.headers["etag"] == whole.headers["etag"])
            }
            for range in ["bytes=\(count)-", "bytes=-0"] {
                let none = try await client.get(path, headers: ["Range": range])
                #expect(none.status == 416 && none.headers["content-range"] == "bytes */\(count)")
            }
            for range in ["lines=1-2", "bytes=9-3", "bytes=x-", "bytes=0-1,5-6", "bytes=-"] {
                let all = try await client.get(path, headers: ["Range": range])
                #expect(all.status == 200 && all.body == whole.body, "\(range)")
            }
        }
    }

    @Test("A part of what has changed since is the whole")
    func ifRange() async throws {
        try await withServer { _, client in
            let path = "/media/swift.png"
            let whole = try await client.get(path)
            let tag = try #require(whole.headers["etag"])
            let date = try #require(whole.headers["last-modified"])
            for (condition, status) in [(tag, 206), (date, 206), ("\"old\"", 200), ("W/\(tag)", 200)] {
                let response = try await client.get(path, headers: ["Range": "bytes=10-", "If-Range": condition])
                #expect(response.status == status, "\(condition)")
                #expect(response.body == (status == 206 ? whole.body.dropFirst(10) : whole.body))
            }
        }
    }
}
