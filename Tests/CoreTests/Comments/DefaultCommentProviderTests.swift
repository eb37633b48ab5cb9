import Core
import Foundation
import Mocks
import Testing

/// Threads from a cloud, handed out as the database holds them.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DefaultCommentProviderTests {
    private let offline = InMemoryOfflinePostProvider()
    private let shelf = ThreadShelf()
    private let online = TestInjector.mocks.onlineCommentProvider
    private let clock = TestInjector.mocks.clock
    private let request = ThreadRequest(post: .mock("t3_a"), sort: .new, limit: 7)

    private var provider: DefaultCommentProvider {
        DefaultCommentProvider(offline: offline, comments: shelf, online: online, time: clock)
    }

    private var offlineProvider: DefaultCommentProvider {
        DefaultCommentProvider(offline: offline, comments: shelf, online: nil, time: clock)
    }

    private func request(_ policy: ReadPolicy, sort: CommentSort? = nil) -> ThreadRequest {
        var request = ThreadRequest(post: .mock("t3_a"), sort: sort)
        request.policy = policy
        return request
    }

    @Test func thePostOfAThreadIsCommittedAndShownAsItIsStored() async throws {
        // Given a stored post that the person has saved
        try await offline.store(
            [
                .mock("t3_a") {
                    $0.commentCount = 1
                    $0.score = 5
                }
            ], completeness: .full)
        _ = try await offline.apply(.set(.saved(true), [.mock("t3_a")]), at: .now)
        // When its thread brings a newer copy of it, which does not know the score
        let thread = CommentThread.mock(
            "a", " b",
            post: .mock("t3_a") {
                $0.commentCount = 2
                $0.score = nil
            })
        online.onFetchThread.returns(thread)
        let update = try await provider.thread(request)
        // Then
        #expect(update.post?.post.commentCount == 2)
        #expect(update.post?.post.score == 5)
        #expect(update.post?.status.isSaved == true)
        #expect(update.thread?.entries == thread.entries)
        #expect(update.thread?.post == update.post?.post)
        #expect(update.sort == .new && !update.isApproximate && update.fetched == clock.now)
        #expect(try await shelf.storedThread(of: .mock("t3_a"))?.thread.entries == thread.entries)
        #expect(update.origin == .network(source: "mock", completeness: .full))
        #expect(update.error == nil)
        #expect(online.onFetchThread.calls == [request])
        let stored = try await offline.items([.mock("t3_a")])
        #expect(update.post == stored.first)
    }

    @Test func whatOnlyTheSiteSaysOfThePostIsKept() async throws {
        let fields = try RawJSON(#"{"ratio":0.970}"#)
        online.onFetchThread.returns(.mock("a", extras: fields))
        _ = try await provider.thread(request)
        #expect(try await offline.extras(of: [.mock("t3_a")]) == [.mock("t3_a"): fields])
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

    @Test func aBackendThatKnowsLessOverwritesNothing() async throws {
        let picture = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("/i.png")))
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

    @Test func withoutAnOnlineProviderItIsOffline() async throws {
        let update = try await offlineProvider.thread(request)
        #expect(update.error?.code == .offline && update.error?.isRetryable == true)
        #expect(update.post == nil && update.thread == nil)
        // Beside a thread that is stored it is what lists say.
        online.onFetchThread.returns(.mock("a"))
        _ = try await provider.thread(request)
        let stored = try await offlineProvider.thread(request)
        #expect(stored.thread != nil && stored.error?.isRetryable == true)
        #expect(stored.error?.message == DataError.message(for: .offline))
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
        #expect(try await shelf.storedThread(of: .mock("t3_a")) == nil)
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
            #expect(try await shelf.storedThread(of: .mock("t3_a")) == nil)
        }
    }

    // MARK: What is stored

    @Test func aThreadIsHandedOutAsItIsStoredAfterwards() async throws {
        // Given a thread that an expansion has grown
        shelf.store(.mock("a", " x", "b"))
        _ = try await shelf.visit(.mock("t3_a"), at: clock.now)
        // When it is fetched again, with room for what is not in the answer
        let issue = DecodeIssue(index: 3, reason: "data.name: missing")
        let thread = CommentThread(
            entries: [.comment(.mock("a")), .more(.mock("x", "y", parent: "a", depth: 1))], issues: [], source: "mock")
        online.onFetchThread.returns(thread, .mock("a", issues: [issue]))
        let update = try await provider.thread(request)
        // Then
        #expect(update.thread.map { CommentForest($0.entries).outline } == ["a", " x", " …1 y"])
        #expect(update.marks.seen == [.mock("a"), .mock("x"), .mock("b")])
        #expect(try await provider.thread(request).thread?.issues == [issue], "it says what could not be read")
    }

    @Test func aFailureHandsOutWhatIsStoredInTheOrderThatIsWanted() async throws {
        shelf.store(.mock("a", " b", " c", "d"), sort: .top)
        online.onFetchThread.fails(with: NetworkError(.timedOut))
        online.onFetchThread.fails(with: NetworkError(.timedOut))
        online.onFetchThread.fails(with: NetworkError(.timedOut))
        let same = try await provider.thread(ThreadRequest(post: .mock("t3_a"), sort: .top))
        #expect(same.error?.code == .timedOut && same.origin == .database)
        #expect(same.thread?.comments.count == 4 && same.sort == .top && !same.isApproximate)
        #expect(same.fetched == Date(timeIntervalSince1970: 7))
        let other = try await provider.thread(ThreadRequest(post: .mock("t3_a"), sort: .old))
        #expect(other.sort == .old && other.isApproximate && other.error?.code == .timedOut)
        #expect(other.thread?.entries == same.thread.map { CommentForest($0.entries).sorted(by: .old).entries })
        let servers = try await provider.thread(ThreadRequest(post: .mock("t3_a")))
        #expect(servers.sort == .top && !servers.isApproximate, "the server's own order cannot be made here")
    }

    @Test func anOrderOfANewerVersionIsShownByItsWordAndNeverGuessed() async throws {
        let live = CommentSort(rawValue: "live")
        let thread = CommentThread.mock("a", " b", "c")
        shelf.store(thread, sort: live)
        let stored = try await provider.thread(request(.storedOnly))
        #expect(stored.sort == live && !stored.isApproximate && stored.thread?.entries == thread.entries)
        let old = try await provider.thread(request(.storedOnly, sort: .old))
        #expect(old.sort == .old && old.isApproximate)
        shelf.store(thread, sort: .top)
        let wanted = try await provider.thread(request(.storedOnly, sort: live))
        #expect(wanted.sort == .top && !wanted.isApproximate, "it cannot be made here")
        // A server is asked for it by its word.
        online.onFetchThread.returns(thread)
        let answer = try await provider.thread(ThreadRequest(post: .mock("t3_a"), sort: live))
        #expect(answer.sort == live && online.onFetchThread.calls.last?.sort == live)
    }

    @Test func whatIsStoredIsReadWithoutTheNetwork() async throws {
        #expect(try await provider.thread(request(.storedOnly)) == ThreadUpdate())
        shelf.store(.mock("a", " b"), sort: nil)
        for policy in [ReadPolicy.storedOnly, .storedThenNetwork] {
            let update = try await provider.thread(request(policy, sort: .new))
            #expect(update.thread?.comments.count == 2 && update.error == nil && update.isApproximate)
        }
        #expect(try await offlineProvider.thread(request(.storedOnly)).error == nil)
        #expect(online.onFetchThread.calls.isEmpty)
    }

    @Test func theNetworkIsAskedWhereNothingIsStored() async throws {
        online.onFetchThread.returns(.mock("a"))
        let update = try await provider.thread(request(.storedThenNetwork))
        #expect(update.thread?.comments.count == 1)
        #expect(update.origin == .network(source: "mock", completeness: .full))
        #expect(try await provider.thread(request(.storedThenNetwork)).origin == .database)
        #expect(online.onFetchThread.calls.count == 1)
    }

    @Test func whereOnlyTheNetworkCountsItsFailureIsThrown() async throws {
        shelf.store(.mock("a"))
        online.onFetchThread.fails(with: NetworkError(.serverError))
        let error = await #expect(throws: DataError.self) { try await provider.thread(request(.networkOnly)) }
        #expect(error?.code == .serverError)
        #expect(try await shelf.storedThread(of: .mock("t3_a"))?.thread.comments.count == 1)
    }

    // MARK: Marks

    @Test func collapsedCommentsAndVisitsAreRemembered() async throws {
        shelf.store(.mock("a", " b"))
        try await provider.setCollapsed([.mock("a"): true, .mock("b"): nil], of: .mock("t3_a"))
        #expect(try await provider.visit(.mock("t3_a")) == ThreadMarks(collapsed: [.mock("a"): true]))
        #expect(shelf.dates == [clock.now, clock.now])
        let marks = try await provider.thread(request(.storedOnly)).marks
        #expect(marks.visited == clock.now && marks.seen == [.mock("a"), .mock("b")])
        #expect(marks.collapsed == [.mock("a"): true])
        try await provider.setCollapsed([:], of: .mock("t3_a"))
        #expect(shelf.dates.count == 2, "nothing to collapse is no write")
    }

    @Test func marksOutliveTheThread() async throws {
        shelf.store(.mock("a"))
        _ = try await provider.visit(.mock("t3_a"))
        _ = try await shelf.evictThreads(of: [.mock("t3_a")])
        let update = try await provider.thread(request(.storedOnly))
        #expect(update.thread == nil && update.marks.seen == [.mock("a")])
    }

    @Test func aCancelledTaskMarksNothing() async {
        let provider = provider
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await #expect(throws: CancellationError.self) { try await provider.visit(.mock("t3_a")) }
            await #expect(throws: CancellationError.self) {
                try await provider.setCollapsed([.mock("a"): true], of: .mock("t3_a"))
            }
        }
        task.cancel()
        await task.value
        #expect(shelf.dates.isEmpty)
    }

    @Test func aDatabaseThatFailsToMarkIsThrown() async {
        shelf.fail(with: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await provider.visit(.mock("t3_a")) }
        await #expect(throws: DataError(.noSpace)) {
            try await provider.setCollapsed([.mock("a"): false], of: .mock("t3_a"))
        }
        await #expect(throws: DataError(.noSpace)) { try await provider.thread(request(.storedOnly)) }
    }
}
