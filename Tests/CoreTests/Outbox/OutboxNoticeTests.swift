import Foundation
import Testing

@testable import Core

struct OutboxNoticeTests {
    private typealias Kinds = OutboxWorld.Kinds

    /// An outbox whose server has kept its own vote three times.
    private func overruled() throws -> (OutboxHarness, OutboxEntry.ID) {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        for _ in 0..<4 {
            harness.arrive(up)
            harness.pass(60)
            harness.read(try #require(harness.outbox.lanes.keys.first), .value("-1"))
        }
        return (harness, up)
    }

    /// An outbox whose text was given up in doubt, and is there all the same.
    private func copied() throws -> (OutboxHarness, OutboxEntry.ID) {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: reply)
        harness.handle(
            .seen(OutboxHarness.me, thing: "t3_a", native: "t1_x", payload: OutboxWorld.payload("words")))
        return (harness, reply)
    }

    private func notices(_ harness: OutboxHarness) -> [OutboxNotice] {
        harness.outbox.remembered.compactMap { harness.outbox.sent[$0] }.compactMap(OutboxNotice.init)
    }

    @Test func aWishThatTheServerDidNotTakeIsSaidAlsoAfterARelaunch() throws {
        var (harness, up) = try overruled()
        harness.relaunch()
        let notice = try #require(notices(harness).first)
        #expect(notice.id.rawValue == up.rawValue && notice.reason == .overruled("-1") && notice.wish == "1")
        #expect(notice.target?.native == "t3_a" && notices(harness).count == 1)
    }

    @Test func aNewerWishTakesThePlaceOfTheNotice() throws {
        var (harness, _) = try overruled()
        try harness.vote("1", on: "t3_b")
        #expect(notices(harness).count == 1)
        try harness.vote("1", known: "-1")
        #expect(notices(harness).isEmpty && harness.outbox.sent.values.isEmpty)
    }

    @Test func aNoticeIsDismissedOnce() throws {
        var (harness, up) = try overruled()
        #expect(try harness.outbox.dismiss(up, at: harness.now).changes == [.sent(up)])
        #expect(notices(harness).isEmpty)
        #expect(throws: OutboxRefusal.unknownEntry) { try harness.outbox.dismiss(up, at: harness.now) }
    }

    @Test func aCopyThatWasDismissedIsNotOfferedAgainAndStaysClaimed() throws {
        var (harness, reply) = try copied()
        _ = try harness.outbox.dismiss(reply, at: harness.now)
        harness.relaunch()
        #expect(notices(harness).isEmpty)
        let seen = OutboxEvent.seen(
            OutboxHarness.me, thing: "t3_a", native: "t1_x", payload: OutboxWorld.payload("words"))
        harness.handle(seen)
        #expect(harness.outcomes.isEmpty)
        let second = try harness.queue(Kinds.reply)
        harness.lose(second)
        harness.looked(second, .found(["t1_x"]))
        #expect(harness.outbox.sent[second]?.result != "t1_x")
    }

    @Test func aTextThatWasGivenUpAndNotSeenSaysNothing() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: reply)
        #expect(notices(harness).isEmpty && harness.outbox.sent[reply]?.since == harness.outbox.sent[reply]?.date)
        #expect(throws: OutboxRefusal.unknownEntry) { try harness.outbox.dismiss(reply, at: harness.now) }
    }

    @Test func whatIsSaidIsForgottenAfterThirtyDays() throws {
        var (harness, _) = try overruled()
        harness.relaunch(after: 29 * 86400)
        #expect(notices(harness).count == 1)
        harness.relaunch(after: 2 * 86400)
        #expect(notices(harness).isEmpty)
    }
}
