import Foundation
import Mocks
import Testing

@testable import Core

/// The outbox in use: it stores before it shows, and before it sends.
@Suite(.timeLimit(.minutes(2)))
struct DefaultOutboxProviderTests {
    private typealias Kinds = OutboxWorld.Kinds

    private let store = InMemoryOutboxStore()
    private let sender = HeldSender()
    private let clock = ManualClock()
    private static let me = OutboxHarness.me
    private static let lost = OutboxAnswer.unknown(OutboxHarness.reason, isAnswered: false)

    private func provider(boot: String = "boot") -> DefaultOutboxProvider {
        var limits = Outbox.Limits()
        for kind in Kinds.all { limits.kinds[kind] = 1...1 }
        return DefaultOutboxProvider(
            store: store, senders: Dictionary(uniqueKeysWithValues: Kinds.all.map { ($0, sender) }), limits: limits,
            time: clock, boot: boot, random: SeededRandomSource(seed: 1))
    }

    private func opened() async throws -> DefaultOutboxProvider {
        let provider = provider()
        try await provider.open()
        await provider.handle(.session(Self.me, epoch: 1))
        return provider
    }

    private func entry(_ number: Int, _ kind: OutboxEntry.Kind = Kinds.reply, value: String? = nil) -> OutboxEntry {
        OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-\(number)"), account: Self.me, kind: kind,
            payload: OutboxWorld.payload("words"), target: StatusTarget(.post, site: .reddit, native: "t3_a"),
            field: value == nil ? "text" : "vote", thing: "t3_a", value: value, policy: Kinds.policy(kind),
            at: OutboxTime(date: clock.now, boot: "boot", uptime: clock.uptime / .seconds(1)))
    }

    /// Waits for a state; the time limit of the suite ends it where it never comes.
    private func wait(
        _ provider: DefaultOutboxProvider, until isMet: (DefaultOutboxProvider.State) -> Bool
    ) async -> DefaultOutboxProvider.State {
        for await state in provider.state.values where isMet(state) { return state }
        return provider.state.value
    }

    @Test func whatIsQueuedIsStoredBeforeItIsSent() async throws {
        let provider = try await opened()
        let entry = entry(1)
        try await provider.queue(entry, known: nil)
        guard case .send(let requests, let answer) = await sender.next() else { return #expect(Bool(false)) }
        #expect(requests.map(\.entry.id) == [entry.id] && requests[0].target == "t3_a")
        #expect(store.entries[entry.id]?.state == .sending)
        answer.resume(returning: .done(result: "t1_x", value: nil))
        let state = await wait(provider) { $0.entries.isEmpty }
        #expect(state.sent[entry.id]?.result == "t1_x")
        #expect(store.sent[entry.id]?.result == "t1_x" && store.entries.isEmpty)
    }

    @Test func whatCannotBeStoredIsAnErrorInTheHandOfWhoeverAsked() async throws {
        let provider = try await opened()
        store.fail(with: InMemoryOutboxStore.Failure())
        await #expect(throws: InMemoryOutboxStore.Failure.self) { try await provider.queue(entry(1), known: nil) }
        #expect(provider.state.value.entries.isEmpty)
        store.fail(with: nil)
        try await provider.queue(entry(1), known: nil)
        #expect(store.entries.count == 1)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        answer.resume(returning: .refused(OutboxHarness.reason))
        _ = await wait(provider) { $0.entries.first?.state == .failed }
    }

    @Test func whatMayHaveBeenStoredIsTakenBackBeforeAnythingBegins() async throws {
        let provider = try await opened()
        store.fail(with: InMemoryOutboxStore.Failure(code: .outcomeUnknown))
        await #expect(throws: InMemoryOutboxStore.Failure.self) { try await provider.queue(entry(1), known: nil) }
        #expect(provider.state.value.entries.isEmpty)
        #expect(provider.state.value.error?.code == .outcomeUnknown)
        #expect(store.entries[entry(1).id] != nil)
        store.fail(with: nil)
        await provider.handle(.woke)
        #expect(store.entries.isEmpty)
        try await provider.queue(entry(2), known: nil)
        guard case .send(let requests, let answer) = await sender.next() else { return #expect(Bool(false)) }
        #expect(requests.map(\.entry.id) == [entry(2).id])
        answer.resume(returning: .refused(OutboxHarness.reason))
        _ = await wait(provider) { $0.entries.first?.state == .failed }
    }

    @Test func withoutAnAnswerItIsLookedForAndSentAgainOnceItHasSettled() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1), known: nil)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        answer.resume(returning: Self.lost)
        guard case .look(_, let first) = await sender.next() else { return #expect(Bool(false)) }
        first.resume(returning: .absent)
        _ = await wait(provider) { $0.entries.first?.check?.next != nil }
        clock.advance(by: .seconds(60))
        guard case .look(_, let second) = await sender.next() else { return #expect(Bool(false)) }
        second.resume(returning: .absent)
        guard case .send(_, let again) = await sender.next() else { return #expect(Bool(false)) }
        again.resume(returning: .done(result: "t1_x", value: nil))
        _ = await wait(provider) { $0.entries.isEmpty }
    }

    @Test func anErrorOfTheSenderIsNoProofThatNothingWasDone() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1), known: nil)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        answer.resume(throwing: CancellationError())
        guard case .look(_, let look) = await sender.next() else { return #expect(Bool(false)) }
        look.resume(returning: .found(["t1_x"]))
        _ = await wait(provider) { $0.entries.isEmpty }
    }

    @Test func signingOutEndsWhatIsUnderWay() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1), known: nil)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        await provider.handle(.session(Self.me, epoch: nil))
        #expect(sender.cancelledCount == 1)
        answer.resume(returning: .done(result: "t1_x", value: nil))
        // The answer is not believed, also when it comes.
        await provider.handle(.session(Self.me, epoch: 2))
        guard case .look(_, let look) = await sender.next() else { return #expect(Bool(false)) }
        #expect(provider.state.value.entries.first?.state == .checking)
        look.resume(returning: .found(["t1_x"]))
        _ = await wait(provider) { $0.entries.isEmpty }
    }

    @Test func anotherProcessGoesOnWhereTheLastOneWas() async throws {
        let entry = entry(1)
        do {
            let provider = try await opened()
            try await provider.queue(entry, known: nil)
            guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
            await provider.handle(.suspended)
            answer.resume(returning: .done(result: "t1_x", value: nil))
        }
        let provider = try await opened()
        guard case .look(let request, let look) = await sender.next() else { return #expect(Bool(false)) }
        #expect(request.entry.id == entry.id)
        look.resume(returning: .found(["t1_x"]))
        _ = await wait(provider) { $0.sent[entry.id] != nil }
    }

    @Test func anAnswerThatCannotBeStoredIsStoredLater() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1), known: nil)
        try await provider.queue(entry(2), known: nil)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        store.fail(with: InMemoryOutboxStore.Failure())
        answer.resume(returning: .done(result: "t1_x", value: nil))
        let failing = await wait(provider) { $0.error != nil }
        #expect(failing.error?.code == .noSpace)
        // What is shown is what is stored.
        #expect(store.entries.count == 2 && failing.entries.map(\.state) == [.sending, .pending])
        store.fail(with: nil)
        clock.advance(by: .seconds(5))
        guard case .send(let requests, let second) = await sender.next() else { return #expect(Bool(false)) }
        #expect(requests.map(\.entry.id) == [entry(2).id])
        #expect(store.sent[entry(1).id]?.result == "t1_x")
        _ = await wait(provider) { $0.error == nil }
        second.resume(returning: .refused(OutboxHarness.reason))
        _ = await wait(provider) { $0.entries.first?.state == .failed }
    }

    @Test func whatTheServerConfirmsIsInTheSameCommit() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1, Kinds.vote, value: "1"), known: nil)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        let commits = store.commits
        answer.resume(returning: .done(result: nil, value: nil))
        _ = await wait(provider) { $0.entries.isEmpty }
        #expect(store.commits == commits + 1)
        let told = try #require(store.acknowledged.first)
        #expect(told.id == OwnedTarget(.account(Self.me), StatusTarget(.post, site: .reddit, native: "t3_a")))
        #expect(told.values == ConfirmedValues(vote: .up) && store.acknowledged.count == 1)
        #expect(told.acknowledgement.at.boot == "boot")
        #expect(told.acknowledgement.settle == Kinds.policy(Kinds.vote).settleTime)
    }

    @Test func anIntentTakesThePlaceOfTheOwnMarkAlsoWhereNoRequestIsNeeded() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1, Kinds.vote, value: "1"), known: "1")
        #expect(provider.state.value.entries.isEmpty)
        let target = StatusTarget(.post, site: .reddit, native: "t3_a")
        let intent = try #require(store.untouched.first)
        #expect(intent.id == OwnedTarget(.account(Self.me), target) && intent.field == .vote)
        #expect(intent.values == ConfirmedValues(vote: .up))
        try await provider.queue(entry(2, Kinds.vote, value: "0"), known: "1")
        #expect(store.untouched.map(\.values) == [ConfirmedValues(vote: .up), ConfirmedValues(vote: .neutral)])
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        answer.resume(returning: .refused(OutboxHarness.reason))
        _ = await wait(provider) { $0.entries.first?.state == .failed }
        #expect(store.acknowledged.isEmpty && store.untouched.count == 2)
        // A text has no status.
        try await provider.queue(entry(3), known: nil, undo: 60)
        #expect(store.untouched.count == 2)
    }

    @Test func anIntentThatNeedsNoRequestHoldsNothingUpWhereItCannotBeStored() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1), known: nil, undo: 5)
        store.fail(with: InMemoryOutboxStore.Failure(code: .outcomeUnknown))
        await #expect(throws: InMemoryOutboxStore.Failure.self) {
            try await provider.queue(entry(2, Kinds.vote, value: "1"), known: "1")
        }
        store.fail(with: nil)
        clock.advance(by: .seconds(5))
        guard case .send(let requests, let answer) = await sender.next() else { return #expect(Bool(false)) }
        #expect(requests.map(\.entry.id) == [entry(1).id] && provider.state.value.error == nil)
        answer.resume(returning: .refused(OutboxHarness.reason))
        _ = await wait(provider) { $0.entries.first?.state == .failed }
    }

    @Test func whatWasToldBeforeItWasOpenIsTakenThen() async throws {
        let provider = provider()
        await provider.handle(.session(Self.me, epoch: 1))
        // A call opens it, where nobody has.
        try await provider.queue(entry(1), known: nil)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        answer.resume(returning: .refused(OutboxHarness.reason))
        _ = await wait(provider) { $0.entries.first?.state == .failed }
    }

    @Test func whatEndsWhileSomethingIsStoredBeginsAllTheSame() async throws {
        let provider = try await opened()
        try await provider.queue(entry(1), known: nil, undo: 5)
        let second = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-2"), account: Self.me, kind: Kinds.reply,
            payload: OutboxWorld.payload("words"), target: StatusTarget(.post, site: .reddit, native: "t3_b"),
            field: "text", thing: "t3_b", policy: Kinds.policy(Kinds.reply), at: entry(1).queued)
        try await provider.queue(second, known: nil, undo: 6)
        // While the first one is stored as being sent, the time of the second ends.
        store.onCommit { [clock] in clock.advance(by: .seconds(1)) }
        clock.advance(by: .seconds(5))
        var sent: Set<OutboxEntry.ID> = []
        while sent.count < 2 {
            guard case .send(let requests, let answer) = await sender.next() else { return #expect(Bool(false)) }
            sent.formUnion(requests.map(\.entry.id))
            answer.resume(returning: .refused(OutboxHarness.reason))
        }
        _ = await wait(provider) { $0.entries.allSatisfy { $0.state == .failed } }
    }

    @Test func aKindWithoutASenderIsKept() async throws {
        let provider = DefaultOutboxProvider(
            store: store, senders: [:], limits: Outbox.Limits(), time: clock, boot: nil,
            random: SeededRandomSource(seed: 2))
        try await provider.open()
        await provider.handle(.session(Self.me, epoch: 1))
        try await provider.queue(entry(1), known: nil)
        #expect(provider.state.value.entries.map(\.state) == [.pending])
    }
}
