import Foundation
import Testing

@testable import Core

/// What was queued for a token becomes its person's, by the rules alone.
struct OutboxNamingTests {
    private let token = AccountKey.ofToken("0123456789abcdef", on: .reddit)
    private let me = OutboxHarness.me
    private let other = OutboxHarness.other

    private func name(_ harness: inout OutboxHarness, as account: AccountKey) -> OutboxStep {
        let step = harness.outbox.name(token, as: account, at: harness.now)
        harness.handle(.woke)
        return step
    }

    @Test func textsMoveInTheirOrderAndAreSent() throws {
        var harness = OutboxHarness()
        let first = try harness.queue(OutboxHarness.Kinds.reply, as: token)
        let below = try harness.queue(OutboxHarness.Kinds.reply, on: first.rawValue, as: token, waitsFor: [first])
        let second = try harness.queue(OutboxHarness.Kinds.reply, as: token)
        let foreign = try harness.queue(OutboxHarness.Kinds.reply, as: other)
        #expect(harness.sends.isEmpty && harness[first]?.account == token, "a token has no session")

        let step = name(&harness, as: me)
        #expect(step.changes == [.entry(first), .entry(below), .entry(second)] && step.outcomes.isEmpty)
        #expect(harness.sends == [[first]])
        for id in [first, below, second] {
            #expect(harness[id]?.account == me && harness[id]?.lane.account == me)
        }
        #expect(harness[foreign]?.account == other && harness[foreign]?.lane.account == other)
        harness.arrive(first, as: "t1_first")
        #expect(harness.sends.flatMap { $0 }.sorted() == [below, second].sorted())
        #expect(harness.outbox.name(token, as: me, at: harness.now) == OutboxStep(), "there is nothing more")
    }

    @Test(arguments: [true, false])
    func ofTogglesTheNewestWishIsKept(_ isTokensNewer: Bool) throws {
        var harness = OutboxHarness()
        func vote(_ value: String, as account: AccountKey) throws -> OutboxEntry.ID {
            try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: value, as: account)
        }
        let (older, newer) = isTokensNewer ? (other, token) : (token, other)
        let old = try vote("1", as: older)
        let new = try vote("-1", as: newer)
        #expect(harness.outbox.all.count == 2)
        _ = name(&harness, as: other)
        #expect(harness.outbox.all.map(\.id) == [new] && harness[old] == nil)
        #expect(harness[new]?.account == other && harness[new]?.value == "-1")
        harness.handle(.session(other, epoch: 1))
        #expect(harness.sends == [[new]])
    }

    @Test func aWishThatIsMadeWhileOneIsSentWaitsForItsAnswer() throws {
        var harness = OutboxHarness()
        let sent = try harness.vote("1")
        let wish = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "0", as: token)
        _ = name(&harness, as: me)
        #expect(harness[sent]?.state == .sending && harness.sends.isEmpty)
        harness.answer(sent, with: .done(result: nil, value: "1"))
        #expect(harness.sends == [[wish]])
    }

    @Test func aLaneThatIsToBeReadIsReadAfterTheNewWish() throws {
        var harness = OutboxHarness()
        let sent = try harness.vote("1")
        harness.lose(sent)
        harness.pass(3600)
        harness.answer(sent, with: .done(result: nil, value: "1"))
        let lane = OutboxLane(account: me, field: "vote", thing: "t3_a")
        try #require(harness.outbox.lanes[lane]?.reading != nil)
        let wish = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "0", as: token)
        let step = name(&harness, as: me)
        #expect(step.changes == [.entry(wish), .lane(lane)] && harness.sends == [[wish]])
        #expect(harness.outbox.lanes[lane]?.reading == nil)
    }

    @Test func whatThePersonCannotSendFailsWithItsWords() throws {
        var harness = OutboxHarness()
        let edit = try harness.queue(OutboxHarness.Kinds.edit, on: "t1_theirs", as: token)
        let reply = try harness.queue(OutboxHarness.Kinds.reply, as: token)
        let payload = harness[edit]?.payload
        let step = harness.outbox.name(token, as: me, refusing: [edit: OutboxHarness.reason], at: harness.now)
        harness.handle(.woke)
        #expect(step.changes == [.entry(edit), .entry(reply)])
        #expect(harness[edit]?.state == .failed && harness[edit]?.reason == OutboxHarness.reason)
        #expect(harness[edit]?.payload == payload && harness[edit]?.account == me)
        #expect(harness.sends == [[reply]])
    }

    @Test func aPersonMaySayWhoSendsWhatIsNobodys() throws {
        var harness = OutboxHarness()
        let reply = try harness.queue(OutboxHarness.Kinds.reply, as: token)
        let behind = try harness.queue(OutboxHarness.Kinds.reply, as: token)
        let vote = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "1", as: token)
        let elsewhere = AccountKey(site: .demo, name: "t2_me")
        #expect(throws: OutboxRefusal.notFailed) { try harness.decide(.send(as: elsewhere), on: reply) }
        try harness.decide(.send(as: me), on: reply)
        #expect(harness.sends == [[reply]] && harness[reply]?.lane.account == me)
        #expect(harness[behind]?.account == token && harness[vote]?.account == token)
        try harness.decide(.send(as: me), on: vote)
        #expect(harness.sends == [[vote]])
    }

    /// What became of a newer wish of the account.
    enum Fate: CaseIterable { case done, refused, unneeded }

    @Test(arguments: Fate.allCases)
    func aWishThatTheAccountHasMadeSinceCounts(_ fate: Fate) throws {
        var harness = OutboxHarness()
        let old = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "1", as: token)
        let elsewhere = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", on: "t3_b", value: "1", as: token)
        let new = try harness.vote("0", known: fate == .unneeded ? "0" : nil)
        switch fate {
        case .done: harness.answer(new, with: .done(result: nil, value: "0"))
        case .refused:
            harness.answer(new, with: .refused(OutboxHarness.reason))
            try harness.decide(.giveUp(nil), on: new)
        case .unneeded: break
        }
        harness.relaunch()
        #expect(harness.outbox.all.map(\.id) == [old, elsewhere])
        let step = name(&harness, as: me)
        #expect(step.changes == [.entry(old), .entry(elsewhere)])
        #expect(harness[old] == nil && harness.sends == [[elsewhere]])
    }

    @Test func aWishOfSomebodyElseIsNoNewerOne() throws {
        var harness = OutboxHarness()
        let wish = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "1", as: token)
        let new = try harness.vote("0")
        harness.answer(new, with: .done(result: nil, value: "0"))
        _ = name(&harness, as: other)
        harness.handle(.session(other, epoch: 1))
        #expect(harness.sends == [[wish]])
    }

    @Test func ofTwoTokensOfOnePersonTheNewerWishCounts() throws {
        var harness = OutboxHarness()
        let second = AccountKey.ofToken("another token", on: .reddit)
        let old = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "1", as: token)
        let new = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "0", as: second)
        _ = harness.outbox.name(second, as: me, at: harness.now)
        harness.handle(.woke)
        #expect(harness.sends == [[new]])
        harness.answer(new, with: .done(result: nil, value: "0"))
        _ = name(&harness, as: me)
        #expect(harness[old] == nil && harness.outbox.all.isEmpty && harness.sends.isEmpty)
    }

    @Test func theTargetOfAnEditIsReadBeforeItGoes() throws {
        var harness = OutboxHarness()
        let edit = try harness.queue(OutboxHarness.Kinds.edit, field: "target", on: "t1_mine", as: token)
        let newer = try harness.queue(OutboxHarness.Kinds.edit, field: "target", on: "t1_mine", "newer")
        harness.arrive(newer)
        _ = name(&harness, as: me)
        #expect(harness.looks == [edit] && harness.sends.isEmpty)
        harness.looked(edit, .unclear(OutboxHarness.reason))
        #expect(harness[edit]?.state == .unsure && harness.sends.isEmpty)
    }

    @Test func whatAnotherVersionHasQueuedIsNamedByThatOne() throws {
        var harness = OutboxHarness()
        let later = try harness.queue(OutboxHarness.Kinds.reply, as: token, version: 2)
        let reply = try harness.queue(OutboxHarness.Kinds.reply, as: token)
        #expect(name(&harness, as: me).changes == [.entry(reply)])
        #expect(harness[later]?.account == token)
        harness.outbox.limits.kinds[OutboxHarness.Kinds.reply] = 1...2
        #expect(name(&harness, as: me).changes == [.entry(later)])
        #expect(harness[later]?.account == me)
    }

    @Test func aNewerWishInTheLaneCountsAlsoWhereTheOlderOneWasNotKnownThen() throws {
        var harness = OutboxHarness()
        let old = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "1", as: token, version: 2)
        let new = try harness.queue(OutboxHarness.Kinds.vote, field: "vote", value: "0", as: other)
        harness.outbox.limits.kinds[OutboxHarness.Kinds.vote] = 1...2
        _ = name(&harness, as: other)
        #expect(harness[old] == nil && harness.outbox.all.map(\.id) == [new])
    }

    @Test func thePartsOfATextGoWithIt() throws {
        var harness = OutboxHarness()
        let upload = try harness.queue(OutboxHarness.Kinds.upload, field: "file", on: "files", as: token)
        let reply = try harness.queue(OutboxHarness.Kinds.reply, as: token, parts: [upload])
        try harness.decide(.send(as: me), on: reply)
        #expect(harness[upload]?.account == me && harness[upload]?.lane.account == me)
        #expect(harness.sends == [[upload]])
        harness.arrive(upload, as: "file")
        #expect(harness.sends == [[reply]])
    }

    @Test func noServersIDOfAPersonIsTakenForAToken() {
        #expect(token.isOfToken && !me.isOfToken)
        #expect(!AccountKey(site: .reddit, name: nil).isOfToken)
        #expect(MarkOwner("\(MarkOwner.account(token))") == .account(token))
    }
}
