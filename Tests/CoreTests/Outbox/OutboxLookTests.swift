import Foundation
import Testing

@testable import Core

/// How often the outbox looks for an entry and reads a lane, and what it makes of the answers.
struct OutboxLookTests {
    private typealias Kinds = OutboxWorld.Kinds

    private static let busy = OutboxEntry.Reason(.serverError, "Busy.")

    private func reads(_ harness: OutboxHarness) -> Int {
        harness.actions.count { if case .read = $0 { true } else { false } }
    }

    /// Votes; nobody knows whether that arrived, and sent again it does.
    private func doubtfulVote(
        _ harness: inout OutboxHarness, on thing: String = "t3_a", as account: AccountKey = OutboxHarness.me
    ) throws -> OutboxLane {
        let vote = try harness.queue(Kinds.vote, field: "vote", on: thing, value: "1", as: account)
        harness.lose(vote)
        harness.pass(5)
        harness.arrive(vote)
        return OutboxLane(account: account, field: "vote", thing: thing)
    }

    @Test func aLookThatFailsIsRepeatedLaterAndLater() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        for seconds in [5, 10] as [Double] {
            harness.looked(reply, .failed(Self.busy, isPassing: true))
            #expect(harness[reply]?.state == .checking && harness[reply]?.reason == Self.busy)
            harness.pass(seconds - 1)
            #expect(harness.looks.isEmpty)
            harness.pass(1)
            #expect(harness.looks == [reply])
        }
        // One that is answered begins the row anew.
        harness.looked(reply, .absent)
        harness.pass(45)
        harness.looked(reply, .failed(Self.busy, isPassing: true))
        harness.pass(5)
        #expect(harness.looks == [reply])
    }

    @Test func whatALookCannotTellHasItsReason() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.lose(reply)
        harness.looked(reply, .unclear(Self.busy))
        #expect(harness[reply]?.state == .unsure && harness[reply]?.reason == Self.busy)
    }

    @Test func anAccountThatLeavesEndsNoLookAndNoReadOfAnother() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.other, epoch: 1))
        let lane = try doubtfulVote(&harness, as: OutboxHarness.other)
        harness.pass(60)
        let reply = try harness.queue(Kinds.reply, as: OutboxHarness.other)
        harness.lose(reply)
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        #expect(harness.actions.isEmpty)
        harness.read(lane, .value("1"))
        harness.looked(reply, .found(["t1_x"]))
        #expect(harness.outbox.lanes.isEmpty && harness.outbox.entries.isEmpty)
    }

    @Test func whenAnAccountLeavesTheDayOfAnothersFailedLooksGoesOn() throws {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.other, epoch: 1))
        let reply = try harness.queue(Kinds.reply, as: OutboxHarness.other)
        harness.lose(reply)
        harness.looked(reply, .failed(Self.busy, isPassing: true))
        harness.pass(20 * 3600)
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        harness.looked(reply, .failed(Self.busy, isPassing: true))
        #expect(harness[reply]?.state == .checking)
        harness.pass(5 * 3600)
        harness.looked(reply, .failed(Self.busy, isPassing: true))
        #expect(harness[reply]?.state == .unsure)
    }

    @Test func aReadThatFailsIsRepeatedLaterAndLater() throws {
        var harness = OutboxHarness()
        let lane = try doubtfulVote(&harness)
        harness.pass(60)
        for _ in 0..<4 {
            harness.read(lane, .failed(isPassing: true))
            harness.pass(60)
            #expect(reads(harness) == 1)
        }
        harness.read(lane, .failed(isPassing: true))
        harness.pass(79)
        #expect(reads(harness) == 0)
        harness.pass(1)
        #expect(reads(harness) == 1)
    }

    @Test func notMoreIsReadAtOnceThanIsSentToASite() throws {
        var harness = OutboxHarness { $0.parallel = 2 }
        let lanes = try (0..<5).map { try doubtfulVote(&harness, on: "t3_\($0)") }
        harness.pass(60)
        #expect(reads(harness) == 2)
        harness.handle(.woke)
        #expect(reads(harness) == 0)
        harness.read(lanes[0], .value("1"))
        #expect(reads(harness) == 1)
    }

    @Test func nothingIsReadDuringAPauseForTheSite() throws {
        var harness = OutboxHarness()
        _ = try doubtfulVote(&harness)
        let reply = try harness.queue(Kinds.reply)
        harness.answer(reply, with: .later(Self.busy, scope: .site, after: 600, until: nil))
        harness.pass(60)
        #expect(reads(harness) == 0)
        harness.pass(540)
        #expect(reads(harness) == 1)
    }

    /// What the server has counts, as the last wish of the lane is none any more.
    @Test(arguments: [true, false]) func whenAVoteIsOverTheOneBeforeIsNotSentAgain(_ isRefused: Bool) throws {
        var harness = OutboxHarness()
        let lane = try doubtfulVote(&harness)
        let newer = try harness.queue(Kinds.vote, field: "vote", value: "-1", undo: isRefused ? 0 : 600)
        if isRefused {
            harness.answer(newer, with: .refused(Self.busy))
        } else {
            try harness.decide(.giveUp(nil), on: newer)
        }
        harness.pass(60)
        harness.read(lane, .value("0"))
        guard case .confirmed(_, "0") = harness.outcomes.first else {
            return #expect(Bool(false), "\(harness.outcomes)")
        }
        #expect(harness.sends.isEmpty && harness.outbox.lanes.isEmpty)
    }

    @Test func afterABrokenSendAbsenceCountsOnceItHasSettled() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(Kinds.reply)
        harness.relaunch()
        harness.looked(reply, .absent)
        #expect(harness[reply]?.state == .checking)
        harness.pass(60)
        harness.looked(reply, .absent)
        #expect(harness.sends == [[reply]])
    }
}
