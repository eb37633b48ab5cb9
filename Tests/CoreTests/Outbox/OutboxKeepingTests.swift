import Foundation
import Testing

@testable import Core

/// The order in which entries go, and what of the outbox is stored, kept and forgotten.
struct OutboxKeepingTests {
    private typealias Kinds = OutboxWorld.Kinds

    private static let offline = OutboxEntry.Reason(.offline, "No network.")

    // MARK: Order

    @Test func textsGoInTheOrderInWhichTheyWereQueued() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        // The ids are in another order than the texts.
        let texts = try (0..<12).map { _ in try harness.queue(Kinds.reply) }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        for text in texts {
            #expect(harness.sends == [[text]])
            harness.arrive(text, as: "t1_\(text)")
        }
    }

    @Test func theOldestGoesFirstWhateverItsKind() throws {
        for isVoteFirst in [true, false] {
            var harness = OutboxHarness { $0.parallel = 1 }
            harness.handle(.session(OutboxHarness.me, epoch: nil))
            let vote = isVoteFirst ? try harness.vote("1") : nil
            let reply = try harness.queue(Kinds.reply)
            let later = isVoteFirst ? nil : try harness.vote("1")
            harness.handle(.session(OutboxHarness.me, epoch: 2))
            #expect(harness.sends == [[vote ?? reply]])
            harness.arrive(vote ?? reply, as: vote == nil ? "t1_x" : nil)
            #expect(harness.sends == [[later ?? reply]])
        }
    }

    // MARK: Storing

    @Test func whatOpensAsItWasIsNotWrittenAnew() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        try harness.queue(Kinds.reply, on: reply.rawValue, waitsFor: [reply])
        harness.lose(reply)
        harness.lose(try harness.vote("1"))
        let other = try harness.queue(Kinds.reply, on: "t3_b")
        harness.answer(other, with: .later(Self.offline, scope: .site, after: nil, until: nil))
        let outbox = harness.outbox
        var opened = Outbox(
            entries: outbox.all, lanes: outbox.lanes.values, sent: outbox.sent.values, pauses: outbox.pauses,
            serverDate: outbox.serverDate, limits: outbox.limits)
        #expect(opened.handle(.opened, at: harness.now).changes.isEmpty)
    }

    @Test func pausesAndRecordsOfLanesAreStored() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        let reply = try harness.queue(Kinds.reply)
        let later = OutboxAnswer.later(OutboxHarness.reason, scope: .site, after: 30, until: nil)
        for (id, answer, key) in [
            (vote, .unknown(OutboxHarness.reason, isAnswered: false), .lane(try #require(harness[vote]).lane)),
            (reply, later, .pause(OutboxHold(site: .reddit))),
        ] as [(OutboxEntry.ID, OutboxAnswer, OutboxKey)] {
            let attempt = try #require(harness.outbox.running[id])
            let step = harness.outbox.handle(.answered([id], attempt: attempt, answer), at: harness.now)
            #expect(step.changes == [.entry(id), key])
        }
    }

    @Test func aRecordOfAnotherThingKeepsItsName() throws {
        var harness = OutboxHarness()
        harness.lose(try harness.vote("1", on: "t3_z"))
        let reply = try harness.queue(Kinds.reply)
        harness.arrive(reply, as: "t1_x")
        #expect(harness.outbox.lanes.keys.map(\.thing) == ["t3_z"])
    }

    @Test func whatWasSentIsKeptForAMonth() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.arrive(reply, as: "t1_x")
        harness.relaunch(after: 29 * 86400)
        #expect(harness.outbox.native(of: reply) == "t1_x")
        harness.relaunch(after: 2 * 86400)
        #expect(harness.outbox.native(of: reply) == nil)
    }

    // MARK: Pauses and ages

    @Test func theReturnOfAnotherSiteEndsNoPause() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .later(Self.offline, scope: .site, after: nil, until: nil))
        harness.handle(.reachable(.lemmy("b.example")))
        #expect(harness.sends.isEmpty)
        harness.handle(.reachable(.reddit))
        #expect(harness.sends == [[reply]])
    }

    @Test func sendingNowEndsNoPauseOfAnotherAccountOrSite() throws {
        var harness = OutboxHarness()
        let away = AccountKey(site: .lemmy("b.example"), name: "7")
        for (account, scope) in [(OutboxHarness.other, .account), (away, .site)] as [(AccountKey, OutboxScope)] {
            harness.handle(.session(account, epoch: 1))
            let reply = try harness.queue(Kinds.reply, as: account)
            harness.answer(reply, with: .later(Self.offline, scope: scope, after: nil, until: nil))
        }
        harness.handle(.sendNow(OutboxHarness.me))
        #expect(harness.sends.isEmpty)
        let own = try harness.queue(Kinds.reply, undo: 600)
        try harness.decide(.send(as: nil), on: own)
        #expect(harness.sends == [[own]])
    }

    @Test func aServersPauseDoesNotGiveWayToALongerOneOfTheOutbox() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply)
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        harness.answer(first, with: .later(OutboxHarness.reason, scope: .site, after: 2, until: nil))
        harness.answer(second, with: .later(Self.offline, scope: .site, after: nil, until: nil))
        harness.handle(.sendNow(OutboxHarness.me))
        #expect(harness.sends.isEmpty)
        harness.pass(2)
        #expect(harness.sends == [[first], [second]])
    }

    @Test func theOutboxWaitsTenMinutesAtMost() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        for _ in 0..<20 {
            harness.lose(vote)
            harness.pass(600)
            #expect(harness.sends == [[vote]])
        }
    }

    @Test func aVoteThatIsThereOnceTheOneBeforeArrivedIsSaidToBeUnneeded() throws {
        var harness = OutboxHarness()
        let first = try harness.vote("1")
        try harness.vote("-1")
        try harness.vote("1")
        harness.arrive(first)
        #expect(harness.outcomes.count == 2 && harness.outbox.entries.isEmpty)
    }

    @Test func aVoteWhoseAnswerWasCutIsDone() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        harness.answer(vote, with: .doneWithoutResult)
        #expect(harness.outbox.entries.isEmpty && harness.outcomes.count == 1)
    }

    @Test func whatIsPutOffHasItsReason() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .sessionOver(Self.offline))
        #expect(harness[reply]?.state == .pending && harness[reply]?.reason == Self.offline)
    }

    @Test func acrossBootsADateThatAServerToldBeforeIsNoReasonToAsk() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply)
        harness.handle(.serverDate(harness.now.date))
        harness.relaunch(boot: "second", after: 3600)
        #expect(harness[reply]?.state == .sending)
    }
}
