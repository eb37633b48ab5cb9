import Core
import Foundation
import Mocks
import Testing

/// Threads from a cloud, posts from the database.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DefaultCommentProviderTests {
    private let offline = InMemoryOfflinePostProvider()
    private let online = TestInjector.mocks.onlineCommentProvider
    private let request = ThreadRequest(post: .mock("t3_a"), sort: .new, limit: 7)

    private var provider: DefaultCommentProvider { DefaultCommentProvider(offline: offline, online: online) }

    @Test func thePostOfAThreadIsCommittedAndShownAsItIsStored() async throws {
        // Given a stored post that the person has saved
        try await offline.store([.mock("t3_a", commentCount: 1, score: 5)], completeness: .full)
        _ = try await offline.apply(.set(.saved(true), [.mock("t3_a")]), at: .now)
        // When its thread brings a newer copy of it, which does not know the score
        let thread = CommentThread.mock("a", " b", post: .mock("t3_a", commentCount: 2, score: nil))
        online.onFetchThread.returns(thread)
        let update = try await provider.thread(request)
        // Then
        #expect(update.post?.post.commentCount == 2)
        #expect(update.post?.post.score == 5)
        #expect(update.post?.status.isSaved == true)
        #expect(update.thread == thread)
        #expect(update.origin == .network(source: "mock", completeness: .full))
        #expect(update.error == nil)
        #expect(online.onFetchThread.calls == [request])
        let stored = try await offline.items([.mock("t3_a")])
        #expect(update.post == stored.first)
    }

    @Test func aPostThatIsNewIsStored() async throws {
        online.onFetchThread.returns(.mock("a"))
        #expect(try await provider.thread(request).post == FeedItem(post: .mock("t3_a")))
        #expect(try await offline.items([.mock("t3_a")]).count == 1)
    }

    @Test func aThreadWithoutItsPostShowsTheStoredOne() async throws {
        try await offline.store([.mock("t3_a")], completeness: .full)
        online.onFetchThread.returns(CommentThread(source: "mock"))
        let update = try await provider.thread(request)
        #expect(update.post?.id == .mock("t3_a"))
        #expect(update.thread?.entries == [])
    }

    @Test func aRoadThatKnowsLessOverwritesNothing() async throws {
        let picture = Media(kind: .image, source: MediaSource(link: ResourceLink("/i.png")))
        try await offline.store([.mock("t3_a", media: picture)], completeness: .full)
        var thread = CommentThread.mock("a")
        thread.completeness = .partial
        online.onFetchThread.returns(thread)
        let update = try await provider.thread(request)
        #expect(update.post?.post.media == picture)
        #expect(update.origin == .network(source: "mock", completeness: .partial))
    }

    @Test func aFailureOfTheNetworkIsAValueBesideThePost() async throws {
        try await offline.store([.mock("t3_a")], completeness: .full)
        online.onFetchThread.fails(with: NetworkError(.rateLimited, status: 429, retryAfter: .seconds(9)))
        let update = try await provider.thread(request)
        #expect(update.error?.code == .rateLimited && update.error?.retryAfter == .seconds(9))
        #expect(update.post?.id == .mock("t3_a"))
        #expect(update.thread == nil)
        #expect(update.origin == .database)
    }

    @Test func withoutACloudItIsOffline() async throws {
        let provider = DefaultCommentProvider(offline: offline, online: nil)
        let update = try await provider.thread(request)
        #expect(update.error?.code == .offline && update.error?.isRetryable == true)
        #expect(update.post == nil && update.thread == nil)
    }

    @Test func aFailureOfTheDatabaseIsThrown() async {
        online.onFetchThread.returns(.mock("a"))
        offline.fail(with: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await provider.thread(request) }
        online.onFetchThread.fails(with: NetworkError(.timedOut))
        offline.fail(with: DataError(.diskFailure))
        await #expect(throws: DataError(.diskFailure)) { try await provider.thread(request) }
    }

    @Test func cancellationPassesThroughAndStoresNothing() async throws {
        let held = online.onFetchThread.holds()
        let task = Task { [provider, request] in try await provider.thread(request) }
        try await held.arrival()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await offline.items([.mock("t3_a")]).isEmpty)
    }

    @Test func whatComesAfterTheCancellationIsNotStored() async throws {
        for result in [Result<CommentThread, any Error>.success(.mock("a")), .failure(NetworkError(.offline))] {
            let held = online.onFetchThread.holds(ignoringCancellation: true)
            let task = Task { [provider, request] in try await provider.thread(request) }
            try await held.arrival()
            task.cancel()
            switch result {
            case .success(let thread): held.release(returning: thread)
            case .failure(let error): held.release(throwing: error)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await offline.items([.mock("t3_a")]).isEmpty)
        }
    }
}
