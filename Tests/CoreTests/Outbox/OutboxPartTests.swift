import Foundation
import Testing

@testable import Core

/// Parts, such as uploads: they go first, and exist only for the text that has them.
struct OutboxPartTests {
    private typealias Kinds = OutboxWorld.Kinds

    private static let upload = {
        var policy = OutboxEntry.Policy(.always)
        (policy.makesThing, policy.isPart) = (true, true)
        return policy
    }()

    private func upload(_ harness: inout OutboxHarness, undo: Double = 0) throws -> OutboxEntry.ID {
        try harness.queue(Kinds.message, field: "file", on: "picture", policy: Self.upload, undo: undo)
    }

    /// A reply that is being sent, with an edit that brings a part which is not sent yet.
    private func edited() throws -> (OutboxHarness, reply: OutboxEntry.ID, part: OutboxEntry.ID) {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let part = try upload(&harness, undo: 1000)
        try harness.queue(
            Kinds.edit, field: "target", on: reply.rawValue, "better",
            amends: OutboxEntry.Amendment(of: reply, replacement: OutboxWorld.payload("better")), waitsFor: [reply],
            parts: [part])
        return (harness, reply, part)
    }

    @Test func aTextGoesOnceItsPartsAreThere() throws {
        var harness = OutboxHarness()
        let first = try upload(&harness)
        let second = try harness.queue(Kinds.message, field: "file", on: "other", policy: Self.upload)
        let reply = try harness.queue(Kinds.reply, parts: [first, second])
        harness.arrive(second, as: "file-2")
        #expect(harness[reply]?.state == .waiting)
        harness.arrive(first, as: "file-1")
        #expect(harness.sends == [[reply]])
        // What is uploaded is not uploaded again.
        harness.relaunch()
        #expect(harness.outbox.native(of: first) == "file-1" && harness.outbox.native(of: second) == "file-2")
        #expect(harness.outbox.all.map(\.id) == [reply])
    }

    @Test func aTextAndItsPartsAreOneCommit() throws {
        var harness = OutboxHarness()
        let part = entry("entry-part", Self.upload, field: "file")
        let text = entry("entry-text", Kinds.policy(Kinds.reply), field: "text", parts: [part.id])
        let step = try harness.outbox.queue(text, with: [part], known: nil, at: harness.now)
        #expect(step.changes == [.entry(part.id), .entry(text.id)])
        #expect(harness[text.id]?.state == .waiting && harness[part.id]?.state == .pending)
        // The same call again takes neither again, also once the part has arrived.
        harness.handle(.woke)
        harness.arrive(part.id, as: "file")
        #expect(try harness.outbox.queue(text, with: [part], known: nil, at: harness.now).changes.isEmpty)
        #expect(harness.outbox.all.map(\.id) == [text.id])
    }

    @Test func aPartThatLeavesAsItBeginsIsNotSent() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let part = try upload(&harness)
        let older = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "better", parts: [part])
        let newer = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "best")
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness[part] == nil && harness[older] == nil)
        #expect(harness.sends == [[newer]])
    }

    @Test func aPartThatNothingWasQueuedForLeavesAfterARelaunch() throws {
        var harness = OutboxHarness()
        let loose = try upload(&harness, undo: 1000)
        let part = try upload(&harness, undo: 1000)
        let reply = try harness.queue(Kinds.reply, parts: [part])
        harness.relaunch()
        #expect(harness[loose] == nil)
        #expect(harness.outbox.all.map(\.id) == [part, reply])
    }

    private func entry(
        _ id: String, _ policy: OutboxEntry.Policy, field: String, parts: [OutboxEntry.ID] = []
    ) -> OutboxEntry {
        OutboxEntry(
            id: OutboxEntry.ID(rawValue: id), account: OutboxHarness.me,
            kind: policy.isPart ? Kinds.upload : Kinds.reply, payload: OutboxWorld.payload("words"),
            target: StatusTarget(.post, site: .reddit, native: "t3_a"), field: field, thing: "t3_a", policy: policy,
            parts: parts, at: OutboxHarness().now)
    }

    @Test func aTextThatFailedIsNotSentBecauseItsNewPartArrived() throws {
        var (harness, reply, part) = try edited()
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        #expect(harness[reply]?.state == .failed && harness[reply]?.parts == [part])
        harness.pass(1000)
        #expect(harness.sends == [[part]])
        harness.arrive(part, as: "file")
        #expect(harness[reply]?.state == .failed && harness.sends.isEmpty)
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness.sends == [[reply]])
    }

    @Test func aTextThatFailedAndIsSentAgainWaitsForItsNewPart() throws {
        var (harness, reply, part) = try edited()
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness[reply]?.state == .waiting)
        harness.pass(1000)
        harness.arrive(part, as: "file")
        #expect(harness.sends == [[reply]])
    }

    @Test func whatAnEditBroughtLeavesWithTheTextThatIsGivenUp() throws {
        var (harness, reply, part) = try edited()
        harness.lose(reply)
        harness.looked(reply, .unclear(OutboxHarness.reason))
        try harness.decide(.giveUp(nil), on: reply)
        #expect(harness.outbox.all.isEmpty)
        guard case .draft(let draft) = harness.outcomes.first else { return #expect(Bool(false), "It is lost.") }
        #expect(OutboxWorld.text(draft) == "better" && draft.parts == [part])
    }

    @Test func theEditOfATextThatArrivedWaitsForItsPart() throws {
        var (harness, reply, part) = try edited()
        harness.arrive(reply, as: "t1_x")
        #expect(harness.sends.isEmpty)
        let edit = try #require(harness.outbox.all.last?.id)
        harness.pass(1000)
        harness.arrive(part, as: "file")
        #expect(harness.sends == [[edit]])
    }

    /// Queues an edit of a reply that is being sent, which brings parts.
    private func edit(
        _ reply: OutboxEntry.ID, _ words: String, parts: [OutboxEntry.ID], version: Int = 1,
        in harness: inout OutboxHarness
    ) throws -> OutboxEntry.ID {
        let amendment = OutboxEntry.Amendment(of: reply, replacement: OutboxWorld.payload(words))
        return try harness.queue(
            Kinds.edit, field: "target", on: reply.rawValue, words, amends: amendment, waitsFor: [reply],
            version: version, parts: parts)
    }

    @Test(arguments: [1, 2])
    func whatAnEditBroughtLeavesWhereANewerOneHasItNot(_ version: Int) throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let part = try upload(&harness, undo: 1000)
        let older = try edit(reply, "better", parts: [part], version: version, in: &harness)
        let newer = try edit(reply, "best", parts: [], in: &harness)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: 30, until: nil))
        #expect(harness[older] == nil && harness[newer] == nil && harness[part] == nil)
        #expect(harness.outbox.all.map(\.id) == [reply] && harness[reply]?.payload == OutboxWorld.payload("best"))
        #expect(harness[reply]?.state == .pending && harness[reply]?.waitsFor == [] && harness[reply]?.parts == [])
    }

    @Test func whatAnEditOfAnotherVersionBroughtLeavesOnceThePersonEditsTheText() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let part = try upload(&harness, undo: 1000)
        let older = try edit(reply, "better", parts: [part], version: 2, in: &harness)
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        #expect(harness[reply]?.state == .failed && harness[older] != nil && harness[part] != nil)
        try harness.decide(.edit(OutboxWorld.payload("best")), on: reply)
        #expect(harness.outbox.all.map(\.id) == [reply] && harness[reply]?.payload == OutboxWorld.payload("best"))
    }

    // MARK: Refused parts

    @Test func aTextWhosePartIsRefusedFailsWithItAndIsSentAgainWithIt() throws {
        var harness = OutboxHarness()
        let first = try upload(&harness)
        let second = try harness.queue(Kinds.message, field: "file", on: "other", policy: Self.upload)
        let reply = try harness.queue(Kinds.reply, parts: [first, second])
        harness.answer(first, with: .refused(OutboxHarness.reason))
        #expect(harness[first]?.state == .failed && harness[reply]?.state == .failed)
        #expect(harness[reply]?.reason == OutboxHarness.reason)
        harness.arrive(second, as: "file-2")
        #expect(harness[reply]?.state == .failed)

        try harness.decide(.send(as: nil), on: reply)
        #expect(harness[reply]?.state == .waiting && harness[reply]?.reason == nil)
        #expect(harness.sends == [[first]])
        harness.arrive(first, as: "file-1")
        #expect(harness.sends == [[reply]])
        #expect(harness[reply]?.parts.compactMap { harness.outbox.native(of: $0) } == ["file-1", "file-2"])
    }

    @Test func aPartThatIsSentAgainAloneLeavesItsTextToThePerson() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness)
        let reply = try harness.queue(Kinds.reply, parts: [part])
        harness.answer(part, with: .refused(OutboxHarness.reason))
        try harness.decide(.send(as: nil), on: part)
        harness.arrive(part, as: "file")
        #expect(harness[reply]?.state == .failed && harness.sends.isEmpty)
        try harness.decide(.edit(OutboxWorld.payload("better")), on: reply)
        #expect(harness.sends == [[reply]])
    }

    @Test func aTextThatIsEditedSendsItsRefusedPartAgain() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness)
        let reply = try harness.queue(Kinds.reply, parts: [part])
        harness.answer(part, with: .refused(OutboxHarness.reason))
        try harness.decide(.edit(OutboxWorld.payload("better")), on: reply)
        #expect(harness[reply]?.state == .waiting && harness.sends == [[part]])
    }

    @Test func anEditWhosePartIsRefusedFailsOnceItWaitsForNothingElse() throws {
        for isThere in [true, false] {
            var (harness, reply, part) = try edited()
            harness.pass(1000)
            harness.answer(part, with: .refused(OutboxHarness.reason))
            let edit = try #require(harness.outbox.all.last?.id)
            #expect(harness[edit]?.state == .waiting, "its text is not known to be there")
            if isThere {
                harness.arrive(reply, as: "t1_x")
                #expect(harness[edit]?.state == .failed && harness[edit]?.reason == OutboxHarness.reason)
            } else {
                harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: 30, until: nil))
                #expect(harness[edit] == nil && harness[reply]?.state == .failed && harness[reply]?.parts == [part])
            }
            try harness.decide(.send(as: nil), on: isThere ? edit : reply)
            #expect(harness[part]?.state == .sending)
        }
    }

    @Test func whatAnEarlierVersionLeftWaitingForARefusedPartFails() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness)
        let reply = try harness.queue(Kinds.reply, parts: [part])
        harness.answer(part, with: .refused(OutboxHarness.reason))
        var old = try #require(harness[reply])
        (old.state, old.reason) = (.waiting, nil)
        harness.outbox.put(old)
        harness.relaunch()
        #expect(harness[reply]?.state == .failed)
    }

    @Test func aTextThatIsQueuedWithARefusedPartFailsAtOnce() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness)
        harness.answer(part, with: .refused(OutboxHarness.reason))
        let reply = try harness.queue(Kinds.reply, parts: [part])
        #expect(harness[reply]?.state == .failed && harness[reply]?.reason == OutboxHarness.reason)
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness[part]?.state == .sending && harness[reply]?.state == .waiting)
    }

    @Test func aTextThatIsTurnedToItsParentsParentFailsWithItsPart() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        harness.answer(parent, with: .refused(OutboxHarness.reason))
        let part = try upload(&harness)
        let reply = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent], parts: [part])
        let other = OutboxEntry.Reason(.forbidden, "Too big.")
        harness.answer(part, with: .refused(other))
        #expect(harness[reply]?.state == .waiting, "what it answers is not there")
        try harness.decide(.giveUp(.toParent), on: parent)
        #expect(harness[reply]?.state == .failed && harness[reply]?.reason == other)
    }

    @Test func aTextWhoseSessionEndsFailsWithThePartThatAnEditBroughtMeanwhile() throws {
        var (harness, reply, part) = try edited()
        harness.pass(1000)
        harness.answer(part, with: .refused(OutboxHarness.reason))
        harness.answer(reply, with: .sessionOver(OutboxEntry.Reason(.sessionExpired, "Over.")))
        #expect(harness[reply]?.state == .failed && harness[reply]?.parts == [part])
        #expect(harness[reply]?.reason == OutboxHarness.reason && harness[reply]?.doubtfulSince == nil)
    }

    // MARK: Order

    private static let message = {
        var policy = OutboxWorld.Kinds.policy(OutboxWorld.Kinds.message)
        policy.holdsLaneWhileWaiting = true
        return policy
    }()

    @Test func aMessageDoesNotOvertakeOneWhosePartsAreOnTheirWay() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness)
        let first = try harness.queue(Kinds.message, policy: Self.message, parts: [part])
        let second = try harness.queue(Kinds.message, policy: Self.message)
        #expect(harness[part]?.state == .sending && harness[second]?.state == .pending)
        harness.arrive(part, as: "file")
        #expect(harness.sends == [[first]])
        harness.arrive(first, as: "m1")
        #expect(harness.sends == [[second]])
    }

    @Test func aMessageWhosePartIsRefusedHoldsNothing() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness)
        let first = try harness.queue(Kinds.message, policy: Self.message, parts: [part])
        let second = try harness.queue(Kinds.message, policy: Self.message)
        harness.answer(part, with: .refused(OutboxHarness.reason))
        #expect(harness[first]?.state == .failed && harness.sends == [[second]])
    }

    @Test func givingAPartUpAsksAboutItsText() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let part = try upload(&harness)
        let reply = try harness.queue(Kinds.reply, parts: [part])
        #expect(throws: OutboxRefusal.hasDependants([reply])) { try harness.decide(.giveUp(nil), on: part) }
        // A text cannot answer what its picture answers.
        #expect(throws: OutboxRefusal.notApplicable) { try harness.decide(.giveUp(.toParent), on: part) }
        try harness.decide(.giveUp(.drafts), on: part)
        #expect(harness.outbox.all.isEmpty)
    }

    @Test func aPartThatTwoTextsHaveStaysWithTheOther() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let part = try upload(&harness)
        let first = try harness.queue(Kinds.reply, parts: [part])
        let second = try harness.queue(Kinds.reply, on: "t3_b", parts: [part])
        try harness.decide(.giveUp(nil), on: first)
        #expect(harness.outbox.all.map(\.id) == [part, second])
    }

    @Test func whatIsDiscardedBecomesNoDraftBecauseOfItsPart() throws {
        var (harness, reply, _) = try edited()
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        #expect(harness.outbox.discardAll(of: OutboxHarness.me, at: harness.now).outcomes.isEmpty)
        #expect(harness.outbox.all.isEmpty)
    }

    private func edit(
        _ harness: inout OutboxHarness, _ reply: OutboxEntry.ID, parts: [OutboxEntry.ID]
    ) throws {
        try harness.queue(
            Kinds.edit, field: "target", on: reply.rawValue, "better",
            amends: OutboxEntry.Amendment(of: reply, replacement: OutboxWorld.payload("better")), waitsFor: [reply],
            parts: parts)
    }

    @Test func ofTwoEditsTheLastOnesPartsCount() throws {
        for isKept in [true, false] {
            var (harness, reply, part) = try edited()
            try edit(&harness, reply, parts: isKept ? [part] : [])
            harness.answer(reply, with: .unknown(OutboxHarness.reason, isAnswered: true))
            harness.looked(reply, .absent)
            #expect(harness[reply]?.parts == (isKept ? [part] : []))
            #expect(harness[reply]?.state == (isKept ? .waiting : .pending))
            #expect((harness[part] != nil) == isKept)
            harness.pass(1000)
            if isKept { harness.arrive(part, as: "file") }
            #expect(harness.sends == [[reply]])
        }
    }

    @Test func whatCouldNotBeStoredIsInTheCommitOfATextWithParts() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.arrive(reply, as: "t1_x")
        let arrived = harness.outcomes
        harness.handle(.notStored(OutboxStep(changes: [.entry(reply), .sent(reply)], outcomes: arrived)))
        let part = entry("entry-part", Self.upload, field: "file")
        let text = entry("entry-text", Kinds.policy(Kinds.reply), field: "text", parts: [part.id])
        let step = try harness.outbox.queue(text, with: [part], known: nil, at: harness.now)
        #expect(step.changes == [.entry(reply), .sent(reply), .entry(part.id), .entry(text.id)])
        #expect(!arrived.isEmpty && step.outcomes == arrived)
    }

    @Test func aPartThatIsThereIsNotWaitedFor() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness)
        harness.arrive(part, as: "file")
        let reply = try harness.queue(Kinds.reply)
        try edit(&harness, reply, parts: [part])
        harness.answer(reply, with: .unknown(OutboxHarness.reason, isAnswered: true))
        harness.looked(reply, .absent)
        #expect(harness[reply]?.state == .pending && harness[reply]?.parts == [part])
    }

    @Test func anEditThatWaitsForItsPartDoesNotUndoANewerOne() throws {
        var (harness, reply, part) = try edited()
        let older = try #require(harness.outbox.all.last?.id)
        harness.arrive(reply, as: "t1_x")
        #expect(harness[older]?.state == .waiting)
        let newer = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "best", container: "t3_a")
        #expect(harness.sends == [[newer]])
        #expect(harness[older] == nil && harness[part] == nil)
        // Its words are not lost.
        guard case .draft(let draft) = harness.outcomes.first else { return #expect(Bool(false), "They are lost.") }
        #expect(OutboxWorld.text(draft) == "better")
    }

    @Test func aReplyThatWaitsForItsPartIsOvertaken() throws {
        var harness = OutboxHarness()
        let part = try upload(&harness, undo: 1000)
        let first = try harness.queue(Kinds.reply, parts: [part])
        let second = try harness.queue(Kinds.reply)
        #expect(harness.sends == [[second]] && harness[first]?.state == .waiting)
    }

    @Test func whatAnswersTheParentInsteadWaitsForItsOwnPartsOnly() throws {
        var harness = OutboxHarness()
        let theirs = try upload(&harness, undo: 1000)
        let parent = try harness.queue(Kinds.reply, parts: [theirs])
        let own = try harness.queue(Kinds.message, field: "file", on: "other", policy: Self.upload, undo: 1000)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent], parts: [own])
        let below = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        try harness.decide(.giveUp(.toParent), on: parent)
        #expect(harness[theirs] == nil && harness[child]?.waitsFor == [own])
        #expect([child, below].map { harness[$0]?.state } == [.waiting, .sending])
        #expect([child, below].map { harness[$0]?.lane.thing } == ["t3_a", "t3_a"])
    }

    @Test func whatIsNoPartStaysWhereItIsNamedAsOne() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let gallery = try harness.queue(Kinds.message)
        let reply = try harness.queue(Kinds.reply, parts: [gallery])
        try harness.decide(.giveUp(nil), on: reply)
        #expect(harness.outbox.all.map(\.id) == [gallery])
    }

    @Test func anEditThatWaitsForItsPartOutlivesAnOlderOne() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let older = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "better")
        let part = try upload(&harness, undo: 1000)
        let newer = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "best", parts: [part])
        let newest = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "words")
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [[older]] && harness[newer]?.state == .waiting)
        harness.arrive(older)
        #expect(harness.sends == [[newest]] && harness[newer] == nil)
    }
}
