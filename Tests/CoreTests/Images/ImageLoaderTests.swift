import Core
import Dispatch
import Foundation
import Mocks
import Testing

@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ImageLoaderTests {
    let mocks = TestInjector.mocks
    let loader: ImageLoader
    let link = ResourceLink.mock("/images/cat.png")
    let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let base: URL
    let executor = QueueExecutor()

    init() throws {
        base = try #require(URL(string: "https://example.com"))
        mocks.imageCache.keepImages()
        mocks.endpointProvider.resolveLinks(against: base)
        loader = ImageLoader()
    }

    /// Asks on an executor that does one thing after the other.
    private func ask(_ priority: RequestPriority = .userInitiated) -> Task<Data, any Error> {
        Task(executorPreference: executor) { try await loader.image(for: link, priority: priority) }
    }

    private var priorities: [RequestPriority] { mocks.requestProvider.onResponse.calls.map(\.priority) }

    /// Comes back when everybody who asked so far waits for an answer.
    private func everybodyHasAsked() async {
        await Task(executorPreference: executor) {}.value
    }

    private func answer(_ body: Data) -> NetworkResponse {
        NetworkResponse(status: 200, url: base, body: body)
    }

    @Test func aCachedImageNeedsNoNetwork() async throws {
        mocks.imageCache.keepImages([link: picture])
        #expect(try await loader.image(for: link) == picture)
        #expect(mocks.requestProvider.onResponse.calls.isEmpty)
    }

    // MARK: What is kept

    @Test func aKeptImageNeedsNeitherCacheNorNetwork() async throws {
        _ = try await mocks.mediaStore.keep(picture, as: link, for: .mock("a"), as: .full, at: mocks.clock.now)
        #expect(try await loader.image(for: link) == picture)
        #expect(await loader.storedImage(for: link) == picture)
        #expect(mocks.requestProvider.onResponse.calls.isEmpty)
        #expect(mocks.imageCache.onStore.calls.isEmpty, "it is on the disk once")
    }

    @Test func aKeptFileThatIsNoImageIsNoneAndAsksTheNetwork() async throws {
        let film = Data("a film".utf8)
        _ = try await mocks.mediaStore.keep(film, as: link, for: .mock("a"), as: .full, at: mocks.clock.now)
        #expect(await loader.storedImage(for: link) == nil)
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link) == picture)
    }

    @Test func whereTheKeptFilesCannotBeReadTheNetworkIsAsked() async throws {
        mocks.mediaStore.fail(with: DataError(.storeDamaged))
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link) == picture)
        // Nor does a file that went in between matter.
        let other = ResourceLink.mock("/other.png")
        let kept = try await mocks.mediaStore.keep(
            picture, as: other, for: .mock("a"), as: .full, at: mocks.clock.now)
        mocks.fileSystem.fail(.read, on: kept.path, with: .diskFailure, calls: 0..<9)
        #expect(await loader.storedImage(for: other) == nil)
    }

    @Test func whileThePersonWantsNothingDownloadedOnlyWhatIsHereIsGiven() async throws {
        try await mocks.settings.update { $0.downloadPolicy = .never }
        for priority in [RequestPriority.userInitiated, .prefetch] {
            let error = await #expect(throws: DataError.self) {
                try await loader.image(for: link, priority: priority)
            }
            #expect(error == DataError(.downloadsOff) && error?.message.contains("downloadPolicy") == true)
        }
        #expect(mocks.requestProvider.onResponse.calls.isEmpty)
        let events = mocks.activity.events
        #expect(events.map(\.reason) == [.downloadsOff, .downloadsOff])
        #expect(events.allSatisfy { $0.kind == .skipped && $0.subject == .pictures })
        // What is kept is shown, and so is what is cached.
        _ = try await mocks.mediaStore.keep(picture, as: link, for: .mock("a"), as: .full, at: mocks.clock.now)
        #expect(try await loader.image(for: link) == picture)
        let cached = ResourceLink.mock("/images/dog.png")
        mocks.imageCache.keepImages([cached: picture])
        #expect(try await loader.image(for: cached) == picture)
        // It is asked for again as soon as they have changed their mind.
        try await mocks.settings.update { $0.downloadPolicy = .wifi }
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: ResourceLink.mock("/images/owl.png")) == picture)
    }

    @Test func anImageOnTheDeviceIsFoundWithoutAsking() async {
        #expect(await loader.storedImage(for: link) == nil)
        mocks.imageCache.keepImages([link: picture])
        #expect(await loader.storedImage(for: link) == picture)
        #expect(mocks.requestProvider.onResponse.calls.isEmpty)
    }

    @Test func aDownloadedImageIsCachedUnderItsUnresolvedLink() async throws {
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link) == picture)
        #expect(mocks.endpointProvider.onRequest.calls == [link])
        #expect(
            mocks.requestProvider.onResponse.calls.map(\.url.absoluteString) == ["https://example.com/images/cat.png"])
        #expect(mocks.imageCache.onStore.calls == [.init(picture, for: link)])
        #expect(try await loader.image(for: link) == picture)
        #expect(mocks.requestProvider.onResponse.calls.count == 1)
    }

    @Test func howeverManyAskThereIsOneDownload() async throws {
        // Given one download under way
        let held = mocks.requestProvider.onResponse.holds()
        let askers = (0..<20).map { _ in ask() }
        try await held.arrival()
        await everybodyHasAsked()
        // When another link is asked for too
        let other = ResourceLink.mock("/images/dog.png")
        mocks.requestProvider.onResponse.returns(answer(Data([1])))
        #expect(try await loader.image(for: other) == Data([1]))
        held.release(returning: answer(picture))
        // Then
        for asker in askers { #expect(try await asker.value == picture) }
        #expect(mocks.requestProvider.onResponse.calls.count == 2)
    }

    @Test func theDownloadGoesOnWhileSomebodyWaits() async throws {
        // Given two askers of one download
        let held = mocks.requestProvider.onResponse.holds()
        let (first, second) = (ask(), ask())
        try await held.arrival()
        await everybodyHasAsked()
        // When the first one goes away
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        // Then the other one gets the image from the same download
        #expect(!held.isCancelled)
        held.release(returning: answer(picture))
        #expect(try await second.value == picture)
        #expect(mocks.requestProvider.onResponse.calls.count == 1)
    }

    @Test func theDownloadEndsWithItsLastAskerAndLeavesNothingBehind() async throws {
        // Given two askers
        let held = mocks.requestProvider.onResponse.holds()
        let askers = [ask(), ask()]
        try await held.arrival()
        await everybodyHasAsked()
        // When both go away
        for asker in askers { asker.cancel() }
        for asker in askers { await #expect(throws: CancellationError.self) { try await asker.value } }
        try await held.cancellation()
        // Then nothing is cached, and the next one begins anew
        #expect(mocks.imageCache.onStore.calls.isEmpty)
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link) == picture)
    }

    @Test func anAnswerThatComesAfterCancellationIsNotCached() async throws {
        // Given a request that does not listen when it is cancelled
        let held = mocks.requestProvider.onResponse.holds(ignoringCancellation: true)
        let asker = Task { try await loader.image(for: link) }
        try await held.arrival()
        asker.cancel()
        await #expect(throws: CancellationError.self) { try await asker.value }
        // When a new download has taken its place, and the late answer comes first
        let next = mocks.requestProvider.onResponse.holds()
        let second = Task { try await loader.image(for: link) }
        try await next.arrival()
        held.release(returning: answer(Data([0])))
        next.release(returning: answer(picture))
        // Then
        #expect(try await second.value == picture)
        #expect(mocks.imageCache.onStore.calls == [.init(picture, for: link)])
    }

    @Test func aTaskThatIsCancelledAlreadyAsksForNothing() async throws {
        let asker = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await loader.image(for: link)
        }
        await #expect(throws: CancellationError.self) { try await asker.value }
        #expect(mocks.requestProvider.onResponse.calls.isEmpty)
    }

    @Test func aFailureReachesEveryAskerAndIsNotCached() async throws {
        let held = mocks.requestProvider.onResponse.holds()
        let askers = [ask(), ask()]
        try await held.arrival()
        await everybodyHasAsked()
        held.release(throwing: NetworkError(.notFound, status: 404))
        for asker in askers { await #expect(throws: DataError(.notFound)) { try await asker.value } }
        #expect(mocks.imageCache.onStore.calls.isEmpty)
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link) == picture)
    }

    @Test func anEmptyAnswerIsNoImage() async throws {
        mocks.requestProvider.onResponse.returns(answer(Data()))
        await #expect(throws: DataError(.malformed)) { try await loader.image(for: link) }
        #expect(mocks.imageCache.onStore.calls.isEmpty)
    }

    @Test func bytesThatAreNoImageAreReturnedButNotCached() async throws {
        let answers = [Data("{}".utf8), Data("BM…".utf8)]
        for body in answers {
            mocks.requestProvider.onResponse.returns(answer(body))
            #expect(try await loader.image(for: link) == body)
        }
        #expect(mocks.imageCache.onStore.calls.isEmpty)
    }

    @Test func aCachedThingThatIsNoImageIsFetchedAgain() async throws {
        mocks.imageCache.keepImages([link: Data("<html>".utf8)])
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link) == picture)
        #expect(mocks.imageCache.onStore.calls == [.init(picture, for: link)])
    }

    // MARK: Priorities

    @Test(arguments: RequestPriority.allCases)
    func theRequestIsAsUrgentAsWhoAsks(_ priority: RequestPriority) async throws {
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link, priority: priority) == picture)
        #expect(priorities == [priority])
    }

    @Test func aPersonIsTheMostUrgent() async throws {
        mocks.requestProvider.onResponse.returns(answer(picture))
        #expect(try await loader.image(for: link) == picture)
        #expect(priorities == [.userInitiated])
    }

    @Test func whoIsLessUrgentJoinsAndChangesNothing() async throws {
        let held = mocks.requestProvider.onResponse.holds()
        let askers = [ask(), ask(.prefetch), ask(.userInitiated), ask(.background)]
        try await held.arrival()
        await everybodyHasAsked()
        held.release(returning: answer(picture))
        for asker in askers { #expect(try await asker.value == picture) }
        #expect(priorities == [.userInitiated])
    }

    @Test func aViewThatAsksHurriesAPrefetchUp() async throws {
        // Given a prefetch that waits in a queue
        let slow = mocks.requestProvider.onResponse.holds()
        let prefetch = ask(.prefetch)
        try await slow.arrival()
        // When a view asks for the same image
        let fast = mocks.requestProvider.onResponse.holds()
        let view = ask()
        try await fast.arrival()
        #expect(priorities == [.prefetch, .userInitiated])
        fast.release(returning: answer(picture))
        // Then both have it, and the slow request is given up
        #expect(try await view.value == picture)
        #expect(try await prefetch.value == picture)
        try await slow.cancellation()
        #expect(mocks.imageCache.onStore.calls == [.init(picture, for: link)])
    }

    @Test func aPrefetchThatIsAnsweredFirstServesTheView() async throws {
        let slow = mocks.requestProvider.onResponse.holds()
        let prefetch = ask(.prefetch)
        try await slow.arrival()
        let fast = mocks.requestProvider.onResponse.holds()
        let view = ask()
        try await fast.arrival()
        slow.release(returning: answer(picture))
        #expect(try await view.value == picture)
        #expect(try await prefetch.value == picture)
        try await fast.cancellation()
    }

    @Test func thePrefetchMayFailWhenSomebodyMoreUrgentTries() async throws {
        let slow = mocks.requestProvider.onResponse.holds()
        let prefetch = ask(.prefetch)
        try await slow.arrival()
        let fast = mocks.requestProvider.onResponse.holds()
        let view = ask()
        try await fast.arrival()
        slow.release(throwing: NetworkError(.timedOut))
        fast.release(returning: answer(picture))
        #expect(try await view.value == picture)
        #expect(try await prefetch.value == picture)
    }

    @Test func aPersonIsToldWhileThePrefetchHasTime() async throws {
        let slow = mocks.requestProvider.onResponse.holds()
        let prefetch = ask(.prefetch)
        try await slow.arrival()
        let fast = mocks.requestProvider.onResponse.holds()
        let view = ask()
        try await fast.arrival()
        // When the person is not to wait any longer
        fast.release(throwing: NetworkError(.rateLimited))
        await #expect(throws: DataError.self) { try await view.value }
        // Then the prefetch goes on, and the person may ask again
        #expect(!slow.isCancelled)
        let again = mocks.requestProvider.onResponse.holds()
        let second = ask()
        try await again.arrival()
        #expect(priorities == [.prefetch, .userInitiated, .userInitiated])
        slow.release(returning: answer(picture))
        #expect(try await prefetch.value == picture)
        #expect(try await second.value == picture)
        try await again.cancellation()
    }

    @Test func aPersonWhoIsToldLeavesNobodyBehindWhenThePrefetchHasGone() async throws {
        let slow = mocks.requestProvider.onResponse.holds()
        let prefetch = ask(.prefetch)
        try await slow.arrival()
        let fast = mocks.requestProvider.onResponse.holds()
        let view = ask()
        try await fast.arrival()
        prefetch.cancel()
        await #expect(throws: CancellationError.self) { try await prefetch.value }
        fast.release(throwing: NetworkError(.rateLimited))
        await #expect(throws: DataError.self) { try await view.value }
        try await slow.cancellation()
    }

    @Test func whenAllHaveGoneEveryAttemptEnds() async throws {
        let slow = mocks.requestProvider.onResponse.holds()
        let prefetch = ask(.prefetch)
        try await slow.arrival()
        let fast = mocks.requestProvider.onResponse.holds()
        let view = ask()
        try await fast.arrival()
        // When the prefetch goes, the view keeps both
        prefetch.cancel()
        await #expect(throws: CancellationError.self) { try await prefetch.value }
        #expect(!slow.isCancelled && !fast.isCancelled)
        view.cancel()
        await #expect(throws: CancellationError.self) { try await view.value }
        try await slow.cancellation()
        try await fast.cancellation()
    }

    @Test func aLinkThatCannotBeAskedForSaysSo() async throws {
        mocks.endpointProvider.onRequest.fails(with: DataError(.invalidInput, message: "no"))
        await #expect(throws: DataError(.invalidInput, message: "no")) { try await loader.image(for: link) }
    }
}

/// Runs tasks on one queue, in the order in which they came.
final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "ImageLoaderTests")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
