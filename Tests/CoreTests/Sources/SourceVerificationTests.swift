import Foundation
import Mocks
import Testing

@testable import Core

/// Checking what was added without the network.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SourceVerificationTests {
    private let online = TestInjector.mocks.onlineSourceProvider
    private let clock = TestInjector.mocks.clock

    private func world(
        _ names: (String, SubscribedSource.State)...
    ) -> (InMemoryOfflineSourceProvider, DefaultSourceProvider) {
        let store = InMemoryOfflineSourceProvider(names.map { .mock($0.0, state: $0.1) })
        return (store, DefaultSourceProvider(names: SourceNameParser(.demo), offline: store, online: online))
    }

    @Test func pendingSourcesAreCheckedInOrderWithBackgroundPriority() async throws {
        let (store, provider) = world(
            ("r/swifT", .pending), ("r/known", .verified), ("r/gone", .pending), ("r/shut", .pending),
            ("r/odd", .unknown))
        online.onLookUp.answers { request in
            switch request.name.text {
            case "swifT": SourceDescription(name: .mock("r/Swift"), title: "Swift")
            case "shut": SourceDescription(name: .mock("r/shut"), restriction: .quarantined)
            default: throw NetworkError(.notFound, status: 404)
            }
        }
        clock.advance(by: .seconds(60))
        let result = try await provider.verifyPending()
        let stored = try await store.sources(on: .demo).sources
        #expect(stored.map(\.name.text) == ["Swift", "known", "gone", "shut", "odd"])
        #expect(stored.map(\.state) == [.verified, .verified, .unknown, .restricted(.quarantined), .unknown])
        #expect(result.checked == [stored[0], stored[2], stored[3]])
        #expect(result.pendingCount == 0 && result.error == nil)
        #expect(stored[0].checked == clock.now)
        #expect(online.onLookUp.calls.map(\.name.text) == ["swifT", "gone", "shut"])
        #expect(online.onLookUp.calls.allSatisfy { $0.priority == .background && !$0.isManual })
    }

    @Test(arguments: [ErrorCode.offline, .timedOut, .rateLimited, .accessClosed, .unauthorized, .captivePortal])
    func aFailureThatTheNextRequestWouldMeetEndsTheRound(_ code: ErrorCode) async throws {
        let (_, provider) = world(("r/a1", .pending), ("r/b1", .pending), ("r/c1", .pending))
        online.onLookUp.returns(SourceDescription(name: .mock("r/a1")))
        online.onLookUp.fails(with: NetworkError(code))
        let result = try await provider.verifyPending()
        #expect(result.checked.map(\.name.text) == ["a1"])
        #expect(result.pendingCount == 2 && result.error?.code == code)
        #expect(online.onLookUp.calls.count == 2)
    }

    @Test func aFailureOfOneSourceLeavesItPendingAndTheOthersAreChecked() async throws {
        let (store, provider) = world(("r/a1", .pending), ("r/b1", .pending))
        online.onLookUp.fails(with: NetworkError(.serverError, status: 500))
        online.onLookUp.returns(SourceDescription(name: .mock("r/b1")))
        let result = try await provider.verifyPending()
        #expect(result.checked.map(\.name.text) == ["b1"])
        #expect(result.pendingCount == 1 && result.error?.code == .serverError)
        #expect(try await store.sources(on: .demo).sources.map(\.state) == [.pending, .verified])
    }

    @Test func nothingIsLookedUpWhenNoSourceIsPending() async throws {
        let (_, provider) = world(("r/a1", .verified), ("r/b1", .unknown), ("r/c1", .restricted(.banned)))
        #expect(try await provider.verifyPending() == SourceVerification())
        #expect(online.onLookUp.calls.isEmpty)
    }

    @Test func aSourceThatIsRemovedDuringItsCheckStaysRemoved() async throws {
        let (store, provider) = world(("r/a1", .pending))
        let held = online.onLookUp.holds()
        let checking = Task { try await provider.verifyPending() }
        try await held.arrival()
        _ = try await provider.remove(.mock("r/a1"))
        held.release(returning: SourceDescription(name: .mock("r/a1")))
        #expect(try await checking.value == SourceVerification())
        #expect(try await store.sources(on: .demo).sources.isEmpty)
    }

    @Test func verificationsAtTheSameTimeAreJoined() async throws {
        let (_, provider) = world(("r/a1", .pending))
        let held = online.onLookUp.holds()
        let first = Task { try await provider.verifyPending() }
        try await held.arrival()
        let second = Task { try await provider.verifyPending() }
        while provider.verificationWaiterCount < 2 { await Task.yield() }
        held.release(returning: SourceDescription(name: .mock("r/a1")))
        #expect(try await first.value == second.value)
        #expect(online.onLookUp.calls.count == 1)
    }

    @Test(arguments: [true, false]) func aRoundThatIsCancelledChangesNothingMore(_ answers: Bool) async throws {
        let (store, provider) = world(("r/a1", .pending), ("r/b1", .pending))
        let held = online.onLookUp.holds(ignoringCancellation: true)
        let checking = Task { try await provider.verifyPending() }
        try await held.arrival()
        checking.cancel()
        await #expect(throws: CancellationError.self) { try await checking.value }
        if answers {
            held.release(returning: SourceDescription(name: .mock("r/a1")))
        } else {
            held.release(throwing: NetworkError(.offline))
        }
        #expect(try await store.sources(on: .demo).sources.map(\.state) == [.pending, .pending])
        #expect(online.onLookUp.calls.count == 1)
    }
}
