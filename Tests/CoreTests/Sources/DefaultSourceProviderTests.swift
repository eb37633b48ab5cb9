import Foundation
import Mocks
import Testing

@testable import Core

/// Adding sources: what the server says of them, and what is added without it.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DefaultSourceProviderTests {
    private let store = InMemoryOfflineSourceProvider()
    private let online = TestInjector.mocks.onlineSourceProvider
    private let clock = TestInjector.mocks.clock

    private var provider: DefaultSourceProvider {
        DefaultSourceProvider(names: SourceNameParser(.demo), offline: store, online: online)
    }

    private func list() async throws -> [String] {
        try await store.sources(on: .demo).sources.map(\.name.description)
    }

    @Test func aSourceIsAddedAsTheServerSpellsIt() async throws {
        online.onLookUp.returns(
            SourceDescription(name: .mock("r/Swift"), title: "Swift", isNSFW: false, subscriberCount: 42))
        let addition = try await provider.add("  /r/sWIFT ")
        var expected = SubscribedSource.mock("r/Swift", title: "Swift", added: clock.now)
        (expected.isNSFW, expected.subscriberCount, expected.checked) = (false, 42, clock.now)
        #expect(addition == SourceAddition(source: expected))
        #expect(try await store.sources(on: .demo).sources == [expected])
        var request = SourceRequest(.mock("r/sWIFT"), on: .demo)
        request.isManual = true
        #expect(online.onLookUp.calls == [request])
    }

    @Test(arguments: ["", "  ", "a b", "r/a1+b1", "r/"])
    func anInvalidNameIsRefusedWithoutARequest(_ text: String) async throws {
        await #expect { try await provider.add(text) } throws: { ($0 as? DataError)?.code == .invalidInput }
        #expect(online.onLookUp.calls.isEmpty)
        #expect(try await list().isEmpty)
    }

    @Test(arguments: ["swift", "R/SWIFT", "/r/Swift/"])
    func aDuplicateInAnyCaseIsRefusedWithoutAsking(_ text: String) async throws {
        _ = try await store.add(.mock("r/Swift"), at: clock.now)
        let error = await #expect(throws: DataError.self) { try await provider.add(text) }
        #expect(error?.code == .invalidInput && error?.message.contains("r/Swift") == true)
        #expect(online.onLookUp.calls.isEmpty)
    }

    @Test func aDuplicateByTheServersSpellingIsRefused() async throws {
        _ = try await store.add(.mock("r/right"), at: clock.now)
        online.onLookUp.returns(SourceDescription(name: .mock("r/Right")))
        let error = await #expect(throws: DataError.self) { try await provider.add("r/wrong") }
        #expect(error?.code == .invalidInput)
        #expect(try await list() == ["r/right"])
    }

    @Test func aSourceThatDoesNotExistIsRefusedWithASentence() async throws {
        online.onLookUp.fails(with: NetworkError(.notFound, status: 404))
        let error = await #expect(throws: DataError.self) { try await provider.add("r/nosuch") }
        #expect(error?.code == .notFound && error?.message.contains("r/nosuch") == true)
        #expect(error?.underlying as? SourceError == .unknown(.mock("r/nosuch")))
        #expect(try await list().isEmpty)
    }

    static let failures: [NetworkError] = [
        NetworkError(.offline), NetworkError(.timedOut), NetworkError(.serverError, status: 500),
        NetworkError(.accessClosed, status: 403), NetworkError(.unauthorized, status: 401), NetworkError(.malformed),
        NetworkError(.captivePortal), NetworkError(.rateLimited, status: 429, retryAfter: .seconds(9)),
    ]

    @Test(arguments: failures) func aSourceThatCannotBeCheckedIsAddedAsPendingWithTheReason(
        _ failure: NetworkError
    ) async throws {
        online.onLookUp.fails(with: failure)
        let addition = try await provider.add("u/Ann")
        #expect(addition.source.state == .pending && addition.source.checked == nil)
        #expect(addition.reason?.code == failure.code && addition.reason?.retryAfter == failure.retryAfter)
        #expect(addition.reason?.message.hasPrefix("u/Ann was added") == true)
        #expect(addition.reason?.underlying as? SourceError == .unchecked(addition.source.name))
        #expect(try await list() == ["u/Ann"])
    }

    @Test func withoutALookupEverySourceIsPending() async throws {
        let provider = DefaultSourceProvider(names: SourceNameParser(.demo), offline: store, online: nil)
        let addition = try await provider.add("swift")
        #expect(addition.source.state == .pending && addition.reason?.code == .offline)
        let verification = try await provider.verifyPending()
        #expect(verification.pendingCount == 1 && verification.error?.code == .offline)
    }

    @Test(arguments: SourceRestriction.allCases)
    func whatTheServerDoesNotShowIsAddedAndTheReasonIsSaid(_ restriction: SourceRestriction) async throws {
        online.onLookUp.returns(SourceDescription(name: .mock("r/closed"), restriction: restriction))
        let addition = try await provider.add("r/closed")
        #expect(addition.source.state == .restricted(restriction))
        #expect(addition.reason?.code == .forbidden && addition.reason?.message.contains("r/closed") == true)
        #expect(addition.reason?.underlying as? SourceError == .restricted(.mock("r/closed"), restriction))
        #expect(try await list() == ["r/closed"])
    }

    @Test func invalidRequestsAreRefused() async throws {
        online.onLookUp.fails(with: DataError(.invalidInput))
        await #expect { try await provider.add("swift") } throws: { ($0 as? DataError)?.code == .invalidInput }
        #expect(try await list().isEmpty)
    }

    @Test func aFailureOfTheDatabaseIsThrown() async throws {
        store.fail(with: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await provider.add("swift") }
        #expect(online.onLookUp.calls.isEmpty)
        store.fail(with: DataError(.diskFailure))
        await #expect(throws: DataError(.diskFailure)) { try await provider.open(.mock("r/a1")) }
        store.fail(with: DataError(.readOnly))
        await #expect(throws: DataError(.readOnly)) { try await provider.move(.mock("r/a1"), to: 0) }
        store.fail(with: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await provider.remove(.mock("r/a1")) }
        store.fail(with: DataError(.storeClosed))
        await #expect(throws: DataError(.storeClosed)) { try await provider.verifyPending() }
    }

    @Test func aFullListIsRefusedWithoutAsking() async throws {
        let full = InMemoryOfflineSourceProvider(
            (0..<SubscribedSource.maximumCount).map { .mock("r/s\($0)x") })
        let provider = DefaultSourceProvider(names: SourceNameParser(.demo), offline: full, online: online)
        await #expect { try await provider.add("r/more") } throws: { ($0 as? DataError)?.code == .invalidInput }
        #expect(online.onLookUp.calls.isEmpty)
    }

    // MARK: Together

    @Test func additionsOfTheSameNameAtTheSameTimeShareOneRequest() async throws {
        let held = online.onLookUp.holds()
        let provider = provider
        let first = Task { try await provider.add("r/swift") }
        try await held.arrival()
        let second = Task { try await provider.add("SWIFT") }
        // The second has joined when the first, cancelled, does not end the request.
        while provider.additionWaiterCount < 2 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(!held.isCancelled)
        held.release(returning: SourceDescription(name: .mock("r/Swift")))
        #expect(try await second.value.source.name == .mock("r/Swift"))
        #expect(online.onLookUp.calls.count == 1)
        #expect(try await list() == ["r/Swift"])
    }

    @Test(arguments: [true, false]) func anAdditionThatNobodyWaitsForAddsNothing(_ answers: Bool) async throws {
        let held = online.onLookUp.holds(ignoringCancellation: true)
        let provider = provider
        let adding = Task { try await provider.add("r/swift") }
        try await held.arrival()
        adding.cancel()
        await #expect(throws: CancellationError.self) { try await adding.value }
        // What comes all the same is too late.
        if answers {
            held.release(returning: SourceDescription(name: .mock("r/swift")))
        } else {
            held.release(throwing: NetworkError(.offline))
        }
        // And who comes now begins anew.
        online.onLookUp.returns(SourceDescription(name: .mock("r/rust")))
        _ = try await provider.add("r/rust")
        online.onLookUp.returns(SourceDescription(name: .mock("r/swift")))
        #expect(try await provider.add("r/swift").source.state == .verified)
        #expect(try await list() == ["r/rust", "r/swift"])
    }

    // MARK: The list

    @Test func removingAndMovingAMissingSourceFails() async throws {
        await #expect { try await provider.remove(.mock("r/none")) } throws: {
            ($0 as? DataError)?.code == .notFound && ($0 as? DataError)?.message.contains("r/none") == true
        }
        await #expect { try await provider.move(.mock("r/none"), to: 0) } throws: {
            ($0 as? DataError)?.code == .notFound
        }
        try await provider.open(.mock("r/none"))
    }

    @Test func removedMovedAndOpenedIsWhatTheStoreKeeps() async throws {
        for name in ["r/a1", "r/b1", "r/c1"] { _ = try await store.add(.mock(name), at: clock.now) }
        let removed = try await provider.remove(.mock("r/B1"))
        #expect(removed.name == .mock("r/b1"))
        try await provider.move(.mock("r/c1"), to: 0)
        clock.advance(by: .seconds(5))
        try await provider.open(.mock("r/a1"))
        #expect(try await list() == ["r/c1", "r/a1"])
        #expect(try await provider.sources().sources[1].lastOpened == clock.now)
        try await provider.restore(removed)
        #expect(try await list().count == 3)
    }

    @Test func onlyChangesOfTheSitesOwnListAreAnnounced() async throws {
        let changes = provider.changes()
        _ = try await store.add(.mock("r/a1", site: .reddit), at: clock.now)
        _ = try await store.add(.mock("r/a1"), at: clock.now)
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
    }
}
