import Foundation
import Mocks
import Testing

@testable import Core

/// What a sender is told of an entry besides the entry.
@Suite(.timeLimit(.minutes(2)))
struct OutboxRequestTests {
    private typealias Kinds = OutboxWorld.Kinds

    private let clock = ManualClock()
    private let store = InMemoryOutboxStore()
    private let sender = HeldSender()
    private static let me = OutboxHarness.me

    private func entry(_ number: Int, below thing: String = "t3_a") -> OutboxEntry {
        OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-\(number)"), account: Self.me, kind: Kinds.reply,
            payload: OutboxWorld.payload("words"), target: StatusTarget(.post, site: .reddit, native: thing),
            field: "text", thing: thing, policy: Kinds.policy(Kinds.reply), at: now(0))
    }

    private func now(_ uptime: Double, boot: String = "boot") -> OutboxTime {
        OutboxTime(date: clock.now + uptime, boot: boot, uptime: uptime)
    }

    @Test func theAgesCountOnTheClockSinceBoot() {
        var entry = entry(1)
        #expect(OutboxRequest(entry, target: nil, at: now(100)).doubt == nil)
        entry.doubtfulSince = now(10)
        entry.lastAttempt = now(40)
        let request = OutboxRequest(entry, target: nil, at: now(100))
        #expect(request.doubt == 90 && request.lastDoubt == 60)
        // The date may be anything.
        let later = OutboxTime(date: .distantPast, boot: "boot", uptime: 100)
        #expect(OutboxRequest(entry, target: nil, at: later).doubt == 90)
        // Of another boot nothing is known that could not be too little.
        let other = OutboxRequest(entry, target: nil, at: now(100, boot: "other"))
        #expect(other.doubt == nil && other.lastDoubt == nil)
        #expect(OutboxRequest(entry, target: nil).doubt == nil)
    }

    @Test func aLookIsToldWhatOtherEntriesOfTheLaneMade() async throws {
        var limits = Outbox.Limits()
        for kind in Kinds.all { limits.kinds[kind] = 1...1 }
        let provider = DefaultOutboxProvider(
            store: store, senders: Dictionary(uniqueKeysWithValues: Kinds.all.map { ($0, sender) }), limits: limits,
            time: clock, boot: "boot", random: SeededRandomSource(seed: 1))
        try await provider.open()
        await provider.handle(.session(Self.me, epoch: 1))
        for (number, thing) in [(1, "t3_a"), (2, "t3_b"), (3, "t3_a")] {
            try await provider.queue(entry(number, below: thing), known: nil)
            guard case .send(let requests, let answer) = await sender.next() else { return #expect(Bool(false)) }
            #expect(requests.allSatisfy { $0.claimed.isEmpty })
            answer.resume(returning: .done(result: "t1_\(number)", value: nil))
        }
        try await provider.queue(entry(4), known: nil)
        guard case .send(_, let answer) = await sender.next() else { return #expect(Bool(false)) }
        clock.advance(by: .seconds(20))
        answer.resume(returning: .unknown(OutboxHarness.reason, isAnswered: false))
        guard case .look(let request, let look) = await sender.next() else { return #expect(Bool(false)) }
        #expect(request.claimed == ["t1_1", "t1_3"])
        #expect(request.doubt == 20 && request.lastDoubt == 20)
        look.resume(returning: .found(["t1_4"]))
    }
}
