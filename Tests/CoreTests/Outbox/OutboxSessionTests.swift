import Foundation
import Testing

@testable import Core

/// The end of a session, as the server tells it.
struct OutboxSessionTests {
    private typealias Kinds = OutboxHarness.Kinds

    @Test func whatIsUnderWayIsAnsweredAndNothingElseBegins() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        harness.handle(.sessionEnded(OutboxHarness.me))
        #expect(harness[first]?.state == .sending && harness.outbox.isMoving(OutboxHarness.me, nil, at: harness.now))
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        #expect(harness.sends.isEmpty && harness[second]?.state == .pending)
        #expect(!harness.outbox.isMoving(OutboxHarness.me, [second], at: harness.now))

        harness.answer(first, with: .sessionOver(OutboxHarness.reason))
        #expect(harness[first]?.state == .pending && harness[first]?.doubtfulSince == nil)
        #expect(!harness.outbox.isMoving(OutboxHarness.me, nil, at: harness.now))
        try harness.decide(.edit(OutboxWorld.payload("other words")), on: first)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(Set(harness.sends) == [[first], [second]])
    }

    @Test func whatWasDoneBeforeTheEndIsDone() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.handle(.sessionEnded(OutboxHarness.me))
        harness.arrive(reply, as: "t1_x")
        #expect(harness[reply] == nil && harness.outbox.sent[reply]?.result == "t1_x")
    }

    @Test func aNewSignInBreaksOffWhatTheOldOneLeft() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.handle(.sessionEnded(OutboxHarness.me))
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness[reply]?.state == .checking)
    }
}
