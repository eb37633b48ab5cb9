import Foundation
import Testing

@testable import Core

/// Texts: never collapsed, never sent twice, never lost.
struct OutboxTextTests {
    typealias Kinds = OutboxWorld.Kinds

    func drafts(_ outcomes: [OutboxOutcome]) -> [String] {
        outcomes.compactMap { if case .draft(let entry) = $0 { OutboxWorld.text(entry) } else { nil } }
    }

    // MARK: Looking before sending again

    @Test func aTextWithoutAnAnswerIsLookedForAndFound() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        #expect(harness.looks == [reply])
        harness.looked(reply, .found(["t1_x"]))
        #expect(harness.outbox.all.isEmpty)
        #expect(harness.outbox.native(of: reply) == "t1_x")
    }

    @Test func absenceCountsOnceALookThatBeganAfterTheSettleTimeFindsNothing() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.pass(59)
        harness.looked(reply, .absent)
        #expect(harness[reply]?.state == .checking)
        #expect(harness.actions.isEmpty)
        harness.pass(1)
        #expect(harness.looks == [reply])
        harness.looked(reply, .absent)
        #expect(harness.sends == [[reply]])
    }

    @Test func anAnsweredFailureCountsAsNotDoneOnceALookFindsNothing() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .unknown(OutboxHarness.reason, isAnswered: true))
        harness.looked(reply, .absent)
        #expect(harness[reply]?.state == .pending)
        #expect(harness.sends.isEmpty)
        harness.pass(5)
        #expect(harness.sends == [[reply]])
    }

    @Test func aRelaunchDoesNotBeginTheSettleTimeAgain() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.relaunch(after: 40)
        #expect(harness.looks == [reply])
        harness.looked(reply, .absent)
        harness.pass(20)
        harness.looked(reply, .absent)
        #expect(harness.sends == [[reply]])
    }

    @Test func aNewBootBeginsTheSettleTimeAgain() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.relaunch(boot: "second", after: 40)
        harness.looked(reply, .absent)
        harness.pass(20)
        #expect(harness.actions.isEmpty)
        harness.pass(40)
        #expect(harness.looks == [reply])
    }

    @Test func theWallClockAloneNeverEndsTheSettleTime() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .absent)
        harness.now.date += 86400
        harness.handle(.woke)
        #expect(harness.actions.isEmpty)
        #expect(harness[reply]?.state == .checking)
    }

    @Test func aKillInTheMiddleOfASendIsLookedFor() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.relaunch()
        #expect(harness.looks == [reply])
        #expect(harness[reply]?.state == .checking)
    }

    @Test func twoEqualRepliesStayTwo() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply)
        let second = try harness.queue(Kinds.reply)
        harness.arrive(first, as: "t1_x")
        harness.answer(second, with: .unknown(OutboxHarness.reason, isAnswered: true))
        harness.looked(second, .found(["t1_x"]))
        #expect(harness[second]?.state == .pending)
        harness.pass(5)
        harness.arrive(second, as: "t1_y")
        #expect(harness.outbox.native(of: second) == "t1_y")
    }

    @Test func anAnswerThatWasCutIsNeverSentAgainByItself() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .doneWithoutResult)
        harness.looked(reply, .absent)
        harness.pass(60)
        harness.looked(reply, .absent)
        #expect(harness[reply]?.state == .unsure)
        harness.pass(86400)
        #expect(harness.actions.isEmpty)
    }

    @Test func aLookThatFailsForADayAsksAPerson() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        for _ in 0..<500 where harness[reply]?.state == .checking {
            harness.looked(reply, .failed(OutboxHarness.reason, isPassing: true))
            harness.pass(600)
        }
        #expect(harness[reply]?.state == .unsure)
        #expect(harness.now.uptime >= 86400)
    }

    @Test func aPersonWhoAsksDoesNotWaitForTheSettleTime() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .absent)
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness.looks == [reply])
        harness.looked(reply, .absent)
        #expect(harness.sends == [[reply]])
    }

    // MARK: Edits and deletions of what is unsent

    @Test func anEditDuringTheTimeToTakeItBackDoesNotSendIt() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply, undo: 7)
        harness.pass(5)
        try harness.decide(.edit(OutboxWorld.payload("better")), on: reply)
        #expect(harness.sends.isEmpty)
        harness.pass(2)
        #expect(harness.sends == [[reply]])
    }

    @Test func anEditOfAnUnsentTextChangesIt() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply)
        try harness.decide(.edit(OutboxWorld.payload("better")), on: reply)
        #expect(harness[reply].map(OutboxWorld.text) == "better")
        try harness.decide(.giveUp(nil), on: reply)
        #expect(drafts(harness.outcomes) == ["better"])
        #expect(harness.outbox.all.isEmpty)
    }

    /// A reply that is being sent, with an edit or a deletion that waits for it.
    func amended(_ replacement: String?) throws -> (OutboxHarness, OutboxEntry.ID, OutboxEntry.ID) {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let change = try harness.amend(reply, replacement)
        #expect(harness[change]?.state == .waiting)
        return (harness, reply, change)
    }

    @Test func anEditOfATextThatArrivedRuns() throws {
        var (harness, reply, edit) = try amended("better")
        harness.lose(reply)
        harness.looked(reply, .found(["t1_x"]))
        #expect(harness.sends == [[edit]])
        #expect(harness.outbox.native(of: reply) == "t1_x")
    }

    @Test func anEditOfATextThatDidNotArriveReplacesIt() throws {
        var (harness, reply, edit) = try amended("better")
        harness.answer(reply, with: .unknown(OutboxHarness.reason, isAnswered: true))
        harness.looked(reply, .absent)
        #expect(harness[reply].map(OutboxWorld.text) == "better")
        #expect(harness[edit] == nil)
    }

    @Test func anEditOfATextThatWasRefusedChangesTheKeptText() throws {
        var (harness, reply, edit) = try amended("better")
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        #expect(harness[reply]?.state == .failed)
        #expect(harness[reply].map(OutboxWorld.text) == "better")
        #expect(harness[edit] == nil)
    }

    @Test func aDeletionOfATextThatDidNotArriveEndsBoth() throws {
        var (harness, reply, _) = try amended(nil)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        #expect(harness.outbox.all.isEmpty)
        #expect(drafts(harness.outcomes) == ["words"])
    }

    @Test func aDeletionOfATextThatArrivedRuns() throws {
        var (harness, reply, deletion) = try amended(nil)
        harness.arrive(reply, as: "t1_x")
        #expect(harness.sends == [[deletion]])
    }

    @Test func anUnsureTextIsNotEditedAndGivingItUpKeepsItForAnOfferOfDeletion() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        #expect(throws: OutboxRefusal.unsure) { try harness.decide(.edit(OutboxWorld.payload("better")), on: reply) }
        try harness.decide(.giveUp(nil), on: reply)
        #expect(drafts(harness.outcomes) == ["words"])
        #expect(harness.outbox.sent[reply]?.givenUp?.string == "words")
    }

    @Test func anEditThatWaitsForItsTextIsReplacedByANewerOneOnly() throws {
        var (harness, reply, edit) = try amended("better")
        #expect(throws: OutboxRefusal.notApplicable) {
            try harness.decide(.edit(OutboxWorld.payload("best")), on: edit)
        }
        _ = try harness.amend(reply, "best")
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        #expect(harness[reply].map(OutboxWorld.text) == "best")
        #expect(harness.outbox.all.map(\.id) == [reply])
    }

    @Test func sentAgainATextGoesAsItWasEditedMeanwhile() throws {
        var (harness, reply, edit) = try amended("better")
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        #expect(harness[edit]?.state == .waiting)
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness[reply].map(OutboxWorld.text) == "better")
        #expect(harness[edit] == nil)
    }

    @Test func deletedWhileNobodyKnewItIsGivenUpOnceNobodyCanKnow() throws {
        var (harness, reply, deletion) = try amended(nil)
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        #expect(harness[reply] == nil && harness[deletion] == nil)
        #expect(drafts(harness.outcomes) == ["words"])
        // A copy that turns up is offered for deletion, once.
        let seen = OutboxEvent.seen(
            OutboxHarness.me, thing: "t3_a", native: "t1_x", payload: OutboxWorld.payload("words"))
        harness.handle(seen)
        #expect(harness.outcomes == [.copy(try #require(harness.outbox.sent[reply]))])
        harness.handle(seen)
        #expect(harness.outcomes.isEmpty)
    }

    @Test func belowADeletedTextNothingIsSaidThatWasGivenUpWithIt() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        #expect(throws: OutboxRefusal.hasDependants([child])) { _ = try harness.amend(parent, nil) }
        let deletion = try harness.amend(parent, nil, dependants: .givenUp)
        #expect(throws: OutboxRefusal.targetDeleted) {
            try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        }
        harness.arrive(parent, as: "t1_x")
        #expect(harness[child] == nil)
        #expect(harness.sends == [[deletion]])
    }

    @Test func aDeepReplyBelowWhatIsBeingDeletedIsRefused() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        _ = try harness.amend(parent, nil, dependants: .givenUp)
        #expect(throws: OutboxRefusal.targetDeleted) {
            try harness.queue(Kinds.reply, on: child.rawValue, waitsFor: [child])
        }
    }

    @Test func whatIsNotUnderWayAnyMoreIsChangedItself() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: 60, until: nil))
        #expect(throws: OutboxRefusal.notApplicable) { _ = try harness.amend(reply, nil) }
        try harness.decide(.giveUp(nil), on: reply)
        #expect(harness.outbox.all.isEmpty)
    }

    @Test func aTextThatIsLookedForIsNoCopyOfOneThatWasGivenUp() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply)
        harness.lose(first)
        harness.looked(first, .unclear(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: first)
        let second = try harness.queue(Kinds.reply)
        harness.lose(second)
        harness.handle(
            .seen(OutboxHarness.me, thing: "t3_a", native: "t1_x", payload: OutboxWorld.payload("words")))
        #expect(harness.outcomes.isEmpty)
        harness.looked(second, .found(["t1_x"]))
        #expect(harness.outbox.native(of: second) == "t1_x")
    }

    @Test func anEditBringsItsPartsAndLeavesNoneOver() throws {
        var harness = OutboxHarness { $0.parallel = 1 }
        var upload = OutboxEntry.Policy(.always)
        (upload.makesThing, upload.isPart) = (true, true)
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .unknown(OutboxHarness.reason, isAnswered: true))
        let picture = try harness.queue(Kinds.message, field: "file", on: "picture", policy: upload, undo: 1000)
        _ = try harness.queue(
            Kinds.edit, field: "target", on: reply.rawValue, "better",
            amends: OutboxEntry.Amendment(of: reply, replacement: OutboxWorld.payload("better")), waitsFor: [reply],
            parts: [picture])
        harness.looked(reply, .absent)
        #expect(harness[reply]?.state == .waiting)
        #expect(harness[reply]?.parts == [picture])
        try harness.decide(.giveUp(nil), on: reply)
        #expect(harness.outbox.all.isEmpty)
    }

    @Test func aTextThatMayBeOneInDoubtIsNotChangedByItsNativeID() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        // It is there, and the person sees and deletes it before it is found.
        let deletion = try harness.queue(Kinds.delete, field: "target", on: "t1_x", container: "t3_a")
        #expect(harness[deletion]?.state == .pending)
        harness.looked(reply, .found(["t1_x"]))
        #expect(harness.sends == [[deletion]])
    }

    @Test func aDraftThatWasGivenUpIsAnotherEntryWhenItIsSent() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let entry = try #require(harness[reply])
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: reply)
        #expect(throws: OutboxRefusal.givenUp) { _ = try harness.outbox.queue(entry, known: nil, at: harness.now) }
    }

    @Test func anUploadLeavesWithWhatItIsFor() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        var policy = OutboxEntry.Policy(.always)
        (policy.makesThing, policy.isPart) = (true, true)
        let upload = try harness.queue(Kinds.message, field: "file", on: "picture", policy: policy)
        let reply = try harness.queue(Kinds.reply, parts: [upload])
        #expect(harness[reply]?.state == .waiting)
        try harness.decide(.giveUp(nil), on: reply)
        #expect(harness.outbox.all.isEmpty)
        #expect(harness[upload] == nil)
    }

    @Test func lookingCountsOnlyWhileSomebodyLooks() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .failed(OutboxHarness.reason, isPassing: true))
        harness.relaunch(after: 2 * 86400)
        harness.looked(reply, .failed(OutboxHarness.reason, isPassing: true))
        #expect(harness[reply]?.state == .checking)
    }

    @Test func aLookOfASignInBeforeThisOneIsNotBelieved() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        let attempt = try #require(harness.outbox.looking[reply]?.attempt)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.looks == [reply])
        harness.handle(.looked(reply, attempt: attempt, .found(["t1_x"])))
        #expect(harness[reply]?.state == .checking)
    }

    @Test func aLookAsNobodySaysNothing() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.pass(100)
        harness.looked(reply, .sessionOver)
        #expect(harness[reply]?.state == .checking)
        #expect(harness.actions.isEmpty)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.looks == [reply])
    }

    @Test func anEditThatWasChangedMeanwhileIsReadFirstAllTheSame() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x")
        harness.pass(7200)
        try harness.decide(.edit(OutboxWorld.payload("better")), on: edit)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.looks == [edit])
    }

    @Test func anEditThatWaitedAnHourIsReadFirst() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x")
        harness.pass(3601)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.looks == [edit])
        harness.looked(edit, .absent)
        #expect(harness.sends == [[edit]])
    }

    @Test func anEditOfWhatWasChangedElsewhereAsksAPerson() throws {
        var harness = OutboxHarness()
        let edit = try harness.queue(Kinds.edit, field: "target", on: "t1_x")
        harness.lose(edit)
        harness.looked(edit, .unclear(OutboxHarness.reason))
        #expect(harness[edit]?.state == .unsure)
    }

    // MARK: What answers what is unsent

    @Test func aReplyBelowAnUnsentOneWaitsAndThenGoes() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        #expect(harness[child]?.state == .waiting)
        harness.arrive(parent, as: "t1_x")
        #expect(harness.sends == [[child]])
        // By its server's id the parent is the same lane.
        let sibling = try harness.queue(Kinds.reply, on: "t1_x")
        #expect(harness[sibling]?.lane == harness[child]?.lane)
        #expect(harness[sibling]?.state == .pending)
    }

    @Test func aReplyByTheServersIdKeepsItsLaneOnceItsParentIsKnownToBeOnesOwn() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        harness.lose(parent)
        // It is seen in the thread before the look finds it.
        let byID = try harness.queue(Kinds.reply, on: "t1_x")
        #expect(harness[byID]?.state == .sending)
        harness.looked(parent, .found(["t1_x"]))
        #expect(harness[child]?.state == .pending)
        harness.arrive(byID, as: "t1_y")
        #expect(harness[child]?.state == .sending)
    }

    @Test func belowAParentThatFailedTheyStay() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        harness.answer(parent, with: .refused(OutboxHarness.reason))
        #expect(harness[child]?.state == .waiting)
    }

    @Test func givingUpAParentAsksWhatBecomesOfThoseBelow() throws {
        for choice in [OutboxDependants.givenUp, .drafts, .toParent] {
            var harness = OutboxHarness()
            let parent = try harness.queue(Kinds.reply)
            let child = try harness.queue(Kinds.reply, on: parent.rawValue, "answer", waitsFor: [parent])
            harness.answer(parent, with: .refused(OutboxHarness.reason))
            #expect(throws: OutboxRefusal.hasDependants([child])) { try harness.decide(.giveUp(nil), on: parent) }
            try harness.decide(.giveUp(choice), on: parent)
            switch choice {
            case .givenUp: #expect(harness[child] == nil && drafts(harness.outcomes) == ["words"])
            case .drafts: #expect(harness[child] == nil && drafts(harness.outcomes) == ["answer", "words"])
            case .toParent:
                #expect(harness[child]?.state == .sending)
                #expect(harness[child]?.target?.native == "t3_a")
            }
        }
    }

    @Test func theSameEntryIsNotTakenTwice() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let entry = try #require(harness[reply])
        _ = try harness.outbox.queue(entry, known: nil, at: harness.now)
        #expect(harness.outbox.all.count == 1)
        harness.arrive(reply, as: "t1_x")
        _ = try harness.outbox.queue(entry, known: nil, at: harness.now)
        #expect(harness.outbox.all.isEmpty)
    }
}
