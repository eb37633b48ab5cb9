import Foundation
import Testing

@testable import Core

// Texts that may be on the server without anybody knowing it, and what was given up of them.

extension OutboxTextTests {
    // MARK: Texts with a key, which are sent again

    private static let keyed = {
        var policy = OutboxEntry.Policy(.always)
        policy.makesThing = true
        policy.ageLimit = 3 * 86400
        return policy
    }()

    @Test func anEditThatMayComeLateDoesNotUndoANewerOne() throws {
        var harness = OutboxHarness()
        let older = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "better")
        let newer = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "best")
        harness.lose(older)
        // As it was: the server may carry it out all the same, within the settle time.
        harness.looked(older, .absent)
        #expect(harness.sends.isEmpty && harness[older]?.state == .checking)
        harness.pass(60)
        harness.looked(older, .absent)
        #expect(harness.sends == [[older]])
        harness.arrive(older)
        #expect(harness.sends == [[newer]])
    }

    @Test func aTextWithAKeyWhoseAnswerWasCutIsSentAgain() throws {
        var harness = OutboxHarness()
        let text = try harness.queue(Kinds.message, policy: Self.keyed)
        harness.answer(text, with: .doneWithoutResult)
        #expect(harness[text]?.state == .pending && harness.looks.isEmpty)
        harness.pass(5)
        harness.arrive(text, as: "t1_x")
        #expect(harness.outbox.native(of: text) == "t1_x")
    }

    @Test func aTextWithAKeyThatMayBeThereIsNotChangedUnderItsKey() throws {
        var harness = OutboxHarness()
        let text = try harness.queue(Kinds.message, policy: Self.keyed)
        harness.lose(text)
        #expect(throws: OutboxRefusal.underWay) { try harness.decide(.edit(OutboxWorld.payload("better")), on: text) }
        let edit = try harness.amend(text, "better")
        harness.pass(5)
        harness.answer(text, with: .refused(OutboxHarness.reason))
        #expect(harness[text]?.state == .failed && harness[text].map(OutboxWorld.text) == "words")
        #expect(throws: OutboxRefusal.unsure) { try harness.decide(.edit(OutboxWorld.payload("best")), on: text) }
        #expect(throws: OutboxRefusal.unsure) { try harness.decide(.send(as: OutboxHarness.other), on: text) }
        try harness.decide(.send(as: nil), on: text)
        harness.arrive(text, as: "t1_x")
        #expect(harness.sends == [[edit]])
    }

    @Test func aTextWithAKeyThatMayBeThereIsOfferedForDeletionOnceItIsGivenUp() throws {
        var harness = OutboxHarness()
        let text = try harness.queue(Kinds.message, policy: Self.keyed)
        harness.lose(text)
        harness.pass(5)
        harness.answer(text, with: .refused(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: text)
        #expect(harness.outbox.sent[text]?.givenUp?.string == "words")
    }

    @Test func deletedAndTooOldItIsGivenUpAndWhatIsBelowGoesAtOnce() throws {
        var harness = OutboxHarness()
        let text = try harness.queue(Kinds.message, policy: Self.keyed)
        let below = try harness.queue(Kinds.message, on: text.rawValue, waitsFor: [text], policy: .init(.always))
        harness.lose(text)
        _ = try harness.amend(text, nil, dependants: .toParent)
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        harness.pass(4 * 86400)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.outbox.all.map(\.id) == [below])
        #expect(harness.sends == [[below]])
        #expect(drafts(harness.outcomes) == ["words"])
        #expect(harness.outbox.sent[text]?.givenUp?.string == "words")
    }

    @Test func whatAnotherEntryMadeIsNotTakenAsArrived() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply)
        let second = try harness.queue(Kinds.reply)
        harness.arrive(first, as: "t1_x")
        harness.lose(second)
        #expect(throws: OutboxRefusal.notApplicable) {
            try harness.decide(.arrived(result: "t1_x", nil), on: second)
        }
        try harness.decide(.arrived(result: "t1_y", nil), on: second)
        #expect(harness.outbox.native(of: second) == "t1_y")
    }

    @Test func anEditWaitsForItsTextAlsoWhereNobodySaidSo() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let edit = try harness.queue(
            Kinds.edit, field: "target", on: reply.rawValue, "better",
            amends: OutboxEntry.Amendment(of: reply, replacement: OutboxWorld.payload("better")))
        #expect(harness[edit]?.state == .waiting)
        harness.arrive(reply, as: "t1_x")
        #expect(harness.sends == [[edit]])
    }

    @Test func ofTwoEqualTextsThatWereGivenUpTheOlderOneIsFoundFirst() throws {
        var harness = OutboxHarness()
        let words = OutboxWorld.payload("words")
        let texts = try (0..<5).map { _ in
            let text = try harness.queue(Kinds.reply)
            harness.lose(text)
            harness.looked(text, .unclear(OutboxHarness.reason))
            try harness.decide(.giveUp(nil), on: text)
            harness.pass(1)
            return text
        }
        for (number, text) in texts.enumerated() {
            harness.handle(.seen(OutboxHarness.me, thing: "t3_a", native: "t1_\(number)", payload: words))
            #expect(harness.outbox.native(of: text) == "t1_\(number)")
        }
    }

    @Test func whatMayBeATextWithAKeyIsNotChangedByItsNativeIDEither() throws {
        var harness = OutboxHarness()
        let text = try harness.queue(Kinds.message, policy: Self.keyed)
        harness.lose(text)
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x", container: "t3_a")
        #expect(harness[edit]?.state == .pending)
        harness.pass(5)
        harness.arrive(text, as: "t1_x")
        #expect(harness.sends == [[edit]])
    }

    @Test func whatWasReadCountsFromWhenTheReadBegan() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x")
        harness.pass(3601)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        harness.pass(3601)
        // The answer to the read came late.
        harness.looked(edit, .absent)
        #expect(harness.looks == [edit] && harness.sends.isEmpty)
    }

    @Test func doneWithoutAnIDIsLookedForFromItsAttemptOn() throws {
        var harness = OutboxHarness()
        for answer in [OutboxAnswer.done(result: nil, value: nil), .doneWithoutResult] {
            let reply = try harness.queue(Kinds.reply)
            let began = harness.now
            harness.pass(3)
            harness.answer(reply, with: answer)
            #expect(harness.looks == [reply] && harness[reply]?.doubtfulSince == began)
            harness.looked(reply, .found(["t1_\(reply)"]))
        }
    }

    @Test func ofATextThatWasSentTwiceTheFirstTryCounts() throws {
        var harness = OutboxHarness()
        let text = try harness.queue(Kinds.message, policy: Self.keyed)
        let began = harness.now
        harness.lose(text)
        harness.pass(5)
        harness.lose(text)
        #expect(harness[text]?.doubtfulSince == began)
    }

    @Test func anEditOfATextWithoutAKnownIDIsNotSent() throws {
        var (harness, reply, edit) = try amended("better")
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        try harness.decide(.arrived(result: nil, nil), on: reply)
        #expect(harness[edit]?.state == .failed && harness[edit]?.waitsFor.isEmpty == true)
        #expect(harness[edit]?.reason == .unnamed)
        #expect(throws: OutboxRefusal.notApplicable) { try harness.decide(.send(as: nil), on: edit) }
    }

    @Test func sentAgainAndTooOldItMayStillBeThere() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        try harness.decide(.send(as: nil), on: reply)
        harness.pass(4 * 86400)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness[reply]?.reason?.code == .stale)
        try harness.decide(.giveUp(nil), on: reply)
        #expect(harness.outbox.sent[reply]?.givenUp?.string == "words")
    }

    @Test func anEditOfATextWithAKeyWaitsUntilThatIsThere() throws {
        var harness = OutboxHarness()
        let text = try harness.queue(Kinds.message, policy: Self.keyed)
        harness.lose(text)
        let edit = try harness.amend(text, "better")
        harness.pass(5)
        harness.answer(text, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        #expect(harness[text].map(OutboxWorld.text) == "words" && harness[edit]?.state == .waiting)
    }

    @Test func whatWasNotFoundIsAsItWasBefore() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .unknown(OutboxHarness.reason, isAnswered: true))
        harness.looked(reply, .absent)
        #expect(harness[reply]?.state == .pending)
        #expect(harness[reply]?.check == nil && harness[reply]?.doubtfulSince == nil)
    }

    @Test func whatIsBelowADeletedTextThatDidNotArriveGoesAsThePersonSaid() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        try harness.queue(Kinds.reply, on: parent.rawValue, "answer", waitsFor: [parent])
        _ = try harness.amend(parent, nil, dependants: .givenUp)
        harness.answer(parent, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        #expect(harness.outbox.all.isEmpty && drafts(harness.outcomes) == ["words"])
    }

    @Test func anEditThatIsThereHasArrived() throws {
        var harness = OutboxHarness()
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x")
        harness.lose(edit)
        harness.looked(edit, .found([]))
        #expect(harness.outbox.all.isEmpty)
    }

    @Test func aLookThatFailedOfflineIsRepeatedWhenTheNetworkIsBack() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .failed(OutboxEntry.Reason(.offline, "No network."), isPassing: true))
        harness.handle(.reachable(.reddit))
        #expect(harness.looks == [reply])
        // The server's trouble is not over because it can be reached, nor is the settle time.
        harness.looked(reply, .failed(OutboxHarness.reason, isPassing: true))
        harness.handle(.reachable(.reddit))
        #expect(harness.looks.isEmpty)
        harness.handle(.sendNow(OutboxHarness.me))
        #expect(harness.looks == [reply])
        harness.looked(reply, .absent)
        harness.handle(.sendNow(OutboxHarness.me))
        #expect(harness.looks.isEmpty)
    }

    @Test func aPersonWhoAsksDoesNotWaitAfterAnAnsweredFailureEither() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .unknown(OutboxHarness.reason, isAnswered: true))
        try harness.decide(.send(as: nil), on: reply)
        harness.looked(reply, .absent)
        #expect(harness.sends == [[reply]])
    }

    @Test func lookingFailsForADayOnlyWhereNoLookInBetweenWasAnswered() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .failed(OutboxHarness.reason, isPassing: true))
        #expect(harness[reply]?.check?.failingSince != nil)
        harness.pass(5)
        harness.looked(reply, .absent)
        #expect(harness[reply]?.check?.failingSince == nil)
    }

    @Test func aCopyIsOfferedToTheAccountThatWroteItWhereItWroteIt() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.other, epoch: 1))
        let text = try harness.queue(Kinds.reply)
        harness.lose(text)
        harness.looked(text, .unclear(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: text)
        // Somebody else's of the same words is looked for.
        let theirs = try harness.queue(Kinds.reply, as: OutboxHarness.other)
        harness.lose(theirs)
        let words = OutboxWorld.payload("words")
        harness.handle(.seen(OutboxHarness.other, thing: "t3_a", native: "t1_w", payload: words))
        #expect(harness.outcomes.isEmpty)
        harness.handle(.seen(OutboxHarness.me, thing: "t3_b", native: "t1_x", payload: words))
        #expect(harness.outcomes.isEmpty)
        harness.handle(.seen(OutboxHarness.me, thing: "t3_a", native: "t1_x", payload: OutboxWorld.payload("other")))
        #expect(harness.outcomes.isEmpty)
        harness.handle(.seen(OutboxHarness.me, thing: "t3_a", native: "t1_y", payload: words))
        #expect(harness.outcomes.count == 1)
    }

    @Test func aTextInDoubtHoldsNoEditBelowAnotherThingOrOfSomebodyElse() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.other, epoch: 1))
        let own = try harness.queue(Kinds.reply, on: "t3_c")
        harness.arrive(own, as: "t1_own")
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        let beside = try harness.queue(Kinds.edit, field: "target", on: "t1_x", container: "t3_b")
        #expect(harness.sends == [[beside]])
        let theirs = try harness.queue(
            Kinds.edit, field: "target", on: "t1_y", as: OutboxHarness.other, container: "t3_a")
        #expect(harness.sends == [[theirs]])
        // One that is known to be another text.
        let known = try harness.queue(Kinds.edit, field: "target", on: "t1_own", container: "t3_a")
        #expect(harness.sends == [[known]])
    }

    @Test func anEditWhoseAgeCannotBeToldIsReadFirst() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x")
        harness.relaunch(boot: "second", after: -3600)
        #expect(harness.looks == [edit])
    }

    @Test func belowAParentThatIsThereNothingWaits() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        harness.arrive(parent, as: "t1_x")
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        #expect(harness.sends == [[child]])
    }

    @Test func arrivedWithoutAnIDItAsksWhatBecomesOfThoseBelow() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, "answer", waitsFor: [parent])
        harness.lose(parent)
        harness.looked(parent, .unclear(OutboxHarness.reason))
        #expect(throws: OutboxRefusal.hasDependants([child])) {
            try harness.decide(.arrived(result: nil, nil), on: parent)
        }
        try harness.decide(.arrived(result: nil, .drafts), on: parent)
        #expect(harness.outbox.all.isEmpty && drafts(harness.outcomes) == ["answer"])
    }

    @Test func aPersonWhoAsksIsNotAnsweredByALookFromBefore() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        let attempt = try #require(harness.outbox.looking[reply]?.attempt)
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness.looks == [reply])
        harness.handle(.looked(reply, attempt: attempt, .absent))
        #expect(harness[reply]?.state == .checking)
        harness.looked(reply, .absent)
        #expect(harness.sends == [[reply]])
    }

    @Test func aCopyIsNoOneElsesAndNoneThatIsKnown() throws {
        var harness = OutboxHarness()
        let words = OutboxWorld.payload("words")
        let arrived = try harness.queue(Kinds.reply)
        harness.arrive(arrived, as: "t1_known")
        let text = try harness.queue(Kinds.reply)
        harness.lose(text)
        harness.looked(text, .unclear(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: text)
        harness.handle(.seen(OutboxHarness.other, thing: "t3_a", native: "t1_w", payload: words))
        #expect(harness.outcomes.isEmpty)
        harness.handle(.seen(OutboxHarness.me, thing: "t3_a", native: "t1_known", payload: words))
        #expect(harness.outcomes.isEmpty)
        // One that is repeated by its key may be it; one of other words is not.
        let keyed = try harness.queue(Kinds.message, policy: Self.keyed)
        harness.lose(keyed)
        harness.handle(.seen(OutboxHarness.me, thing: "t3_a", native: "t1_x", payload: words))
        #expect(harness.outcomes.isEmpty)
        harness.pass(5)
        harness.arrive(keyed, as: "t1_x")
        let beside = try harness.queue(Kinds.reply, "other")
        harness.lose(beside)
        harness.handle(.seen(OutboxHarness.me, thing: "t3_a", native: "t1_y", payload: words))
        #expect(harness.outcomes.count == 1)
    }
}
