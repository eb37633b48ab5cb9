import Mocks
import Testing

@testable import Core

/// The moment at which what is stored of an outbox is read.
@Suite(.timeLimit(.minutes(5)))
struct OutboxOpeningTests {
    private let world = LeavingWorld()

    /// Another provider on the same store, as after a launch, that is followed while a test runs.
    private func launching(_ test: (DefaultWritingProvider) async throws -> Void) async throws {
        try await world.writing.queue(.vote(.up, on: .post(.mock("t3_a"))), as: LeavingWorld.ann)
        let provider = DefaultWritingProvider(
            sites: [:], store: world.store, known: NoKnownThings(), statuses: InMemoryOfflinePostProvider(),
            time: world.clock, boot: BootID("boot"), random: SeededRandomSource(seed: 4))
        let task = Task { await provider.run(following: MockConnectivityProvider(), openingAfter: .seconds(5)) }
        defer { task.cancel() }
        try await world.clock.waitForSleepers(1)
        #expect(provider.outbox.value.items.isEmpty)
        try await test(provider)
    }

    @Test func whatIsStoredIsReadAfterATime() async throws {
        try await launching { provider in
            world.clock.advance(by: .seconds(5))
            for await state in provider.outbox.values where state.items.count == 1 { break }
        }
    }

    @Test func itIsReadAtOnceWhereSomebodyAsks() async throws {
        try await launching { provider in
            try await provider.load()
            #expect(provider.outbox.value.items.count == 1)
        }
    }
}
