import Foundation
import Testing

@testable import Core

/// What goes when: lanes, pauses, accounts, age, and a store that fails.
struct OutboxScheduleTests {
    typealias Kinds = OutboxWorld.Kinds

    @Test func aLaneGoesInItsOrderAndOthersBesideIt() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        let second = try harness.queue(Kinds.reply, on: "t3_a")
        let beside = try harness.queue(Kinds.reply, on: "t3_b")
        #expect([first, second, beside].map { harness[$0]?.state } == [.sending, .pending, .sending])
        harness.lose(first)
        #expect(harness[second]?.state == .pending)
        harness.looked(first, .found(["t1_x"]))
        #expect(harness[second]?.state == .sending)
    }

    @Test func whatFailedHoldsNobodyUpAndSentAgainItWaitsForItsTurn() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply)
        let second = try harness.queue(Kinds.reply)
        harness.answer(first, with: .refused(OutboxHarness.reason))
        #expect(harness[second]?.state == .sending)
        try harness.decide(.send(as: nil), on: first)
        #expect(harness[first]?.state == .pending)
        harness.arrive(second, as: "t1_x")
        #expect(harness[first]?.state == .sending)
    }

    @Test(arguments: [true, false]) func whatIsUnsureHoldsItsLaneInRoomsOnly(_ isRoom: Bool) throws {
        var harness = OutboxHarness()
        let kind = isRoom ? Kinds.message : Kinds.reply
        let first = try harness.queue(kind)
        let second = try harness.queue(kind)
        harness.lose(first)
        harness.looked(first, .unclear(OutboxHarness.reason))
        #expect(harness[second]?.state == (isRoom ? .pending : .sending))
    }

    @Test func aServersPauseHoldsAllThatItSpeaksOf() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        harness.answer(first, with: .later(OutboxHarness.reason, scope: .kind, after: 540, until: nil))
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        let vote = try harness.vote("1")
        #expect(harness[second]?.state == .pending)
        #expect(harness[vote]?.state == .sending)
        // Nobody hurries a server.
        harness.handle(.sendNow(OutboxHarness.me))
        harness.handle(.reachable(.reddit))
        harness.relaunch(after: 500)
        #expect(harness.sends.flatMap(\.self) == [vote] || harness.sends.isEmpty)
        harness.pass(40)
        #expect([first, second].allSatisfy { harness[$0]?.state == .sending })
    }

    @Test func nothingShortensAServersPause() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        harness.answer(first, with: .later(OutboxHarness.reason, scope: .site, after: 600, until: nil))
        harness.answer(second, with: .later(OutboxHarness.reason, scope: .site, after: nil, until: nil))
        try harness.decide(.edit(OutboxWorld.payload("better")), on: first)
        harness.pass(599)
        #expect(harness.sends.isEmpty)
        harness.pass(1)
        #expect(harness.sends == [[first], [second]])
    }

    @Test func aPauseUntilADateLastsUntilThen() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(
            reply, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: harness.now.date + 3600))
        try harness.decide(.edit(OutboxWorld.payload("better")), on: reply)
        harness.pass(3599)
        #expect(harness.sends.isEmpty)
        harness.pass(1)
        #expect(harness.sends == [[reply]])
    }

    @Test func duringAServersPauseNothingIsLookedForEither() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let vote = try harness.vote("1")
        harness.answer(vote, with: .later(OutboxHarness.reason, scope: .site, after: 600, until: nil))
        harness.lose(reply)
        #expect(harness.looks.isEmpty)
        harness.pass(600)
        #expect(harness.looks == [reply])
    }

    @Test func aFailureOfTheServerWaitsAlthoughTheSiteCanBeReached() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .unknown(OutboxEntry.Reason(.serverError, "500"), isAnswered: true))
        harness.looked(reply, .absent)
        harness.handle(.reachable(.reddit))
        #expect(harness.sends.isEmpty)
        harness.pass(5)
        #expect(harness.sends == [[reply]])
    }

    @Test func aPersonCanTakeATextBackBeforeItIsSent() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply, undo: 7)
        harness.handle(.reachable(.reddit))
        #expect(harness.sends.isEmpty)
        #expect(harness.outbox.nextWake(at: harness.now) == harness.now.uptime + 7)
        harness.pass(7)
        #expect(harness.sends == [[reply]])
        let second = try harness.queue(Kinds.reply, on: "t3_b", undo: 7)
        try harness.decide(.send(as: nil), on: second)
        #expect(harness.sends == [[second]])
    }

    @Test func aPauseEndsAtItsDateOrAfterItsTimeWhicheverIsSooner() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(
            reply, with: .later(OutboxHarness.reason, scope: .site, after: 100, until: harness.now.date + 100))
        // The clock is set back by a day: the time counts.
        harness.now.date -= 86400
        harness.pass(99)
        #expect(harness[reply]?.state == .pending)
        harness.pass(1)
        #expect(harness[reply]?.state == .sending)
    }

    @Test func ownPausesEndWhenTheSiteCanBeReachedOrAPersonAsks() throws {
        let reason = OutboxEntry.Reason(.offline, "No network.")
        for event in [OutboxEvent.reachable(.reddit), .sendNow(OutboxHarness.me)] {
            var harness = OutboxHarness()
            let reply = try harness.queue(Kinds.reply)
            harness.answer(reply, with: .later(reason, scope: .site, after: nil, until: nil))
            #expect(harness[reply]?.state == .pending)
            harness.handle(event)
            #expect(harness[reply]?.state == .sending)
        }
    }

    @Test func queuedEntriesFollowEachOtherAtTheSitesPace() throws {
        var harness = OutboxHarness { $0.pace = [.reddit: 0.5] }
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let ids = try (0..<3).map { try harness.queue(Kinds.reply, on: "t3_\($0)") }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [[ids[0]]])
        let wake = try #require(harness.outbox.nextWake(at: harness.now))
        #expect(wake == harness.now.uptime + 0.5)
        harness.pass(0.5)
        #expect(harness.sends == [[ids[1]]])
    }

    @Test func noMoreThanAFewGoToOneSiteAtOnce() throws {
        var harness = OutboxHarness { $0.parallel = 2 }
        let ids = try (0..<4).map { try harness.queue(Kinds.reply, on: "t3_\($0)") }
        #expect(ids.map { harness[$0]?.state } == [.sending, .sending, .pending, .pending])
    }

    // MARK: Accounts

    @Test func nothingGoesWithoutASession() throws {
        var harness = OutboxHarness()
        let theirs = try harness.queue(Kinds.reply, as: OutboxHarness.other)
        #expect(harness[theirs]?.state == .pending)
        harness.handle(.session(OutboxHarness.other, epoch: 7))
        #expect(harness.sends == [[theirs]])
    }

    @Test func theSessionIsOverForEverythingOfItsAccount() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        harness.answer(first, with: .sessionOver(OutboxHarness.reason))
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        #expect([first, second].map { harness[$0]?.state } == [.pending, .pending])
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends.count == 2)
    }

    @Test func anAnswerToASignInBeforeThisOneIsNotBelieved() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let attempt = try #require(harness.outbox.running[reply])
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        #expect(harness[reply]?.state == .checking)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        harness.handle(.answered([reply], attempt: attempt, .done(result: "t1_x", value: nil)))
        #expect(harness[reply]?.state == .checking)
    }

    @Test func onlyAFailedTextIsSentFromAnotherAccount() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        #expect(throws: OutboxRefusal.notFailed) { try harness.decide(.send(as: OutboxHarness.other), on: reply) }
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        try harness.decide(.send(as: OutboxHarness.other), on: reply)
        #expect(harness[reply]?.account == OutboxHarness.other)
        #expect(harness[reply]?.lane.account == OutboxHarness.other)
        #expect(harness[reply]?.state == .pending)
    }

    @Test func beforeLoggingOutNothingBeginsAndWhatIsUnderWayEnds() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        harness.handle(.stopping(OutboxHarness.me))
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        harness.arrive(first, as: "t1_x")
        #expect(harness[first] == nil)
        #expect(harness[second]?.state == .pending)
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [[second]])
    }

    @Test func whatIsDiscardedBecomesNoDraft() throws {
        var harness = OutboxHarness()
        let mine = try harness.queue(Kinds.reply)
        try harness.queue(Kinds.reply, on: mine.rawValue, waitsFor: [mine])
        #expect(harness.outbox.discardAll(of: OutboxHarness.me, at: harness.now).outcomes.isEmpty)
        #expect(harness.outbox.all.isEmpty)
    }

    @Test(arguments: [Double.nan, .infinity, 1e21, -5]) func aServersNumberMayBeAnything(_ seconds: Double) throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(
            reply,
            with: .later(
                OutboxHarness.reason, scope: .site, after: seconds, until: Date(timeIntervalSince1970: seconds)))
        let wake = harness.outbox.nextWake(at: harness.now) ?? harness.now.uptime
        #expect(wake.isFinite && wake <= harness.now.uptime + 31 * 86400)
        for pause in harness.outbox.pauses.values {
            #expect(throws: Never.self) { try JSONEncoder().encode(pause) }
        }
    }

    @Test func whatIsDiscardedTakesNothingOfOthersAlong() throws {
        var harness = OutboxHarness()
        let mine = try harness.queue(Kinds.reply, as: OutboxHarness.me)
        let below = try harness.queue(Kinds.reply, on: mine.rawValue, as: OutboxHarness.other, waitsFor: [mine])
        let theirs = try harness.queue(Kinds.reply, as: OutboxHarness.other)
        let step = harness.outbox.discardAll(of: OutboxHarness.me, at: harness.now)
        #expect(harness.outbox.all.map(\.id) == [theirs])
        guard case .draft(let draft) = step.outcomes.first else { return #expect(Bool(false), "It is lost.") }
        #expect(draft.id == below)
    }

    @Test func aSuspendedAppGoesOnWhereItWas() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        #expect(harness.looks == [reply])
        harness.handle(.suspended)
        #expect(harness.actions.isEmpty)
        harness.handle(.resumed)
        #expect(harness.looks == [reply])
    }

    // MARK: Age

    @Test func aTextThatWaitedThreeDaysAsks() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply)
        harness.pass(3 * 86400 + 1)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness[reply]?.state == .failed)
        #expect(harness[reply]?.reason?.code == .stale)
        // Its age begins anew.
        try harness.decide(.send(as: nil), on: reply)
        #expect(harness[reply]?.state == .sending)
    }

    @Test func whatIsBehindATextThatIsTooOldGoesAtOnce() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let old = try harness.queue(Kinds.reply)
        harness.pass(3 * 86400 + 1)
        let text = try harness.queue(Kinds.reply, undo: 5)
        harness.pass(10)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness[old]?.state == .failed)
        #expect(harness.sends == [[text]])
    }

    @Test func withinOneBootAClockThatWasSetSaysNothing() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply)
        harness.now.date += 30 * 86400
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness[reply]?.state == .sending)
    }

    @Test(arguments: [-3600, 1800, 345_600] as [Double]) func acrossBootsAClockThatCannotBeTrustedAsks(_ jump: Double)
        throws
    {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply)
        // A server told a date an hour ahead of this machine's.
        if jump == 1800 { harness.handle(.serverDate(harness.now.date + 3600)) }
        harness.relaunch(boot: "second", after: jump)
        #expect(harness[reply]?.reason?.code == .stale)
    }

    // MARK: What this app does not know, and a store that fails

    @Test func sentAgainTheAgeBeginsAnew() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply)
        harness.pass(2 * 86400)
        try harness.decide(.send(as: nil), on: reply)
        harness.pass(2 * 86400)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness[reply]?.state == .sending)
    }

    @Test func whatThisAppDoesNotKnowIsKeptAndHoldsNothing() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.message] = nil }
        let unknown = try harness.queue(Kinds.message, on: "t3_a")
        let reply = try harness.queue(Kinds.reply, on: "t3_a")
        let below = try harness.queue(Kinds.reply, on: unknown.rawValue, waitsFor: [unknown])
        #expect([unknown, reply, below].map { harness[$0]?.state } == [.pending, .sending, .waiting])
        try harness.decide(.giveUp(.drafts), on: unknown)
        #expect(harness[below] == nil)
    }

    @Test func nothingBeginsWhileTheOutboxCannotBeStored() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        let step = harness.outbox.handle(.session(OutboxHarness.me, epoch: 2), at: harness.now)
        #expect(step.actions.count == 1)
        harness.handle(.notStored(step))
        #expect(harness[first]?.state == .pending)
        #expect(harness[first]?.attempts == 0)
        harness.handle(.woke)
        #expect(harness.actions.isEmpty)
        harness.handle(.stored)
        #expect(harness.sends == [[first]])
    }

    @Test func anAnswerThatCouldNotBeStoredIsTheNextCommit() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply)
        let second = try harness.queue(Kinds.reply)
        let step = harness.outbox.handle(
            .answered([first], attempt: try #require(harness.outbox.running[first]), .done(result: "t1_x", value: nil)),
            at: harness.now)
        harness.handle(.notStored(step))
        #expect(harness[second]?.state == .pending)
        let next = harness.outbox.handle(.woke, at: harness.now)
        #expect(next.changes.contains(.entry(first)) && next.changes.contains(.sent(first)))
        guard case .arrived(_, "t1_x", _) = next.outcomes.first else { return #expect(Bool(false), "It is forgotten.") }
        #expect(next.actions.isEmpty)
    }

    @Test func whatWasSentIsForgottenAfterAMonthUnlessSomethingNeedsIt() throws {
        var harness = OutboxHarness()
        let old = try harness.queue(Kinds.reply)
        harness.arrive(old, as: "t1_x")
        let parent = try harness.queue(Kinds.reply, on: "t3_b")
        harness.arrive(parent, as: "t1_y")
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        // By the server's id: its lane is named by the entry all the same.
        let vote = try harness.vote("1", on: "t1_y")
        harness.relaunch(after: 31 * 86400)
        let newer = try harness.vote("-1", on: "t1_y")
        #expect(harness[vote]?.state == .sending && harness[newer]?.lane == harness[vote]?.lane)
        #expect(harness.outbox.sent[old] == nil)
        #expect(harness.outbox.native(of: parent) == "t1_y")
    }
}
