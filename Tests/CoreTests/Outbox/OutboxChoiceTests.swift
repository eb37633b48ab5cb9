import Foundation
import Testing

@testable import Core

/// What a person decides about what is unsent: when they are asked, and what goes on meanwhile.
struct OutboxChoiceTests {
    private typealias Kinds = OutboxWorld.Kinds

    private static let offline = OutboxEntry.Reason(.offline, "No network.")

    private func unsure(_ harness: inout OutboxHarness) throws -> OutboxEntry.ID {
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        return reply
    }

    private func see(_ harness: inout OutboxHarness) {
        harness.handle(
            .seen(OutboxHarness.me, thing: "t3_a", native: "t1_x", payload: OutboxWorld.payload("words")))
    }

    // MARK: Asking

    @Test func anEditOfATextThatIsAnsweredDoesNotAsk() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        try harness.queue(Kinds.reply, on: reply.rawValue, waitsFor: [reply])
        let edit = try harness.amend(reply, "better")
        #expect(harness[edit]?.state == .waiting)
    }

    @Test func aTextThatArrivedUnderAKnownIDDoesNotAsk() throws {
        var harness = OutboxHarness()
        let reply = try unsure(&harness)
        let below = try harness.queue(Kinds.reply, on: reply.rawValue, waitsFor: [reply])
        try harness.decide(.arrived(result: "t1_x", nil), on: reply)
        #expect(harness.sends == [[below]])
    }

    @Test func whatAnswersTheParentInsteadWaitsWhereThatOneIsUnsent() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply)
        let second = try harness.queue(Kinds.reply, on: first.rawValue, waitsFor: [first])
        let third = try harness.queue(Kinds.reply, on: second.rawValue, waitsFor: [second])
        try harness.decide(.giveUp(.toParent), on: second)
        #expect(harness[third]?.state == .waiting && harness[third]?.waitsFor == [first])
        harness.arrive(first, as: "t1_x")
        #expect(harness.sends == [[third]])
    }

    // MARK: Editing and sending again

    @Test func aToggleIsNotEdited() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let vote = try harness.vote("1")
        #expect(throws: OutboxRefusal.notApplicable) {
            try harness.decide(.edit(OutboxWorld.payload("words")), on: vote)
        }
    }

    @Test func anEditedTextDoesNotWaitForTheOutboxesOwnPause() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .later(Self.offline, scope: .entry, after: nil, until: nil))
        #expect(harness[reply]?.reason == Self.offline && harness.sends.isEmpty)
        try harness.decide(.edit(OutboxWorld.payload("better")), on: reply)
        #expect(harness.sends == [[reply]] && harness[reply]?.reason == nil)
    }

    @Test func aRefusedEditOfATextThatArrivedIsEditedAndSentAgain() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let edit = try harness.amend(reply, "better")
        harness.arrive(reply, as: "t1_x")
        harness.answer(edit, with: .refused(OutboxHarness.reason))
        try harness.decide(.edit(OutboxWorld.payload("best")), on: edit)
        #expect(harness.sends == [[edit]] && harness[edit]?.reason == nil)
        harness.answer(edit, with: .refused(OutboxHarness.reason))
        try harness.decide(.send(as: nil), on: edit)
        #expect(harness.sends == [[edit]] && harness[edit]?.reason == nil)
    }

    @Test func aVoteTakesOnlyAServersPauseFromTheOneBefore() throws {
        var harness = OutboxHarness()
        let first = try harness.vote("1")
        harness.answer(first, with: .later(Self.offline, scope: .entry, after: nil, until: nil))
        let second = try harness.vote("-1")
        #expect(harness.sends == [[second]])
        // The time to take the new one back is its own.
        try harness.queue(Kinds.vote, field: "vote", on: "t3_b", value: "1", undo: 600)
        let newer = try harness.queue(Kinds.vote, field: "vote", on: "t3_b", value: "-1", undo: 5)
        #expect(harness.sends.isEmpty)
        harness.pass(5)
        #expect(harness.sends == [[newer]])
    }

    // MARK: Copies of what was given up

    @Test func whatWasNeverSentLeavesNothing() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply)
        try harness.decide(.giveUp(nil), on: reply)
        see(&harness)
        #expect(harness.outbox.sent.isEmpty && harness.outcomes.isEmpty)
    }

    /// Another text with the same words may be the one that is seen, where it may be there.
    @Test(arguments: [OutboxEntry.State.pending, .failed, .sending, .checking])
    func aCopyIsOfferedUnlessItMayBeAnotherText(_ state: OutboxEntry.State) throws {
        var harness = OutboxHarness()
        try harness.decide(.giveUp(nil), on: unsure(&harness))
        if state == .pending { harness.handle(.session(OutboxHarness.me, epoch: nil)) }
        let again = try harness.queue(Kinds.reply)
        if state == .failed { harness.answer(again, with: .refused(OutboxHarness.reason)) }
        if state == .checking { harness.lose(again) }
        #expect(harness[again]?.state == state)
        see(&harness)
        #expect(harness.outcomes.count == (state == .pending || state == .failed ? 1 : 0))
    }

    // MARK: Changes by the site's id

    @Test func aChangeDoesNotWaitForWhatIsNotThere() throws {
        var harness = OutboxHarness()
        // One that a person has to decide about, one that may still be taken back, and a vote.
        _ = try unsure(&harness)
        try harness.queue(Kinds.reply, undo: 600)
        harness.lose(try harness.vote("1"))
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "better", container: "t3_a")
        #expect(harness.sends == [[edit]])
    }
}
