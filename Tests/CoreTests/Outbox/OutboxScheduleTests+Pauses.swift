import Foundation
import Testing

@testable import Core

// Pauses that servers name and networks make, what is kept and forgotten, and what leaves while it is under way.

extension OutboxScheduleTests {
    @Test(arguments: [(0, nil), (nil, -60), (-5, -60), (0, 0)] as [(TimeInterval?, TimeInterval?)])
    func aServerThatNamesATimeThatIsOverIsNotAskedAtOnce(_ after: TimeInterval?, _ until: TimeInterval?) throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let end = until.map { harness.now.date + $0 }
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .site, after: after, until: end))
        #expect(harness.sends.isEmpty)
        harness.pass(5)
        #expect(harness.sends == [[reply]])
    }

    @Test func aDateThatIsOverDoesNotEndATimeThatIsNot() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(
            reply, with: .later(OutboxHarness.reason, scope: .entry, after: 60, until: harness.now.date - 60))
        harness.pass(59)
        #expect(harness.sends.isEmpty)
        harness.pass(1)
        #expect(harness.sends == [[reply]])
    }

    @Test func signingOutEndsWhatIsUnderWayAlsoAfterTheSessionWasOver() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(Kinds.reply, on: "t3_a")
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        let attempt = try #require(harness.outbox.running[second])
        harness.answer(first, with: .sessionOver(OutboxHarness.reason))
        #expect(harness[second]?.state == .sending)
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        #expect(harness[second]?.state == .checking)
        harness.handle(.answered([second], attempt: attempt, .done(result: "t1_x", value: nil)))
        #expect(harness[second]?.state == .checking)
    }

    @Test func noMoreThanAFewAreLookedForAtOnce() throws {
        var harness = OutboxHarness { $0.parallel = 2 }
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let edits = try (0..<4).map { try harness.queue(Kinds.edit, field: "target", on: "t1_\($0)") }
        harness.pass(7200)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.looks == Array(edits.prefix(2)))
        harness.looked(edits[1], .absent)
        #expect(harness.sends == [[edits[1]]] && harness.looks == [edits[2]])
    }

    @Test func readsOfOneSiteDoNotHoldThoseOfAnotherUp() throws {
        var harness = OutboxHarness { $0.parallel = 1 }
        let theirs = AccountKey(site: .demo, name: "7")
        harness.handle(.session(theirs, epoch: 1))
        let mine = try harness.vote("1", on: "t3_a")
        let other = try harness.queue(Kinds.vote, field: "vote", on: "b", value: "1", as: theirs)
        harness.lose(mine)
        harness.lose(other)
        harness.pass(5)
        harness.arrive(mine)
        harness.arrive(other)
        harness.pass(60)
        #expect(harness.outbox.reading.count == 2)
    }

    @Test func editedMeanwhileTheAgeBeginsAnew() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.pass(2 * 86400)
        _ = try harness.amend(reply, "better")
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .entry, after: 2 * 86400, until: nil))
        harness.pass(2 * 86400)
        #expect(harness.sends == [[reply]])
    }

    @Test func aSiteThatCanBeReachedEndsNoPauseOfAnother() throws {
        var harness = OutboxHarness()
        let theirs = AccountKey(site: .demo, name: "7")
        harness.handle(.session(theirs, epoch: 1))
        let offline = OutboxAnswer.later(
            OutboxEntry.Reason(.offline, "No network."), scope: .entry, after: nil, until: nil)
        let mine = try harness.queue(Kinds.reply)
        let other = try harness.queue(Kinds.reply, as: theirs)
        harness.answer(mine, with: offline)
        harness.answer(other, with: offline)
        harness.handle(.reachable(.demo))
        #expect(harness.sends == [[other]])
        harness.answer(other, with: offline)
        harness.handle(.sendNow(OutboxHarness.me))
        #expect(harness.sends == [[mine]])
    }

    @Test func aPersonHurriesTheirOwnAccountOnly() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.other, epoch: 1))
        let offline = OutboxAnswer.later(
            OutboxEntry.Reason(.offline, "No network."), scope: .entry, after: nil, until: nil)
        let mine = try harness.queue(Kinds.reply)
        let second = try harness.queue(Kinds.reply, on: "t3_b")
        let other = try harness.queue(Kinds.reply, as: OutboxHarness.other)
        for id in [mine, second, other] { harness.answer(id, with: offline) }
        harness.handle(.sendNow(OutboxHarness.other))
        #expect(harness.sends == [[other]])
        // One that is sent again takes the others of its account along.
        try harness.decide(.send(as: nil), on: mine)
        #expect(harness.sends == [[mine], [second]])
    }

    @Test func anAnswerToAnAttemptBeforeThisOneIsNotBelieved() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        let first = try #require(harness.outbox.running[vote])
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        harness.pass(5)
        #expect(harness[vote]?.state == .sending && harness.outbox.running[vote] != first)
        harness.handle(.answered([vote], attempt: first, .done(result: nil, value: nil)))
        #expect(harness[vote]?.state == .sending)
    }

    @Test func theNewestDateOfAServerIsKept() throws {
        var harness = OutboxHarness()
        let date = harness.now.date + 3600
        #expect(harness.outbox.handle(.serverDate(date), at: harness.now).changes == [.serverDate])
        #expect(harness.outbox.handle(.serverDate(date - 1), at: harness.now).changes.isEmpty)
        #expect(harness.outbox.serverDate == date)
    }

    @Test func aDateThatCannotBeIsNotKept() throws {
        var harness = OutboxHarness()
        let (now, day) = (harness.now.date, 86400.0)
        harness.handle(.serverDate(now + 100 * day))
        #expect(harness.outbox.serverDate == nil)
        harness.handle(.serverDate(now + day))
        #expect(harness.outbox.serverDate == now + day)
        // Our own clock may be slow: what was told before counts as well.
        harness.handle(.serverDate(now + 2 * day))
        #expect(harness.outbox.serverDate == now + 2 * day)
        // One more, and it is wrong by what our own clock and a server say.
        harness.handle(.serverDate(now + 3 * day))
        harness.handle(.serverDate(now - 2 * day))
        #expect(harness.outbox.serverDate == now + 3 * day)
        harness.handle(.serverDate(now + 60))
        #expect(harness.outbox.serverDate == now + 60)
    }

    @Test func aServerIsBelievedWhereTheClockWasReset() throws {
        var harness = OutboxHarness()
        let date = harness.now.date
        harness.now.date = Date(timeIntervalSince1970: 100)
        harness.handle(.serverDate(date))
        #expect(harness.outbox.serverDate == date)
        harness.handle(.serverDate(date + 100 * 86400))
        #expect(harness.outbox.serverDate == date)
    }

    @Test func storingIsTriedAgainAfterLongerAndLongerTimesUntilItWorks() throws {
        var harness = OutboxHarness()
        let step = OutboxStep(changes: [.serverDate])
        for seconds in [5.0, 10, 20] {
            harness.handle(.notStored(step))
            #expect(harness.outbox.nextWake(at: harness.now) == harness.now.uptime + seconds)
        }
        harness.handle(.stored)
        harness.handle(.notStored(step))
        #expect(harness.outbox.nextWake(at: harness.now) == harness.now.uptime + 5)
    }

    @Test func aServersDateEndsItsPauseWhereItIsSooner() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(
            reply, with: .later(OutboxHarness.reason, scope: .entry, after: 100, until: harness.now.date + 50))
        #expect(harness.outbox.nextWake(at: harness.now) == harness.now.uptime + 50)
        harness.now.date += 50
        harness.handle(.woke)
        #expect(harness.sends == [[reply]])
    }

    @Test func whereTheClockIsSetBackAgainTheTimeCounts() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(
            reply, with: .later(OutboxHarness.reason, scope: .entry, after: 100, until: harness.now.date + 50))
        harness.handle(.stopping(OutboxHarness.me))
        harness.now.date += 50
        harness.handle(.woke)
        harness.now.date -= 3600
        harness.handle(.session(OutboxHarness.me, epoch: 1))
        #expect(harness.sends.isEmpty)
        #expect(harness.outbox.nextWake(at: harness.now) == harness.now.uptime + 100)
        harness.pass(100)
        #expect(harness.sends == [[reply]])
    }

    @Test func ofTwoPausesOfAServerTheLongerOneCounts() throws {
        for times in [[600.0, 30], [30, 600]] {
            var harness = OutboxHarness()
            let replies = try (0..<2).map { try harness.queue(Kinds.reply, on: "t3_\($0)") }
            for (reply, seconds) in zip(replies, times) {
                harness.answer(
                    reply, with: .later(OutboxHarness.reason, scope: .kind, after: seconds, until: nil))
            }
            harness.pass(599)
            #expect(harness.sends.isEmpty)
            harness.pass(1)
            #expect(harness.sends == replies.map { [$0] })
        }
    }

    @Test func aPauseOfAServerThatIsOverGivesWayToOnesOwn() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .site, after: 60, until: nil))
        harness.pass(60)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .site, after: nil, until: nil))
        #expect(harness.sends.isEmpty)
        harness.pass(10)
        #expect(harness.sends == [[reply]])
    }

    @Test func whatIsRepeatedGoesWhenTheNetworkIsBack() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        harness.answer(vote, with: .unknown(OutboxEntry.Reason(.timedOut, "Too long."), isAnswered: false))
        harness.handle(.reachable(.reddit))
        #expect(harness.sends == [[vote]])
        harness.lose(vote)
        harness.handle(.reachable(.reddit))
        #expect(harness.sends.isEmpty)
    }

    @Test func whatWaitsForAToggleGoesOnceThatArrived() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        let reply = try harness.queue(Kinds.reply, waitsFor: [vote])
        #expect(harness[reply]?.state == .waiting)
        harness.arrive(vote)
        #expect(harness.sends == [[reply]])
        // It made nothing that anybody could name.
        #expect(harness.outbox.sent.isEmpty)
    }

    @Test func aLookOrAReadThatCouldNotBeStoredBeginsLater() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        let vote = try harness.vote("1")
        harness.lose(vote)
        harness.pass(5)
        harness.arrive(vote)
        harness.lose(reply)
        harness.looked(reply, .absent)
        harness.now.uptime += 60
        let step = harness.outbox.handle(.woke, at: harness.now)
        #expect(step.actions.count == 2)
        harness.handle(.notStored(step))
        #expect(harness.outbox.looking.isEmpty && harness.outbox.reading.isEmpty)
        harness.handle(.stored)
        #expect(harness.actions.count == 2)
    }

    @Test func aReadOfASignInBeforeThisOneIsNotBelieved() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        harness.lose(vote)
        harness.pass(5)
        harness.arrive(vote)
        harness.pass(60)
        let (lane, attempt) = try #require(harness.outbox.reading.first)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.actions.count == 1)
        harness.handle(.read(lane, attempt: attempt, .value("1")))
        #expect(harness.outbox.lanes.count == 1)
        harness.read(lane, .sessionOver)
        #expect(harness.outbox.lanes.count == 1 && harness.actions.isEmpty)
        harness.handle(.session(OutboxHarness.me, epoch: 3))
        harness.read(lane, .value("1"))
        #expect(harness.outbox.lanes.isEmpty)
    }

    @Test func aNewBootBeginsEveryPauseAgain() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        harness.lose(vote)
        harness.pass(5)
        harness.arrive(vote)
        let reply = try harness.queue(Kinds.reply, on: "t3_b")
        harness.lose(reply)
        harness.looked(reply, .absent)
        let undone = try harness.queue(Kinds.reply, undo: 50)
        harness.relaunch(boot: "second", after: 49)
        #expect(harness.looks.isEmpty)
        harness.pass(49)
        #expect(harness.actions.isEmpty)
        harness.pass(1)
        #expect(harness.sends == [[undone]] && harness[undone]?.pause == nil)
        harness.pass(10)
        #expect(harness.looks == [reply] && harness.actions.count == 2)
    }

    @Test func whatIsOverIsForgottenAtARelaunch() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .site, after: 60, until: nil))
        harness.relaunch(after: 59)
        #expect(harness.outbox.pauses.count == 1)
        harness.relaunch(after: 1)
        #expect(harness.outbox.pauses.isEmpty && harness.sends == [[reply]])
    }

    @Test func onlyATextIsSentFromAnotherAccountAndOfTheSameSite() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("1")
        let reply = try harness.queue(Kinds.reply)
        harness.answer(vote, with: .refused(OutboxHarness.reason))
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        #expect(throws: OutboxRefusal.notFailed) { try harness.decide(.send(as: OutboxHarness.other), on: vote) }
        let elsewhere = AccountKey(site: .demo, name: "7")
        #expect(throws: OutboxRefusal.notFailed) { try harness.decide(.send(as: elsewhere), on: reply) }
    }

    @Test func whatIsForgottenOfWhatWasSentIsWhatNothingNeeds() throws {
        var harness = OutboxHarness()
        var upload = OutboxEntry.Policy(.always)
        (upload.makesThing, upload.isPart) = (true, true)
        let part = try harness.queue(Kinds.message, field: "file", on: "picture", policy: upload)
        harness.arrive(part, as: "file")
        let own = try harness.queue(Kinds.reply)
        harness.arrive(own, as: "t1_own")
        let vote = try harness.vote("1", on: "t1_own")
        harness.lose(vote)
        harness.pass(5)
        harness.arrive(vote)
        let old = try harness.queue(Kinds.reply)
        harness.arrive(old, as: "t1_old")
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let reply = try harness.queue(Kinds.reply, on: "t3_b", parts: [part])
        #expect(harness[reply]?.state == .pending)
        harness.relaunch(after: 31 * 86400)
        #expect([part, own, old].map { harness.outbox.sent[$0] != nil } == [true, true, false])
        // Nor is its name kept.
        #expect(try harness.outbox.entries[harness.vote("1", on: "t1_old")]?.lane.thing == "t1_old")
    }

    @Test func whatIsLookedForDoesNotTakeWhatWasSentLongAgo() throws {
        var harness = OutboxHarness()
        let old = try harness.queue(Kinds.reply)
        harness.arrive(old, as: "t1_old")
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.relaunch(after: 31 * 86400)
        harness.looked(reply, .found(["t1_old"]))
        #expect(harness.outbox.native(of: reply) == nil)
    }

    @Test func whatLeavesWhileItIsUnderWayLeavesItsPlaceFree() throws {
        var harness = OutboxHarness { $0.parallel = 1 }
        harness.handle(.session(OutboxHarness.other, epoch: 1))
        let first = try harness.queue(Kinds.reply)
        harness.lose(first)
        #expect(harness.looks == [first])
        try harness.decide(.arrived(result: "t1_x", nil), on: first)
        let second = try harness.queue(Kinds.reply)
        harness.lose(second)
        #expect(harness.looks == [second])
        let third = try harness.queue(Kinds.reply, on: "t3_b")
        let theirs = try harness.queue(Kinds.reply, as: OutboxHarness.other)
        #expect(harness[third]?.state == .sending && harness[theirs]?.state == .pending)
        _ = harness.outbox.discardAll(of: OutboxHarness.me, at: harness.now)
        harness.handle(.woke)
        #expect(harness.sends == [[theirs]])
    }

    @Test func whatIsDiscardedTakesItsLanesAndPausesAlongAndNoOthers() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.other, epoch: 1))
        for account in [OutboxHarness.me, OutboxHarness.other] {
            let vote = try harness.queue(Kinds.vote, field: "vote", value: "1", as: account)
            harness.lose(vote)
            let reply = try harness.queue(Kinds.reply, as: account)
            harness.answer(reply, with: .later(OutboxHarness.reason, scope: .account, after: 60, until: nil))
        }
        _ = harness.outbox.discardAll(of: OutboxHarness.me, at: harness.now)
        #expect(harness.outbox.lanes.keys.map(\.account) == [OutboxHarness.other])
        #expect(harness.outbox.pauses.keys.map(\.account) == [OutboxHarness.other])
    }

    @Test func aDateThatPassesLaterSendsNothingThatFailedMeanwhile() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(
            reply, with: .later(OutboxHarness.reason, scope: .entry, after: 50, until: harness.now.date + 100))
        harness.pass(50)
        harness.answer(reply, with: .refused(OutboxHarness.reason))
        harness.pass(50)
        #expect(harness.actions.isEmpty && harness[reply]?.state == .failed)
        #expect(harness.outbox.nextWake(at: harness.now) == nil)
    }

    @Test func aPauseThatIsOverWakesNobody() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .later(OutboxHarness.reason, scope: .site, after: 60, until: nil))
        #expect(harness.outbox.nextWake(at: harness.now) == harness.now.uptime + 60)
        harness.pass(60)
        #expect(harness.sends == [[reply]] && harness.outbox.nextWake(at: harness.now) == nil)
    }

    @Test func inAnotherBootAPauseIsWhole() {
        let began = OutboxHarness().now
        let later = OutboxTime(date: began.date + 50, boot: "second", uptime: 2000)
        #expect(OutboxPause(60, from: began).left(at: later) == 60)
        #expect(OutboxPause(60, from: began, end: began.date + 55).left(at: later) == 5)
    }
}
