import Foundation
import Testing

@testable import Core

/// Entries of a version of the app that this one does not know: kept as they are, shown, and holding nothing.
struct OutboxVersionTests {
    private typealias Kinds = OutboxWorld.Kinds

    /// An entry as a later version stores it: one of the names in it is another.
    private func entry(_ name: String, _ other: String, waitsFor: [OutboxEntry.ID] = []) throws -> OutboxEntry {
        let entry = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-later"), account: OutboxHarness.me, kind: Kinds.reply,
            payload: OutboxWorld.payload("words"), target: StatusTarget(.post, site: .reddit, native: "t3_a"),
            field: "text", thing: "t3_a", policy: Kinds.policy(Kinds.reply), waitsFor: waitsFor,
            at: OutboxHarness().now)
        let text = String(decoding: try JSONEncoder().encode(entry), as: UTF8.self)
        #expect(text.contains(name))
        return try JSONDecoder().decode(OutboxEntry.self, from: Data(text.replacing(name, with: other).utf8))
    }

    private func text(_ entry: OutboxEntry?) throws -> String {
        String(decoding: try JSONEncoder().encode(entry), as: UTF8.self)
    }

    /// A harness whose store has an entry.
    private func harness(_ entry: OutboxEntry) -> OutboxHarness {
        var harness = OutboxHarness()
        harness.outbox = Outbox(entries: [entry], limits: harness.outbox.limits)
        harness.handle(.opened)
        harness.handle(.session(OutboxHarness.me, epoch: 1))
        return harness
    }

    @Test(arguments: [
        (#""state":"pending""#, #""state":"held""#), (#""repetition":"never""#, #""repetition":"twice""#),
    ])
    func aStateOrARuleOfALaterVersionIsKeptAsItIs(_ name: String, _ other: String) throws {
        var harness = try harness(entry(name, other))
        let id = try #require(harness.outbox.all.first?.id)
        #expect(harness.sends.isEmpty)
        #expect(harness[id].map(harness.outbox.isKnown) == false)
        #expect(try text(harness[id]).contains(other))
        // It holds nobody up, what depends on it waits, and it can be given up.
        let reply = try harness.queue(Kinds.reply)
        #expect(harness.sends == [[reply]])
        let below = try harness.queue(Kinds.reply, on: id.rawValue, waitsFor: [id])
        #expect(harness[below]?.state == .waiting)
        for choice in [OutboxChoice.send(as: nil), .edit(OutboxWorld.payload("better"))] {
            #expect(throws: OutboxRefusal.notApplicable) { try harness.decide(choice, on: id) }
        }
        #expect(try text(harness[id]).contains(other))
        try harness.decide(.giveUp(.givenUp), on: id)
        #expect(harness.outbox.all.map(\.id) == [reply])
    }

    @Test func aPauseWhoseCauseALaterVersionKnowsEndsByItself() throws {
        let now = OutboxHarness().now
        let stored = String(decoding: try JSONEncoder().encode(OutboxPause(60, from: now)), as: UTF8.self)
        let later = stored.replacing(#""outbox""#, with: #""moon""#)
        let pause = try JSONDecoder().decode(OutboxPause.self, from: Data(later.utf8))
        #expect(pause.cause == .server && pause.left(at: now) == 60)
        #expect(String(decoding: try JSONEncoder().encode(pause), as: UTF8.self).contains(#""moon""#))
    }

    @Test func whatAnotherVersionQueuedIsNotWrittenAnew() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.reply] = 1...2 }
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent], version: 2)
        harness.outbox.limits.kinds[Kinds.reply] = 1...1
        let attempt = try #require(harness.outbox.running[parent])
        let step = harness.outbox.handle(
            .answered([parent], attempt: attempt, .done(result: "t1_x", value: nil)), at: harness.now)
        #expect(step.changes == [.entry(parent), .sent(parent)])
        #expect(harness[child]?.state == .waiting)
        harness.relaunch()
        #expect(harness[child]?.state == .waiting)
        // The version that knows it goes on.
        harness.outbox.limits.kinds[Kinds.reply] = 1...2
        harness.relaunch(after: 31 * 86400)
        #expect(harness[child]?.state != .waiting && harness[child]?.waitsFor.isEmpty == true)
    }

    @Test func aLookOfAnotherVersionIsNotWrittenAnew() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.reply] = 1...2 }
        let reply = try harness.queue(Kinds.reply, version: 2)
        harness.lose(reply)
        harness.looked(reply, .failed(OutboxHarness.reason, isPassing: true))
        let before = harness[reply]
        harness.outbox.limits.kinds[Kinds.reply] = 1...1
        harness.relaunch(boot: "second", after: 100)
        #expect(harness[reply] == before)
        #expect(harness.looks.isEmpty && harness.outbox.nextWake(at: harness.now) == nil)
    }

    @Test func anEditOfAnotherVersionWaitsForTheVersionThatKnowsIt() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.edit] = 1...2 }
        let reply = try harness.queue(Kinds.reply)
        let edit = try harness.queue(
            Kinds.edit, field: "target", on: reply.rawValue, "better",
            amends: OutboxEntry.Amendment(of: reply, replacement: OutboxWorld.payload("better")), waitsFor: [reply],
            version: 2)
        harness.outbox.limits.kinds[Kinds.edit] = 1...1
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        #expect(harness[reply].map(OutboxWorld.text) == "words" && harness[edit]?.state == .waiting)
    }

    @Test func belowAParentThatIsGivenUpWhatAnotherVersionQueuedIsNotTurned() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.reply] = 1...2 }
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent], version: 2)
        harness.outbox.limits.kinds[Kinds.reply] = 1...1
        harness.answer(parent, with: .refused(OutboxHarness.reason))
        #expect(throws: OutboxRefusal.notApplicable) { try harness.decide(.giveUp(.toParent), on: parent) }
        try harness.decide(.giveUp(.drafts), on: parent)
        #expect(harness[child] == nil)
    }

    @Test func whatWaitsForAnEntryThatCannotBeReadGoesOnWaiting() throws {
        let child = try entry(#""state":"pending""#, #""state":"waiting""#, waitsFor: [.init(rawValue: "entry-p")])
        var harness = harness(child)
        #expect(harness[child.id]?.state == .waiting && harness.sends.isEmpty)
        try harness.decide(.giveUp(nil), on: child.id)
        #expect(harness.outbox.all.isEmpty)
    }

    @Test func whatAnotherVersionWasSendingCanBeGivenUpAndMayBeThere() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.reply] = 1...2 }
        let reply = try harness.queue(Kinds.reply, version: 2)
        harness.outbox.limits.kinds[Kinds.reply] = 1...1
        harness.relaunch()
        #expect(harness[reply]?.state == .sending)
        try harness.decide(.giveUp(nil), on: reply)
        #expect(harness.outbox.sent[reply]?.givenUp?.string == "words")
    }

    @Test func anEditTakesThePlaceOfOneOfAnotherVersionButNotOfADeletion() throws {
        var harness = OutboxHarness { ($0.kinds[Kinds.edit], $0.kinds[Kinds.delete]) = (1...2, 1...2) }
        let reply = try harness.queue(Kinds.reply)
        let (edit, deletion) = try (amend(&harness, reply, "better"), amend(&harness, reply, nil))
        (harness.outbox.limits.kinds[Kinds.edit], harness.outbox.limits.kinds[Kinds.delete]) = (1...1, 1...1)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        try harness.decide(.edit(OutboxWorld.payload("best")), on: reply)
        #expect(harness[edit] == nil && harness[deletion]?.state == .waiting)
    }

    private func amend(
        _ harness: inout OutboxHarness, _ text: OutboxEntry.ID, _ replacement: String?
    ) throws -> OutboxEntry.ID {
        try harness.queue(
            replacement == nil ? Kinds.delete : Kinds.edit, field: "target", on: text.rawValue, replacement ?? "",
            amends: OutboxEntry.Amendment(of: text, replacement: replacement.map(OutboxWorld.payload)),
            waitsFor: [text], version: 2)
    }

    @Test func aLaneOfAnotherVersionIsNotRead() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.vote] = 1...2 }
        let vote = try harness.queue(Kinds.vote, field: "vote", value: "1", version: 2)
        harness.lose(vote)
        harness.pass(5)
        harness.arrive(vote)
        harness.outbox.limits.kinds[Kinds.vote] = 1...1
        harness.relaunch()
        harness.pass(60)
        #expect(harness.actions.isEmpty && harness.outbox.nextWake(at: harness.now) == nil)
        harness.outbox.limits.kinds[Kinds.vote] = 1...2
        harness.handle(.woke)
        #expect(harness.actions.count == 1)
    }

    @Test func whereTwoLanesAreOneAfterAllWhatAnotherVersionQueuedStaysAsItIs() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.handle(.stopping(OutboxHarness.me))
        func vote(_ thing: String, version: Int) throws -> OutboxEntry.ID {
            try harness.queue(Kinds.vote, field: "vote", on: thing, value: "1", version: version)
        }
        let byEntry = try vote(reply.rawValue, version: 2)
        let bySite = try vote("t1_x", version: 2)
        let before = [harness[byEntry], harness[bySite]]
        let own = try harness.queue(Kinds.hide, field: "hide", on: "t1_x", value: "true")
        harness.arrive(reply, as: "t1_x")
        #expect([harness[byEntry], harness[bySite]] == before)
        #expect(harness[own]?.lane.thing == reply.rawValue)
    }

    @Test func wordsOfAnotherVersionDoNotUndoNewerOnes() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.edit] = 1...2 }
        let reply = try harness.queue(Kinds.reply)
        let older = try amend(&harness, reply, "better")
        harness.outbox.limits.kinds[Kinds.edit] = 1...1
        _ = try harness.amend(reply, "best")
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        #expect(harness[reply].map(OutboxWorld.text) == "best" && harness[older] == nil)
    }

    @Test func aChangeOfAnotherVersionDoesNotUndoANewerOneThatWent() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.edit] = 1...2 }
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let older = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "better", version: 2)
        let newer = try harness.queue(Kinds.edit, field: "target", on: "t1_x", "best")
        harness.outbox.limits.kinds[Kinds.edit] = 1...1
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [[newer]] && harness[older] == nil)
        #expect(harness.outcomes.contains { if case .draft(let draft) = $0 { draft.id == older } else { false } })
    }

    @Test func aTextThatFailedFindsThePartsThatArrivedMeanwhile() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.reply] = 1...2 }
        var upload = OutboxEntry.Policy(.always)
        (upload.makesThing, upload.isPart) = (true, true)
        let reply = try harness.queue(Kinds.reply, version: 2)
        let part = try harness.queue(Kinds.message, field: "file", on: "picture", policy: upload, undo: 1000)
        _ = try harness.queue(
            Kinds.edit, field: "target", on: reply.rawValue, "better",
            amends: OutboxEntry.Amendment(of: reply, replacement: OutboxWorld.payload("better")), waitsFor: [reply],
            parts: [part])
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        #expect(harness[reply]?.waitsFor == [part])
        harness.outbox.limits.kinds[Kinds.reply] = 1...1
        harness.pass(1000)
        harness.arrive(part, as: "file")
        harness.outbox.limits.kinds[Kinds.reply] = 1...2
        harness.relaunch()
        #expect(harness[reply]?.state == .failed && harness[reply]?.waitsFor.isEmpty == true)
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness[reply]?.state == .sending)
    }

    @Test(arguments: [true, false])
    func whatWasQueuedBelowADeletionOfAnotherVersionBecomesADraft(_ arrives: Bool) throws {
        var harness = OutboxHarness { $0.kinds[Kinds.delete] = 1...2 }
        let reply = try harness.queue(Kinds.reply)
        let first = try harness.queue(Kinds.reply, on: reply.rawValue, waitsFor: [reply])
        try harness.queue(
            Kinds.delete, field: "target", on: reply.rawValue, "",
            amends: OutboxEntry.Amendment(of: reply, replacement: nil, dependants: .givenUp), waitsFor: [reply],
            version: 2)
        harness.outbox.limits.kinds[Kinds.delete] = 1...1
        let later = try harness.queue(Kinds.reply, on: reply.rawValue, "answer", waitsFor: [reply])
        let below = try harness.queue(Kinds.reply, on: first.rawValue, "another", waitsFor: [first])
        harness.outbox.limits.kinds[Kinds.delete] = 1...2
        if arrives {
            harness.arrive(reply, as: "t1_x")
        } else {
            harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        }
        let drafts = harness.outcomes.compactMap { if case .draft(let entry) = $0 { entry.id } else { nil } }
        #expect(harness[first] == nil && harness[later] == nil && harness[below] == nil)
        #expect(drafts.contains(later) && drafts.contains(below) && !drafts.contains(first))
    }

    @Test func aLaneWhoseNewerIntentWasRefusedBesideOneOfAnotherVersionIsRead() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.vote] = 1...2 }
        let older = try harness.queue(Kinds.vote, field: "vote", value: "1", version: 2)
        let newer = try harness.vote("-1")
        harness.outbox.limits.kinds[Kinds.vote] = 1...1
        harness.relaunch()
        // What another version was sending holds nothing.
        harness.answer(newer, with: .refused(OutboxHarness.reason))
        harness.outbox.limits.kinds[Kinds.vote] = 1...2
        harness.relaunch()
        #expect(harness[older] == nil && harness[newer]?.state == .failed)
        harness.pass(60)
        let lane = try #require(harness.outbox.lanes.keys.first)
        #expect(harness.outbox.reading[lane] != nil)
        harness.read(lane, .value("1"))
        #expect(harness.outbox.lanes.isEmpty)
        #expect(harness.outcomes.contains { if case .confirmed(_, "1") = $0 { true } else { false } })
    }

    @Test func aRecordThatNothingWouldReadAnyMoreIsReadAfterARelaunch() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        harness.lose(vote)
        let record = try #require(harness.outbox.lanes.values.first)
        harness.outbox = Outbox(lanes: [record], limits: harness.outbox.limits)
        harness.handle(.opened)
        harness.handle(.session(OutboxHarness.me, epoch: 1))
        harness.pass(60)
        #expect(harness.outbox.reading[record.id] != nil)
    }

    @Test func belowATextThatWasDeletedWhatAnotherVersionQueuedBecomesADraft() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.reply] = 1...2 }
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, "answer", waitsFor: [parent], version: 2)
        _ = try harness.amend(parent, nil, dependants: .toParent)
        harness.outbox.limits.kinds[Kinds.reply] = 1...1
        harness.answer(parent, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        #expect(harness.outbox.all.isEmpty)
        let drafts = harness.outcomes.compactMap { if case .draft(let entry) = $0 { entry.id } else { nil } }
        #expect(drafts == [child, parent])
    }

    @Test func belowATextWithoutAKnownIDWhatAnotherVersionQueuedGoesAsThePersonSaid() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.reply] = 1...2 }
        let parent = try harness.queue(Kinds.reply)
        let child = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent], version: 2)
        harness.outbox.limits.kinds[Kinds.reply] = 1...1
        harness.lose(parent)
        harness.looked(parent, .unclear(OutboxHarness.reason))
        try harness.decide(.arrived(result: nil, .drafts), on: parent)
        #expect(harness[child] == nil)
    }
}
