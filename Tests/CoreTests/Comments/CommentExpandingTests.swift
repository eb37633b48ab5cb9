import Foundation
import Mocks
import Synchronization
import Testing

@testable import Core

/// Placeholders of a stored thread, expanded by way of the provider.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CommentExpandingTests {
    private let offline = InMemoryOfflinePostProvider()
    private let shelf = ThreadShelf()
    private let online = TestInjector.mocks.onlineCommentProvider
    private let provider: DefaultCommentProvider
    private let post = Post.ID.mock("t3_a")

    init() {
        provider = DefaultCommentProvider(
            offline: offline, comments: shelf, online: online, time: TestInjector.mocks.clock)
    }

    private func store(_ lines: String..., sort: CommentSort? = nil) { shelf.store(.mock(lines), sort: sort) }

    private func request(_ ids: String..., parent: String? = nil, sort: CommentSort? = nil) -> MoreRequest {
        MoreRequest(
            post: post,
            more: MoreComments(
                parent: parent.map { .comment(.mock($0)) } ?? .post(post), depth: 0, count: ids.count,
                ids: ids.map { .mock($0) }), sort: sort)
    }

    private func expansion(_ names: String..., parent: String? = nil) -> CommentExpansion {
        CommentExpansion(
            entries: names.map { .comment(.mock($0, parent: parent)) }, requested: names.map { .mock($0) },
            source: "mock")
    }

    private func outline(_ update: ThreadUpdate) -> [String]? {
        update.thread.map { CommentForest($0.entries).outline }
    }

    @Test func whatCameIsStoredAndHandedOutWithTheRest() async throws {
        try await offline.store([.mock("t3_a")], completeness: .full)
        store("a", " …2", "b", sort: .top)
        var answer = expansion("a-0", "a-1", parent: "a")
        answer.issues = [DecodeIssue(reason: "odd")]
        online.onFetchMore.returns(answer)
        let update = try await provider.expand(request("a-0", "a-1", parent: "a"))
        #expect(outline(update) == ["a", " a-0", " a-1", "b"])
        #expect(update.origin == .network(source: "mock", completeness: .full) && update.error == nil)
        #expect(update.post?.id == post && update.thread?.issues == answer.issues)
        #expect(update.sort == .top && !update.isApproximate)
        #expect(try await shelf.storedThread(of: post)?.thread.entries == update.thread?.entries)
        #expect(online.onFetchMore.calls.map(\.sort) == [.top], "it keeps the order of the thread")
    }

    @Test func theOrderOfTheScreenIsAskedForAndKept() async throws {
        store("a", "…1", sort: .top)
        online.onFetchMore.returns(expansion("t3_a-0"))
        let update = try await provider.expand(request("t3_a-0", sort: .new))
        #expect(online.onFetchMore.calls.map(\.sort) == [.new])
        #expect(update.sort == .new && update.isApproximate)
    }

    @Test func aFailureLeavesThePlaceholderAndSaysWhy() async throws {
        store("a", "…1")
        online.onFetchMore.fails(with: NetworkError(.rateLimited))
        let update = try await provider.expand(request("t3_a-0"))
        #expect(update.error?.code == .rateLimited && update.origin == .database)
        #expect(outline(update) == ["a", "…1 t3_a-0"])
        let none = DefaultCommentProvider(offline: offline, comments: shelf, online: nil)
        let offlineUpdate = try await none.expand(request("t3_a-0"))
        #expect(offlineUpdate.error?.code == .offline && outline(offlineUpdate) == ["a", "…1 t3_a-0"])
        #expect(offlineUpdate.error?.message == DataError.message(for: .offline))
    }

    @Test func whatIsNotMissingAnyMoreIsNotAskedFor() async throws {
        store("a", " …2", "b", " …", "…1")
        #expect(try await outline(provider.expand(request("x", parent: "a")))?.count == 5)
        #expect(try await provider.expand(request(parent: "a")).error == nil)
        #expect(online.onFetchMore.calls.isEmpty)
        // Of three that were missing two still are.
        online.onFetchMore.returns(expansion("a-0", "a-1", parent: "a"))
        _ = try await provider.expand(request("x", "a-0", "a-1", parent: "a"))
        #expect(online.onFetchMore.calls.map { $0.ids.map(\.native) } == [["a-0", "a-1"]])
        online.onFetchMore.returns(CommentExpansion(source: "mock"))
        #expect(try await outline(provider.expand(request(parent: "b"))) == ["a", " a-0", " a-1", "b", "…1 t3_a-0"])
    }

    @Test func aThreadThatIsNotStoredCannotBeExpanded() async throws {
        let update = try await provider.expand(request("x"))
        #expect(update.error?.code == .notFound && update.thread == nil)
        // Nor one that goes while it is asked for.
        store("a", "…1")
        let held = online.onFetchMore.holds()
        let task = Task { [provider] in try await provider.expand(request("t3_a-0")) }
        try await held.arrival()
        _ = try await shelf.evictThreads(of: [post])
        held.release(returning: expansion("t3_a-0"))
        #expect(try await task.value.error?.code == .notFound)
        #expect(try await shelf.storedThread(of: post) == nil)
    }

    @Test func aFailureOfTheDatabaseIsThrown() async {
        store("a", "…1")
        shelf.fail(with: DataError(.diskFailure))
        await #expect(throws: DataError(.diskFailure)) { try await provider.expand(request("t3_a-0")) }
    }

    // MARK: One after the other

    @Test func oneExpansionOfAThreadIsInFlightAndTheNextWaits() async throws {
        store("a", " …1", "…1")
        let first = online.onFetchMore.holds()
        let tasks = [
            Task { [provider] in try await provider.expand(request("a-0", parent: "a")) },
            // The same once more, and another one.
            Task { [provider] in
                try await first.arrival()
                return try await provider.expand(request("a-0", parent: "a"))
            },
            Task { [provider] in
                while provider.expansions.waiterCount(of: post) < 1 { await Task.yield() }
                return try await provider.expand(request("t3_a-0"))
            },
        ]
        while provider.expansions.waiterCount(of: post) < 2 { await Task.yield() }
        #expect(online.onFetchMore.calls.count == 1)
        // Another thread does not wait.
        #expect(try await provider.expand(MoreRequest(post: .mock("t3_b"), more: .mock("x"))).error?.code == .notFound)
        online.onFetchMore.returns(expansion("t3_a-0"))
        first.release(returning: expansion("a-0", parent: "a"))
        for task in tasks.dropLast() { #expect(try await outline(task.value) == ["a", " a-0", "…1 t3_a-0"]) }
        #expect(try await outline(tasks[2].value) == ["a", " a-0", "t3_a-0"])
        #expect(online.onFetchMore.calls.count == 2, "nothing is fetched twice")
    }

    @Test func whoIsCancelledLeavesTheLineAndWritesNothing() async throws {
        store("a", " …1", "…1")
        let held = online.onFetchMore.holds(ignoringCancellation: true)
        let first = Task { [provider] in try await provider.expand(request("a-0", parent: "a")) }
        try await held.arrival()
        let second = Task { [provider] in try await provider.expand(request("t3_a-0")) }
        while provider.expansions.waiterCount(of: post) < 1 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(provider.expansions.waiterCount(of: post) == 0)
        first.cancel()
        held.release(returning: expansion("a-0", parent: "a"))
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await shelf.storedThread(of: post)?.thread.comments.count == 1)
        // Who comes then has the turn.
        online.onFetchMore.returns(expansion("t3_a-0"))
        #expect(try await outline(provider.expand(request("t3_a-0"))) == ["a", " …1 a-0", "t3_a-0"])
    }
}
