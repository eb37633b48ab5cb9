import DemoServer
import Foundation
import Testing

/// What a backend needs is asked for before anything is asked of anybody or written.
@Suite(.timeLimit(.minutes(5)))
struct BackendUsageTests {
    @Test func redditWithoutAClientIsRefusedWithASentence() async throws {
        try await World.runCalls { world in
            for command in [["list"], ["comments", "t3_abc"]] {
                let refused = try await world.call(.reddit, command, environment: [:])
                #expect(refused.status == 64 && refused.output.isEmpty)
                #expect(refused.errors.contains("LANTERN_REDDIT_CLIENT_ID"))
            }
            #expect(world.server.requests.isEmpty && !world.isStoreThere)
        }
    }

    @Test func whatAsksNobodyNeedsNoClient() async throws {
        try await World.runCalls { world in
            let ids = try await world.call(.redditJSON, "list", "--feed", "r/swift").ids
            for arguments in [
                ["list", "--feed", "r/swift", "--offline"], ["show", ids[0]], ["save", ids[0]],
                ["list", "--feed", "saved"], ["dismiss", ids[1]], ["undo"],
            ] {
                let done = try await world.call(.reddit, arguments, environment: [:])
                #expect(done.status == 0 && done.errors.isEmpty, "\(arguments): \(done.errors)")
            }
            let nothing = try await world.call(
                .reddit, ["list", "--offline"], store: World.otherStore(of: world), environment: [:])
            #expect(nothing.status == 69)
            #expect(try nothing.errorCode == "offline")
        }
    }

    @Test(arguments: [
        ["LANTERN_REDDIT_CLIENT_ID": "a b"], ["LANTERN_REDDIT_CLIENT_ID": "a:b"],
        ["LANTERN_REDDIT_CLIENT_ID": "lantern-demo", "LANTERN_USER_AGENT": "   "],
    ]) func aClientOrANameThatCannotBeIsRefused(environment: [String: String]) async throws {
        try await World.runCalls { world in
            let refused = try await world.call(.reddit, ["list"], environment: environment)
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(refused.errors.contains("Error:"))
            #expect(world.server.requests.isEmpty && !world.isStoreThere)
        }
    }

    @Test(arguments: [
        "r/A+B", "r/swift+pics", "r/", "r/@garden.example", "r/swift@", "r/swift@a@b", "r/swift@-x", "u/..", "u/",
    ]) func aNameThatLemmyCannotHaveIsRefused(feed: String) async throws {
        try await World.runCalls { world in
            let refused = try await world.call(.lemmy, "list", "--feed", feed)
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(refused.errors.contains("Error:"))
            #expect(world.server.requests.isEmpty && !world.isStoreThere)
        }
    }

    @Test func aCommunityOfAnotherServerIsFoundByItsHost() async throws {
        try await World.runCalls { world in
            let away = try await world.call(.lemmy, "list", "--feed", "r/balconygarden@garden.example", "--limit", "5")
            #expect(away.status == 0 && away.errors.isEmpty)
            // What a post says can be typed.
            #expect(try away.items.allSatisfy { $0["subreddit"] as? String == "balconygarden@garden.example" })
            let own = try await world.call(.lemmy, "list", "--feed", "r/swift@lantern.example", "--limit", "5")
            #expect(own.status == 0 && own.errors.isEmpty)
            let nowhere = try await world.call(.lemmy, "list", "--feed", "r/swift@nowhere.example")
            #expect(nowhere.status == 69)
            #expect(try nowhere.errorCode == "notFound")
        }
    }

    @Test func eachLemmyServerHasPostsOfItsOwn() async throws {
        try await World.runCalls { world in
            let ids = try await world.call(.lemmy, "list", "--feed", "r/swift").ids
            #expect(try await world.call(.lemmy, "save", ids[0]).status == 0)
            // The same numbers mean other posts elsewhere.
            let other = await ReaderCall.run([
                "save", ids[0], "--backend", "lemmy", "--base-url", "https://lemmy.example", "--store", world.store,
            ])
            #expect(other.status == 66)
        }
    }

    @Test(arguments: BackendCase.allCases.filter { $0 != .demo })
    func anIdThatTheSiteCannotHaveIsUnknown(_ backend: BackendCase) async throws {
        try await World.runCalls { world in
            let id = backend == .lemmy ? "t3_abc" : "t1_abc/.."
            let thread = try await world.call(backend, "comments", id)
            #expect(thread.status == 66)
            #expect(try thread.errorCode == "notFound")
            #expect(world.requests(backend).isEmpty)
        }
    }
}
