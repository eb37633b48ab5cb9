import DemoServer
import Foundation
import Testing

/// Packs, from DemoServer over loopback to what is printed.
@Suite(.timeLimit(.minutes(5)))
struct PackTests {
    @Test func aPackIsPrintedWithEveryKeyAndReadWithoutTheServer() async throws {
        try await ReaderFixture.run { fixture in
            let pack = try await fixture.reader("pack", "--feed", "r/swift", "--posts", "12", "--comments", "--media")
            #expect(pack.status == 0)
            let json = try pack.json
            #expect(Set(json.keys) == ["posts", "comments", "media", "bytes", "complete", "error"])
            #expect(json["posts"] as? Int == 12 && json["complete"] as? Bool == true)
            #expect(json["error"] is NSNull)
            #expect((json["bytes"] as? Int ?? 0) > 0)

            // Asked for again, the server is asked for the feed alone.
            let before = fixture.server.requests.count
            let again = try await fixture.reader("pack", "--feed", "r/swift", "--posts", "12", "--comments", "--media")
            #expect(fixture.server.requests.count == before + 1)
            #expect(try again.json as NSDictionary == json as NSDictionary)

            let ids = try await fixture.reader("list", "--feed", "downloads", "--offline").ids
            #expect(ids.count == 12)
            let offline = try await fixture.reader(
                "pack", "--feed", "r/swift", "--posts", "12", "--comments", "--media", "--offline")
            #expect(offline.status == 0)
            #expect(try offline.json as NSDictionary == json as NSDictionary)
            #expect(fixture.server.requests.count == before + 1)
        }
    }

    @Test func aBudgetIsKeptToAndALargerOneGoesOn() async throws {
        try await ReaderFixture.run { fixture in
            let little = try await fixture.reader("pack", "--feed", "r/swift", "--posts", "12", "--budget", "4000")
            #expect(little.status == 0)
            #expect(try little.json["complete"] as? Bool == false)
            #expect(try little.json["error"] is NSNull)
            let rest = try await fixture.reader("pack", "--feed", "r/swift", "--posts", "12")
            #expect(try rest.json["complete"] as? Bool == true)
            #expect(try rest.json["posts"] as? Int == 12)
        }
    }

    @Test func withoutANetworkAndWithNothingStoredThereIsNothingToShow() async throws {
        try await ReaderFixture.run { fixture in
            let pack = try await fixture.reader("pack", "--feed", "r/swift", "--posts", "5", "--offline")
            #expect(pack.status == 69)
            #expect(try pack.json["complete"] as? Bool == false)
            #expect((try pack.json["error"] as? [String: Any])?["code"] as? String == "offline")
        }
    }

    @Test func everythingInItIsReadableAlsoWhereNobodyHadCommented() async throws {
        try await ReaderFixture.run { fixture in
            let pack = try await fixture.reader("pack", "--feed", "r/memes", "--posts", "12", "--comments")
            let expected = try pack.json["comments"] as? Int
            let items = try #require(
                try await fixture.reader("list", "--feed", "downloads", "--offline").json["items"] as? [[String: Any]])
            #expect(items.contains { $0["commentCount"] as? Int == 0 }, "or it shows nothing")
            await fixture.server.stop()
            for flags in [["--offline"], []] {
                var comments = 0
                for id in items.compactMap({ $0["id"] as? String }) {
                    let thread = try await fixture.reader(["comments", id] + flags)
                    #expect(thread.status == 0, "\(id) \(flags): \(thread.errors)")
                    #expect(try thread.json["error"] is NSNull == !flags.isEmpty)
                    comments += try (thread.json["comments"] as? [Any])?.count ?? 0
                }
                #expect(comments == expected)
            }
        }
    }

    @Test func missingItemsAreReportedAndAnIncompleteThreadComesLater() async throws {
        try await ReaderFixture.run { fixture in
            let arguments = ["pack", "--feed", "r/memes", "--posts", "6", "--comments"]
            fixture.server.setFault(.truncatedJSON, forPath: "/comments/")
            fixture.server.setFault(.status(404), forPath: "/thumbnails/")
            let pack = try await fixture.reader(arguments)
            #expect(pack.status == 0)
            let json = try pack.json
            #expect(json["comments"] as? Int == 0 && json["complete"] as? Bool == false)
            #expect((json["error"] as? [String: Any])?["code"] as? String == "malformed")
            #expect(pack.errors.contains("does not give"), "\(pack.errors)")
            fixture.server.setFault(nil, forPath: "/comments/")
            let again = try await fixture.reader(arguments)
            #expect(try again.json["comments"] as? Int ?? 0 > 0)
            #expect(try again.json["complete"] as? Bool == true)
            #expect(again.errors.contains("does not give"), "\(again.errors)")
        }
    }

    @Test(arguments: ["/comments/", "/media/", "/thumbnails/"])
    func aServerThatAsksForALongPauseIsNotWaitedForLongerThanTheTimeoutSays(_ path: String) async throws {
        try await ReaderFixture.run { fixture in
            fixture.server.setFault(.status(429, headers: ["Retry-After": "3600"]), forPath: path)
            let arguments = ["pack", "--feed", "r/memes", "--posts", "6", "--comments", "--media", "--timeout", "5"]
            let pack = try await fixture.reader(arguments)
            #expect(pack.status == 0, "the texts are there")
            let json = try pack.json
            #expect(json["posts"] as? Int == 6 && json["complete"] as? Bool == false)
            let error = try #require(json["error"] as? [String: Any])
            #expect(error["code"] as? String == "rateLimited")
            #expect((error["retryAfter"] as? Double ?? 0) > 3000)
        }
    }

    @Test(arguments: [
        ["--posts", "0"], ["--posts", "10001"], ["--posts", "-1"], [], ["--posts", "5", "--budget", "-1"],
        ["--posts", "5", "--feed", "saved"], ["--posts", "5", "--feed", "downloads"],
    ])
    func numbersOutOfRangeAndLocalFeedsAreUsage(_ arguments: [String]) async throws {
        try await ReaderFixture.run { fixture in
            let before = fixture.server.requests.count
            let pack = try await fixture.reader(["pack"] + arguments)
            #expect(pack.status == 64)
            #expect(fixture.server.requests.count == before)
        }
    }
}
