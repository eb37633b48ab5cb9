import DemoServer
import Foundation
import Testing

/// A missing option of a backend is reported before anything is requested or written.
@Suite(.timeLimit(.minutes(5)))
struct BackendUsageTests {
    @Test func redditWithoutAClientIsRefusedWithASentence() async throws {
        try await ReaderFixture.runCalls { fixture in
            for command in [["list"], ["comments", "t3_abc"]] {
                let refused = try await fixture.call(.reddit, command, environment: [:])
                #expect(refused.status == 64 && refused.output.isEmpty)
                #expect(refused.errors.contains("LANTERN_REDDIT_CLIENT_ID"))
            }
            #expect(fixture.server.requests.isEmpty && !fixture.isStoreThere)
        }
    }

    @Test func commandsWithoutRequestsNeedNoClientID() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.redditJSON, "list", "--feed", "r/swift").ids
            for arguments in [
                ["list", "--feed", "r/swift", "--offline"], ["show", ids[0]], ["save", ids[0]],
                ["list", "--feed", "saved"], ["dismiss", ids[1]], ["undo"],
            ] {
                let done = try await fixture.call(.reddit, arguments, environment: [:])
                #expect(done.status == 0 && done.errors.isEmpty, "\(arguments): \(done.errors)")
            }
            let nothing = try await fixture.call(
                .reddit, ["list", "--offline"], store: ReaderFixture.otherStore(of: fixture), environment: [:])
            #expect(nothing.status == 69)
            #expect(try nothing.errorCode == "offline")
        }
    }

    @Test(arguments: [
        ["LANTERN_REDDIT_CLIENT_ID": "a b"], ["LANTERN_REDDIT_CLIENT_ID": "a:b"],
        ["LANTERN_REDDIT_CLIENT_ID": "lantern-demo", "LANTERN_USER_AGENT": "   "],
    ]) func aClientOrANameThatCannotBeIsRefused(environment: [String: String]) async throws {
        try await ReaderFixture.runCalls { fixture in
            let refused = try await fixture.call(.reddit, ["list"], environment: environment)
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(refused.errors.contains("Error:"))
            #expect(fixture.server.requests.isEmpty && !fixture.isStoreThere)
        }
    }

    @Test(arguments: [
        "r/A+B", "r/swift+pics", "r/", "r/@garden.example", "r/swift@", "r/swift@a@b", "r/swift@-x", "u/..", "u/",
    ]) func aNameThatLemmyCannotHaveIsRefused(feed: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let refused = try await fixture.call(.lemmy, "list", "--feed", feed)
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(refused.errors.contains("Error:"))
            #expect(fixture.server.requests.isEmpty && !fixture.isStoreThere)
        }
    }

    @Test func aCommunityOfAnotherServerIsFoundByItsHost() async throws {
        try await ReaderFixture.runCalls { fixture in
            let away = try await fixture.call(
                .lemmy, "list", "--feed", "r/balconygarden@garden.example", "--limit", "5")
            #expect(away.status == 0 && away.errors.isEmpty)
            // What a post says can be typed.
            #expect(try away.items.allSatisfy { $0["subreddit"] as? String == "balconygarden@garden.example" })
            let own = try await fixture.call(.lemmy, "list", "--feed", "r/swift@lantern.example", "--limit", "5")
            #expect(own.status == 0 && own.errors.isEmpty)
            let nowhere = try await fixture.call(.lemmy, "list", "--feed", "r/swift@nowhere.example")
            #expect(nowhere.status == 69)
            #expect(try nowhere.errorCode == "notFound")
        }
    }

    @Test func eachLemmyServerHasPostsOfItsOwn() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.lemmy, "list", "--feed", "r/swift").ids
            #expect(try await fixture.call(.lemmy, "save", ids[0]).status == 0)
            // The same numbers mean other posts elsewhere.
            let other = await ReaderCall.run([
                "save", ids[0], "--backend", "lemmy", "--base-url", "https://lemmy.example", "--store", fixture.store,
            ])
            #expect(other.status == 66)
        }
    }

    @Test(arguments: BackendCase.allCases.filter { $0 != .demo })
    func anIdThatTheSiteCannotHaveIsUnknown(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = backend == .lemmy ? "t3_abc" : "t1_abc/.."
            let thread = try await fixture.call(backend, "comments", id)
            #expect(thread.status == 66)
            #expect(try thread.errorCode == "notFound")
            #expect(fixture.requests(backend).isEmpty)
        }
    }
}
