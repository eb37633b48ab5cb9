import Foundation
import Mocks
import Synchronization
import Testing

@testable import Core

/// What another process has left and cannot be taken over.
@Suite(.timeLimit(.minutes(5)))
struct TakingOverTests {
    /// A way on which nothing comes while it fails.
    private final class FailingHandover: IntentHandover {
        let failure = Mutex<DataError?>(DataError(.diskFailure))
        var isLeaving: Bool { false }

        func leave(_ intent: HandedIntent) async throws {}

        func handed() async throws -> [HandedIntent] {
            if let failure = failure.withLock({ $0 }) { throw failure }
            return []
        }

        func waiting() async throws -> Set<OutboxEntry.ID> { [] }

        func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }

    @Test func thatItFailsIsSaidAndKeepsNobodyFromWriting() async throws {
        let world = LeavingWorld()
        let handover = FailingHandover()
        let (accounts, sender) = (world.accounts, world.sender)
        let site = SiteWriting(rules: .reddit, accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { _ in
            sender
        }
        let writing = DefaultWritingProvider(
            sites: [.demo: site], store: world.store, known: NoKnownThings(), statuses: InMemoryOfflinePostProvider(),
            time: world.clock, boot: BootID("boot"), random: SeededRandomSource(seed: 3), handover: handover)
        try await writing.load()
        #expect(writing.outbox.value.error?.code == .diskFailure)
        try await writing.queue(.vote(.up, on: .post(.mock("t3_a"))), as: LeavingWorld.ann)
        #expect(writing.outbox.value.items.count == 1 && writing.outbox.value.error?.code == .diskFailure)
        handover.failure.withLock { $0 = nil }
        try await writing.load()
        #expect(writing.outbox.value.error == nil)
    }
}
