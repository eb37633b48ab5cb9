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
}
