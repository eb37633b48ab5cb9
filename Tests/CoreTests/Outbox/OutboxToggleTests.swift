import Foundation
import Testing

@testable import Core

/// Toggles: of a lane only the newest intent counts, and the server ends at the last wish.
struct OutboxToggleTests {
    private typealias Kinds = OutboxWorld.Kinds

    private func isConfirmed(_ outcome: OutboxOutcome) -> Bool {
        if case .confirmed = outcome { true } else { false }
    }

    private func isUnneeded(_ outcome: OutboxOutcome) -> Bool {
        if case .unneeded = outcome { true } else { false }
    }

    @Test func theNewestIntentTakesThePlaceOfTheOnesBefore() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        try harness.vote("1")
        try harness.vote("-1")
        let last = try harness.vote("1")
        #expect(harness.outbox.all.map(\.id) == [last])
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [[last]])
    }

    @Test func whatTheServerHasAlreadyIsNotSent() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        try harness.vote("1", known: "0")
        try harness.vote("0", known: "0")
        #expect(harness.outbox.all.isEmpty)
        #expect(harness.outcomes.contains(where: isUnneeded))
    }

    @Test func whatIsNotKnownIsSent() throws {
        var harness = OutboxHarness()
        let vote = try harness.vote("0", known: nil)
        #expect(harness.sends == [[vote]])
    }

    @Test func anIntentMadeDuringASendOutlivesItsSuccess() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        let down = try harness.vote("-1", known: "0")
        #expect(harness.outbox.all.map(\.id) == [up, down])
        harness.arrive(up)
        #expect(harness.sends == [[down]])
    }

    @Test func anIntentMadeDuringASendOutlivesItsFailure() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        let down = try harness.vote("-1", known: "0")
        harness.answer(up, with: .refused(OutboxHarness.reason))
        #expect(harness[up] == nil)
        #expect(harness.sends == [[down]])
    }

    @Test func anIntentMadeDuringASendIsNotNeededWhereTheServerHasIt() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        try harness.vote("0", known: "0")
        try harness.vote("1", known: "0")
        harness.arrive(up)
        #expect(harness.outbox.all.isEmpty)
        #expect(harness.sends.isEmpty)
    }

    @Test func aNewerIntentTakesThePlaceOfAFailedOne() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.answer(up, with: .refused(OutboxHarness.reason))
        #expect(harness[up]?.state == .failed)
        try harness.vote("0", known: "0")
        #expect(harness.outbox.all.isEmpty)
    }

    @Test func takenBackAfterALostAnswerItIsSentAllTheSame() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        // The server may have it by now, so what was confirmed before says nothing.
        let none = try harness.vote("0", known: "0")
        #expect(harness.outbox.all.map(\.id) == [none])
        harness.pass(10)
        #expect(harness[none]?.state == .sending)
    }

    @Test func takenBackAfterAKillItIsSentAllTheSame() throws {
        var harness = OutboxHarness()
        try harness.vote("1", known: "0")
        harness.relaunch()
        let none = try harness.vote("0", known: "0")
        #expect(harness.outbox.all.map(\.id) == [none])
    }

    @Test func aLaneWithALostAnswerIsReadOnceItHasSettled() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.arrive(up)
        #expect(harness.outbox.all.isEmpty)
        harness.pass(59)
        #expect(harness.actions.isEmpty)
        harness.pass(1)
        harness.read(try #require(harness.outbox.reading.keys.first), .value("1"))
        #expect(harness.outcomes.contains(where: isConfirmed))
        #expect(harness.outbox.lanes.isEmpty)
        #expect(harness.outbox.nextWake(at: harness.now) == nil)
    }

    @Test func aWishThatAnotherActOvertookGoesAgainThreeTimesAndThenTheServerWins() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        for _ in 0..<3 {
            harness.arrive(up)
            harness.pass(60)
            harness.read(try #require(harness.outbox.lanes.keys.first), .value("-1"))
            #expect(harness.sends == [[up]])
        }
        harness.arrive(up)
        harness.pass(60)
        harness.read(try #require(harness.outbox.lanes.keys.first), .value("-1"))
        #expect(harness.sends.isEmpty)
        #expect(harness.outbox.lanes.isEmpty)
        guard case .overruled(_, "-1") = harness.outcomes.first else { return #expect(Bool(false), "Nobody is told.") }
    }

    @Test func aLaneIsReadAfterANewerIntentAndNotDuringIt() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.arrive(up)
        harness.pass(30)
        let down = try harness.vote("-1", known: "1")
        harness.pass(40)
        #expect(harness.actions.isEmpty)
        harness.arrive(down)
        harness.pass(60)
        #expect(harness.actions.count == 1)
    }

    @Test func aHundredAndTwentyHidesAreThreeRequests() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        var policy = Kinds.policy(Kinds.hide)
        policy.batchLimit = 50
        for number in 0..<120 {
            try harness.queue(Kinds.hide, field: "hide", on: "t3_\(number)", value: "true", policy: policy)
        }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends.map(\.count) == [50, 50, 20])
    }

    @Test func aRefusedRequestForSeveralIsTakenApart() throws {
        var harness = OutboxHarness { $0.parallel = 9 }
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let ids = try (0..<3).map { try harness.queue(Kinds.hide, field: "hide", on: "t3_\($0)", value: "true") }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [ids])
        harness.answer(ids[0], ids[1], ids[2], with: .refused(OutboxHarness.reason))
        #expect(harness.sends == ids.map { [$0] })
        harness.answer(ids[0], with: .refused(OutboxHarness.reason))
        #expect(ids.map { harness[$0]?.state } == [.failed, .sending, .sending])
    }

    @Test func afterARefusedRequestForSeveralNothingIsKnownOfAnyOfThem() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let ids = try (0..<2).map { try harness.queue(Kinds.hide, field: "hide", on: "t3_\($0)", value: "true") }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        harness.answer(ids[0], ids[1], with: .refused(OutboxHarness.reason))
        let back = try harness.queue(Kinds.hide, field: "hide", on: "t3_0", value: "false", known: "false")
        #expect(harness[back] != nil)
    }

    @Test func aReadThatBeganBeforeANewerIntentIsVoid() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.arrive(up)
        harness.pass(60)
        let lane = try #require(harness.outbox.reading.keys.first)
        let attempt = try #require(harness.outbox.reading[lane])
        let down = try harness.vote("-1", known: "1")
        harness.arrive(down)
        harness.handle(.read(lane, attempt: attempt, .value("1")))
        #expect(harness.outbox.all.isEmpty && harness.outcomes.isEmpty)
        harness.pass(60)
        #expect(harness.actions.count == 1)
    }

    @Test func aNewerIntentWaitsForTheServerAsTheOneBeforeDid() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        let down = try harness.vote("-1", known: "0")
        harness.answer(up, with: .later(OutboxHarness.reason, scope: .entry, after: 60, until: nil))
        #expect(harness[down]?.state == .pending)
        let none = try harness.vote("0", known: "1")
        harness.pass(59)
        #expect(harness.sends.isEmpty)
        harness.pass(1)
        #expect(harness.sends == [[none]])
    }

    @Test func whatAnotherVersionWishedDoesNotComeBack() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.vote] = 1...2 }
        let up = try harness.queue(Kinds.vote, field: "vote", value: "1", known: "0", version: 2)
        #expect(harness[up]?.state == .sending)
        // An older version of the app, to which the payload says nothing.
        harness.outbox.limits.kinds[Kinds.vote] = 1...1
        harness.relaunch()
        #expect(harness[up]?.state == .sending)
        let none = try harness.vote("0", known: "0")
        #expect(harness.outbox.all.map(\.id) == [none])
        #expect(harness.sends == [[none]])
        harness.arrive(none)
        harness.pass(60)
        #expect(harness.outbox.reading.count == 1)
    }

    @Test func aRequestForSeveralWithoutAnAnswerIsRepeatedWhole() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let ids = try (0..<3).map { try harness.queue(Kinds.hide, field: "hide", on: "t3_\($0)", value: "true") }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        harness.answer(ids[0], ids[1], ids[2], with: .unknown(OutboxHarness.reason, isAnswered: false))
        harness.pass(5)
        #expect(harness.sends == [ids])
    }

    @Test func ofTwoLanesThatBecomeOneTheLastWishCounts() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        harness.lose(parent)
        let up = try harness.queue(Kinds.vote, field: "vote", on: parent.rawValue, value: "1", waitsFor: [parent])
        // It is seen in the thread, and voted on there, before the look finds it.
        let none = try harness.vote("0", on: "t1_x")
        #expect(harness.sends == [[none]])
        harness.looked(parent, .found(["t1_x"]))
        #expect(harness[up] == nil)
        harness.arrive(none)
        #expect(harness.outbox.all.isEmpty)
    }

    @Test func ofTwoLanesThatBecomeOneWhatIsUnderWayEndsFirst() throws {
        var harness = OutboxHarness()
        let parent = try harness.queue(Kinds.reply)
        harness.lose(parent)
        let none = try harness.vote("0", on: "t1_x")
        let up = try harness.queue(Kinds.vote, field: "vote", on: parent.rawValue, value: "1", waitsFor: [parent])
        harness.looked(parent, .found(["t1_x"]))
        #expect([none, up].map { harness[$0]?.state } == [.sending, .pending])
        harness.answer(none, with: .later(OutboxHarness.reason, scope: .entry, after: nil, until: nil))
        #expect(harness[none] == nil)
        #expect(harness.sends == [[up]])
    }

    @Test func aReadThatBeganBeforeAWishWasSentAgainIsVoid() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.answer(up, with: .refused(OutboxHarness.reason))
        harness.pass(60)
        let (lane, attempt) = try #require(harness.outbox.reading.first)
        try harness.decide(.send(as: nil), on: up)
        harness.arrive(up)
        harness.handle(.read(lane, attempt: attempt, .value("0")))
        #expect(harness.outbox.all.isEmpty && harness.outcomes.isEmpty)
        harness.pass(60)
        harness.read(lane, .value("1"))
        #expect(harness.outcomes.contains(where: isConfirmed))
    }

    @Test func ofAToggleThatIsLookedForNothingIsKnownEither() throws {
        var harness = OutboxHarness()
        var policy = OutboxEntry.Policy(.never)
        policy.isToggle = true
        let on = try harness.queue(Kinds.vote, field: "vote", value: "1", known: "0", policy: policy)
        harness.lose(on)
        harness.looked(on, .unclear(OutboxHarness.reason))
        let off = try harness.queue(Kinds.vote, field: "vote", value: "0", known: "0", policy: policy)
        #expect(harness[on] == nil)
        #expect(harness.sends == [[off]])
    }

    @Test func ofARequestForSeveralThatWasRefusedEachIsDoubtful() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let ids = try (0..<2).map { try harness.queue(Kinds.hide, field: "hide", on: "t3_\($0)", value: "true") }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        harness.answer(ids[0], ids[1], with: .refused(OutboxHarness.reason))
        for id in ids { harness.answer(id, with: .refused(OutboxHarness.reason)) }
        let back = try harness.queue(Kinds.hide, field: "hide", on: "t3_0", value: "false", known: "false")
        #expect(harness.sends == [[back]])
    }

    @Test func ofAWishThatWasRefusedTheServersValueCounts() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.answer(up, with: .refused(OutboxHarness.reason))
        harness.pass(60)
        harness.read(try #require(harness.outbox.reading.keys.first), .value("-1"))
        #expect(harness.sends.isEmpty && harness.outbox.lanes.isEmpty)
        #expect(harness.outcomes.contains(where: isConfirmed))
    }

    @Test func aReadThatFailsIsRepeatedAfterASettleTime() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.arrive(up)
        harness.pass(60)
        let lane = try #require(harness.outbox.reading.keys.first)
        harness.read(lane, .failed(isPassing: true))
        harness.pass(59)
        #expect(harness.actions.isEmpty)
        harness.pass(1)
        #expect(harness.actions.count == 1)
        harness.read(lane, .failed(isPassing: false))
        #expect(harness.outbox.lanes.isEmpty && harness.outcomes.isEmpty)
    }

    @Test func aWishThatGoesAgainIsBehindWhatWasQueuedMeanwhile() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.arrive(up)
        harness.pass(60)
        let reply = try harness.queue(Kinds.reply)
        harness.read(try #require(harness.outbox.reading.keys.first), .value("0"))
        #expect(harness.outbox.all.map(\.id) == [reply, up])
    }

    @Test func aLaneIsNotReadWhileAWishIsSentAgain() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        harness.pass(5)
        harness.answer(up, with: .refused(OutboxHarness.reason))
        try harness.decide(.send(as: nil), on: up)
        #expect(harness.sends == [[up]])
        harness.pass(60)
        #expect(harness.actions.isEmpty)
    }

    @Test func takenBackDuringASendItIsSentAllTheSame() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        let none = try harness.vote("0", known: "0")
        harness.arrive(up)
        #expect(harness.sends == [[none]])
    }

    @Test func aNewWishGoesAgainAsOftenAsTheOneBefore() throws {
        var harness = OutboxHarness()
        var wish = try harness.vote("1", known: "0")
        harness.lose(wish)
        harness.pass(5)
        for round in 0..<5 {
            harness.arrive(wish)
            harness.pass(60)
            harness.read(try #require(harness.outbox.lanes.keys.first), .value("-1"))
            #expect(harness.sends == [[wish]])
            guard round == 1 else { continue }
            harness.arrive(wish)
            wish = try harness.vote("0", known: "1")
        }
    }

    @Test func ofAWishThatIsGivenUpTheServersValueCounts() throws {
        var harness = OutboxHarness()
        let up = try harness.vote("1", known: "0")
        harness.lose(up)
        try harness.decide(.giveUp(nil), on: up)
        #expect(harness.outbox.all.isEmpty && harness.outcomes.isEmpty)
        harness.pass(60)
        harness.read(try #require(harness.outbox.reading.keys.first), .value("0"))
        #expect(harness.sends.isEmpty && harness.outbox.lanes.isEmpty)
        #expect(harness.outcomes.contains(where: isConfirmed))
    }

    @Test func onlyWhatIsAlikeGoesInOneRequest() throws {
        var harness = OutboxHarness { $0.kinds[Kinds.hide] = 1...2 }
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        var aging = Kinds.policy(Kinds.hide)
        aging.ageLimit = 86400
        let on = try harness.queue(Kinds.hide, field: "hide", on: "t3_a", value: "true")
        let off = try harness.queue(Kinds.hide, field: "hide", on: "t3_b", value: "false")
        let newer = try harness.queue(Kinds.hide, field: "hide", on: "t3_c", value: "true", version: 2)
        let aged = try harness.queue(Kinds.hide, field: "hide", on: "t3_d", value: "true", policy: aging)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [[on], [off], [newer], [aged]])
    }

    @Test func whatWasRefusedWithOthersTakesNobodyAlong() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        let ids = try (0..<2).map { try harness.queue(Kinds.hide, field: "hide", on: "t3_\($0)", value: "true") }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        harness.handle(.stopping(OutboxHarness.me))
        harness.answer(ids[0], ids[1], with: .refused(OutboxHarness.reason))
        let third = try harness.queue(Kinds.hide, field: "hide", on: "t3_2", value: "true")
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [[ids[0]], [ids[1]], [third]])
    }

    /// A vote by the site's id on a reply that is looked for, which is there but in doubt.
    private func votedOnOwnReply() throws -> (OutboxHarness, reply: OutboxEntry.ID, vote: OutboxEntry.ID) {
        var harness = OutboxHarness { $0.parallel = 1 }
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        let vote = try harness.vote("1", on: "t1_x")
        harness.lose(vote)
        harness.pass(5)
        harness.arrive(vote)
        return (harness, reply, vote)
    }

    @Test func aLaneThatIsNamedAnewIsReadAllTheSame() throws {
        var (harness, reply, vote) = try votedOnOwnReply()
        harness.pass(60)
        #expect(harness.outbox.reading.keys.map(\.thing) == ["t1_x"])
        harness.looked(reply, .found(["t1_x"]))
        #expect(harness.outbox.lanes.keys.map(\.thing) == [reply.rawValue])
        #expect(harness.outbox.reading.keys.map(\.thing) == [reply.rawValue])
        // What goes again is in the lane of that name, and of the next wish.
        harness.read(try #require(harness.outbox.lanes.keys.first), .value("0"))
        #expect(harness.sends == [[vote]] && harness[vote]?.lane.thing == reply.rawValue)
    }

    @Test func aLaneOfAnotherSiteKeepsItsName() throws {
        var harness = OutboxHarness()
        let theirs = AccountKey(site: .demo, name: "7")
        let vote = try harness.queue(Kinds.vote, field: "vote", on: "t1_x", value: "1", as: theirs)
        let reply = try harness.queue(Kinds.reply)
        harness.arrive(reply, as: "t1_x")
        #expect(harness[vote]?.lane.thing == "t1_x")
    }
}
