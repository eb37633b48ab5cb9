import DemoServer
import Foundation
import Testing

/// Packs, from DemoServer over loopback to what is printed.
@Suite(.timeLimit(.minutes(5)))
struct PackTests {
    @Test func aPackIsPrintedWithEveryKeyAndReadWithoutTheServer() async throws {
        try await World.run { world in
            let pack = try await world.reader("pack", "--feed", "r/swift", "--posts", "12", "--comments", "--media")
            #expect(pack.status == 0)
            let json = try pack.json
            #expect(Set(json.keys) == ["posts", "comments", "media", "bytes", "complete", "error"])
            #expect(json["posts"] as? Int == 12 && json["complete"] as? Bool == true)
            #expect(json["error"] is NSNull)
            #expect((json["bytes"] as? Int ?? 0) > 0)

            // Asked for again, the server is asked for the feed alone.
            let before = world.server.requests.count
            let again = try await world.reader("pack", "--feed", "r/swift", "--posts", "12", "--comments", "--media")
            #expect(world.server.requests.count == before + 1)
            #expect(try again.json as NSDictionary == json as NSDictionary)

            let ids = try await world.reader("list", "--feed", "downloads", "--offline").ids
            #expect(ids.count == 12)
            let offline = try await world.reader(
                "pack", "--feed", "r/swift", "--posts", "12", "--comments", "--media", "--offline")
            #expect(offline.status == 0)
            #expect(try offline.json as NSDictionary == json as NSDictionary)
            #expect(world.server.requests.count == before + 1)
        }
    }

    @Test func aBudgetIsKeptToAndALargerOneGoesOn() async throws {
        try await World.run { world in
            let little = try await world.reader("pack", "--feed", "r/swift", "--posts", "12", "--budget", "4000")
            #expect(little.status == 0)
            #expect(try little.json["complete"] as? Bool == false)
            #expect(try little.json["error"] is NSNull)
            let rest = try await world.reader("pack", "--feed", "r/swift", "--posts", "12")
            #expect(try rest.json["complete"] as? Bool == true)
            #expect(try rest.json["posts"] as? Int == 12)
        }
    }

    @Test func withoutANetworkAndWithNothingStoredThereIsNothingToShow() async throws {
        try await World.run { world in
            let pack = try await world.reader("pack", "--feed", "r/swift", "--posts", "5", "--offline")
            #expect(pack.status == 69)
            #expect(try pack.json["complete"] as? Bool == false)
            #expect((try pack.json["error"] as? [String: Any])?["code"] as? String == "offline")
        }
    }

    @Test(arguments: [
        ["--posts", "0"], ["--posts", "10001"], ["--posts", "-1"], [], ["--posts", "5", "--budget", "-1"],
        ["--posts", "5", "--feed", "saved"], ["--posts", "5", "--feed", "downloads"],
    ])
    func numbersOutOfRangeAndLocalFeedsAreUsage(_ arguments: [String]) async throws {
        try await World.run { world in
            let before = world.server.requests.count
            let pack = try await world.reader(["pack"] + arguments)
            #expect(pack.status == 64)
            #expect(world.server.requests.count == before)
        }
    }
}
