import DemoServer
import Foundation
import Testing

@Suite("Faults")
struct FaultTests {
    private let path = "/r/swift/new.json"

    @Test("A status comes with its headers and body")
    func status() async throws {
        try await withServer { server, client in
            server.setFault(.status(429, headers: ["Retry-After": "12"]), forPath: "/r/swift")
            let limited = try await client.get(path)
            #expect(limited.status == 429)
            #expect(limited.headers["retry-after"] == "12")
            #expect(limited.text == #"{"message":"Too Many Requests","error":429}"#)
            server.setFault(.status(502, body: .html), forPath: "/r/swift")
            let gateway = try await client.get(path)
            #expect(gateway.status == 502)
            #expect(gateway.headers["content-type"] == "text/html; charset=UTF-8")
            server.setFault(.status(400, body: .text("Bad Request", contentType: "text/plain")), forPath: "/r/swift")
            #expect(try await client.get(path).text == "Bad Request")
            server.setFault(.status(500, body: .empty), forPath: "/r/swift")
            #expect(try await client.get(path).body.isEmpty)
            #expect(try await client.get("/r/pics/new.json").status == 200)
        }
    }

    @Test("A fault can be for so many requests only, the longest prefix wins, and it can be taken back")
    func scope() async throws {
        try await withServer { server, client in
            server.setFault(.status(503), forPath: "/", times: 2)
            server.setFault(.status(404), forPath: "/r/swift/new", times: 1)
            var statuses: [Int] = []
            for _ in 0..<4 {
                statuses.append(try await client.get(path).status)
            }
            #expect(statuses == [404, 503, 503, 200])
            server.setFault(.blockPage, forPath: "/r")
            server.setFault(nil, forPath: "/r")
            #expect(try await client.get(path).status == 200)
            server.setFault(.blockPage, forPath: "/r")
            server.removeAllFaults()
            #expect(try await client.get(path).status == 200)
        }
    }

    @Test("A delayed answer is the right one")
    func delay() async throws {
        try await withServer { server, client in
            let expected = try await client.get(path)
            server.setFault(.delay(.milliseconds(5)), forPath: "/")
            let clock = ContinuousClock()
            let start = clock.now
            #expect(try await client.get(path).body == expected.body)
            #expect(clock.now - start >= .milliseconds(5))
        }
    }

    @Test("Cut JSON is complete HTTP")
    func truncated() async throws {
        try await withServer { server, client in
            let whole = try await client.get(path)
            server.setFault(.truncatedJSON, forPath: "/")
            let half = try await client.get(path)
            #expect(half.status == 200)
            #expect(half.body == whole.body.prefix(whole.body.count / 2))
            #expect(throws: (any Error).self) { try half.json() }
        }
    }

    @Test("HTML where JSON was asked for")
    func pages() async throws {
        try await withServer { server, client in
            server.setFault(.captivePortal, forPath: "/")
            let portal = try await client.get(path)
            #expect(portal.status == 200 && portal.text.hasPrefix("<!DOCTYPE html>"))
            #expect(portal.headers["content-type"] == "text/html; charset=UTF-8")
            server.setFault(.blockPage, forPath: "/")
            let block = try await client.get(path)
            #expect(block.status == 403 && block.text.hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test("Bytes that are no JSON")
    func garbage() async throws {
        try await withServer { server, client in
            server.setFault(.garbage, forPath: "/")
            let response = try await client.get(path)
            #expect(response.status == 200)
            #expect(String(validating: response.body, as: UTF8.self) == nil)
        }
    }

    @Test("A broken connection is an error", arguments: [DemoFault.ResetPoint.beforeResponse, .midBody])
    func reset(point: DemoFault.ResetPoint) async throws {
        try await withServer { server, client in
            server.setFault(.reset(point), forPath: "/")
            await #expect(throws: URLError.self) { try await client.get(path) }
            server.removeAllFaults()
            let healthy = try await client.get(path)
            #expect(healthy.status == 200)
        }
    }

    @Test("A redirect points at itself")
    func redirect() async throws {
        try await withServer { server, client in
            server.setFault(.redirectLoop, forPath: "/")
            let response = try await client.get(path + "?limit=3")
            #expect(response.status == 302)
            #expect(response.headers["location"] == client.base.absoluteString + path + "?limit=3")
        }
    }

    @Test("A huge body has the length that was asked for", arguments: [10, 3_000_000])
    func hugeBody(count: Int) async throws {
        try await withServer { server, client in
            server.setFault(.hugeBody(byteCount: count), forPath: "/")
            let response = try await client.get(path)
            #expect(response.body.count == count)
            if count > 1_000 { #expect(try response.json().children.isEmpty) }
        }
    }

    @Test("Listings that are empty, childless or no list at all")
    func listings() async throws {
        try await withServer { server, client in
            server.setFault(.emptyListing, forPath: "/")
            let empty = try await client.get(path).json()
            #expect(empty["data"]?["children"] == .array([]) && empty["data"]?["after"] == .null)
            server.setFault(.missingChildren, forPath: "/")
            let childless = try await client.get(path).json()
            #expect(childless["kind"]?.string == "Listing" && childless["data"]?["children"] == nil)
            server.setFault(.childrenNotArray, forPath: "/")
            #expect(try await client.get(path).json()["data"]?["children"]?.string != nil)
            #expect(try await client.get("/r/nowhere.json").status == 404)
        }
    }

    @Test("One corrupt child among healthy ones")
    func corruptChild() async throws {
        try await withServer { server, client in
            let healthy = try await client.posts(path)
            server.setFault(.corruptChild(at: 3), forPath: "/")
            let posts = try await client.posts(path)
            #expect(posts.count == healthy.count)
            for (index, post) in posts.enumerated() {
                #expect((post == healthy[index]) == (index != 3))
            }
            #expect(posts[3]["id"] == .number(42))
            server.setFault(.corruptChild(at: 1_000), forPath: "/")
            #expect(try await client.posts(path).last?["id"] == .number(42))
        }
    }

    @Test("In a thread the comments are damaged, not the post")
    func thread() async throws {
        try await withServer { server, client in
            let post = try #require(try await client.posts("/r/askdemo/new.json").first)
            let id = try #require(post["id"]?.string)
            server.setFault(.missingChildren, forPath: "/comments")
            let thread = try await client.get("/comments/\(id).json").json()
            #expect(thread[0]?.children.count == 1)
            #expect(thread[1]?["data"]?["children"] == nil)
        }
    }
}
