import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ImagePrefetcherTests {
    let provider = TestInjector.mocks.imageProvider

    private func links(_ numbers: some Sequence<Int>) -> [ResourceLink] { numbers.map { ResourceLink.mock("/\($0)") } }

    /// Queues answers that wait, one for each of the next calls.
    private func hold(_ count: Int) -> [HeldCall<Data>] { (0..<count).map { _ in provider.onImage.holds() } }

    /// Waits until the prefetcher has nothing more to do.
    private func isIdle(_ prefetcher: ImagePrefetcher) async {
        while !prefetcher.pending.isEmpty { await Task.yield() }
    }

    @Test func neverMoreThanTwoAtATime() async throws {
        let held = hold(5)
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links(1...5))
        try await provider.onImage.waitForCalls(2)
        #expect(Set(provider.onImage.calls) == Set(links(1...2)))
        #expect(prefetcher.pending == links(1...5))
        for (index, call) in held.enumerated() {
            try await call.arrival()
            #expect(provider.onImage.calls.count <= index + 2, "never more than two")
            call.release(returning: Data([1]))
        }
        await isIdle(prefetcher)
        #expect(provider.onImage.calls.count == 5 && Set(provider.onImage.calls) == Set(links(1...5)))
        #expect(provider.priorities.allSatisfy { $0 == .prefetch })
    }

    @Test func theMostWantedComesFirst() async {
        provider.onImage.answers { _ in Data([1]) }
        let prefetcher = ImagePrefetcher(maximumConcurrent: 1)
        prefetcher.start(links([3, 1, 2]))
        prefetcher.start(links([5, 4]))
        await isIdle(prefetcher)
        #expect(provider.onImage.calls == links([3, 1, 2, 5, 4]))
    }

    @Test func whatWasAskedForIsAskedForOnce() async throws {
        provider.onImage.answers { _ in Data([1]) }
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links([1, 2, 1, 3]))
        prefetcher.start(links([3, 2, 1]))
        await isIdle(prefetcher)
        prefetcher.start(links([1, 2, 3]))
        await isIdle(prefetcher)
        #expect(provider.onImage.calls.count == 3)
        // Until it is stopped
        prefetcher.stop(links([1]))
        prefetcher.start(links([1]))
        await isIdle(prefetcher)
        #expect(provider.onImage.calls.count == 4)
    }

    @Test func aFailedPrefetchDoesNotStopTheOthers() async throws {
        provider.onImage.answers { link in
            if link.text != "/3" { throw DataError(.notFound) }
            return Data([1])
        }
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links(1...3))
        await isIdle(prefetcher)
        #expect(Set(provider.onImage.calls) == Set(links(1...3)))
        prefetcher.start(links(1...3))
        #expect(prefetcher.pending.isEmpty, "what failed is not tried again at each turn of the wheel")
    }

    @Test func whatScrollsAwayEndsAndMakesRoom() async throws {
        let held = hold(2)
        let next = hold(1)
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links(1...4))
        for call in held { try await call.arrival() }
        // When one that is on its way and one that waits scroll away
        prefetcher.stop(links([1, 3]))
        try await next[0].arrival()
        #expect(prefetcher.pending == links([2, 4]))
        let stopped = try #require(provider.onImage.calls.firstIndex(of: ResourceLink.mock("/1")))
        try await held[stopped].cancellation()
        #expect(!held[1 - stopped].isCancelled)
        prefetcher.stopAll()
        #expect(prefetcher.pending.isEmpty)
        for call in held + next { try await call.cancellation() }
        #expect(provider.onImage.calls.count == 3)
    }

    @Test func anImageThatWasStoppedCanBeStartedAnew() async throws {
        // Given an image whose provider does not listen when it is cancelled
        let late = provider.onImage.holds(ignoringCancellation: true)
        let prefetcher = ImagePrefetcher(maximumConcurrent: 1)
        prefetcher.start(links([1]))
        try await late.arrival()
        prefetcher.stop(links([1]))
        let next = provider.onImage.holds()
        prefetcher.start(links([1]))
        try await next.arrival()
        // When the late answer comes first
        late.release(returning: Data([0]))
        try await late.cancellation()
        for _ in 0..<200 { await Task.yield() }
        // Then the new one is still on its way
        #expect(prefetcher.pending == links([1]))
        next.release(returning: Data([1]))
        await isIdle(prefetcher)
    }

    @Test func whileItIsPausedNothingIsGot() async throws {
        let first = hold(2)
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links(1...3))
        for call in first { try await call.arrival() }
        // When the connection becomes expensive
        prefetcher.isPaused = true
        for call in first { try await call.cancellation() }
        prefetcher.start(links([4]))
        #expect(prefetcher.pending == links(1...4))
        #expect(provider.onImage.calls.count == 2)
        // And is cheap again
        provider.onImage.answers { _ in Data([1]) }
        prefetcher.isPaused = false
        await isIdle(prefetcher)
        #expect(provider.onImage.calls.count == 6)
        #expect(Set(provider.onImage.calls.dropFirst(2)) == Set(links(1...4)))
    }

    @Test func aReleasedPrefetcherLeavesNothingBehind() async throws {
        let held = hold(2)
        var prefetcher: ImagePrefetcher? = ImagePrefetcher()
        let weak = Weak(prefetcher)
        prefetcher?.start(links(1...9))
        for call in held { try await call.arrival() }
        prefetcher = nil
        #expect(weak.object == nil)
        for call in held { try await call.cancellation() }
        #expect(provider.onImage.calls.count == 2)
    }

    // MARK: Scrolling

    @Test func whatComesNextIsGotAndWhatWentByIsNot() {
        let prefetcher = ImagePrefetcher(distance: 3)
        prefetcher.isPaused = true
        let all = links(0..<100)
        prefetcher.update(visible: 0..<10, in: all)
        #expect(prefetcher.pending == links(10...12))
        prefetcher.update(visible: 20..<30, in: all)
        #expect(prefetcher.pending == links(30...32))
        // Backwards, the nearest first
        prefetcher.update(visible: 15..<25, in: all)
        #expect(prefetcher.pending == links([14, 13, 12]))
        prefetcher.update(visible: 15..<25, in: all)
        #expect(prefetcher.pending == links([14, 13, 12]), "whoever stands still looks the way that they came")
        prefetcher.update(visible: 1..<11, in: all)
        #expect(prefetcher.pending == links([0]))
        prefetcher.update(visible: 95..<105, in: all)
        #expect(prefetcher.pending.isEmpty)
        prefetcher.update(visible: 300..<310, in: [])
        #expect(prefetcher.pending.isEmpty)
    }

    @Test func placesWithoutAnImageAreSkipped() {
        let prefetcher = ImagePrefetcher(distance: 2)
        prefetcher.isPaused = true
        let all: [ResourceLink?] = links(0..<8).enumerated().map { $0.offset % 2 == 0 ? $0.element : nil }
        prefetcher.update(visible: 0..<1, in: all)
        #expect(prefetcher.pending == links([2, 4]))
    }

    @Test func whatComesIntoSightWhileItIsOnItsWayGoesOn() async throws {
        // Given two images ahead on their way
        let held = hold(2)
        let prefetcher = ImagePrefetcher(distance: 2)
        prefetcher.update(visible: 0..<2, in: links(0..<20))
        for call in held { try await call.arrival() }
        // When one of them comes into sight
        prefetcher.update(visible: 1..<3, in: links(0..<20))
        #expect(held.allSatisfy { !$0.isCancelled })
        #expect(Set(prefetcher.pending) == Set(links([2, 3, 4])))
        // And then both are gone
        let next = hold(2)
        prefetcher.update(visible: 10..<12, in: links(0..<20))
        for call in held { try await call.cancellation() }
        for call in next { try await call.arrival() }
        #expect(Set(provider.onImage.calls.suffix(2)) == Set(links([12, 13])))
        prefetcher.stopAll()
    }

    @Test func whatIsCachedCostsNoRequestAndAViewSharesTheRest() async throws {
        // Given a real loader with one image in its cache
        let mocks = TestInjector.mocks
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let base = try #require(URL(string: "https://example.com"))
        mocks.imageCache.keepImages([ResourceLink.mock("/1"): png])
        mocks.endpointProvider.resolveLinks(against: base)
        let loader = ImageLoader()
        Dependency.register((any ImageProvider).self) { loader }
        let held = mocks.requestProvider.onResponse.holds()
        // When
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links([1, 2]))
        try await held.arrival()
        let urgent = mocks.requestProvider.onResponse.holds()
        let view = AsyncImageViewModel(link: ResourceLink.mock("/2"))
        async let load: Void = view.load()
        try await urgent.arrival()
        // Then the view is not hurt when the prefetcher stops
        prefetcher.stopAll()
        urgent.release(returning: NetworkResponse(status: 200, url: base, body: png))
        await load
        #expect(view.state.value == .loaded(png))
        let requests = mocks.requestProvider.onResponse.calls
        #expect(requests.map(\.url.path) == ["/2", "/2"])
        #expect(requests.map(\.priority) == [.prefetch, .userInitiated])
    }

    // MARK: What the network costs

    @Test(arguments: [
        NetworkPath(.cellular), NetworkPath(.wifi, isExpensive: true), NetworkPath(.ethernet, isConstrained: true),
    ])
    func nothingIsGotByANetworkThatCosts(_ path: NetworkPath) async throws {
        let network = TestInjector.mocks.networkPath
        provider.onImage.answers { _ in Data([1]) }
        network.path.set(path)
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links(1...3))
        for _ in 0..<50 { await Task.yield() }
        #expect(provider.onImage.calls.isEmpty)
        #expect(prefetcher.pending == links(1...3))
        // And goes on when it costs nothing again.
        network.path.set(NetworkPath(.wifi))
        await isIdle(prefetcher)
        #expect(Set(provider.onImage.calls) == Set(links(1...3)))
    }

    @Test func whatIsOnItsWayEndsWhenTheNetworkBeginsToCost() async throws {
        let network = TestInjector.mocks.networkPath
        network.path.set(NetworkPath(.wifi))
        let held = hold(2)
        let prefetcher = ImagePrefetcher()
        prefetcher.start(links(1...4))
        for call in held { try await call.arrival() }
        network.path.set(NetworkPath(.cellular))
        for call in held { try await call.cancellation() }
        #expect(prefetcher.pending == links(1...4))
        provider.onImage.answers { _ in Data([1]) }
        network.path.set(NetworkPath(.wifi))
        await isIdle(prefetcher)
        #expect(provider.onImage.calls.count == 6)
    }
}
