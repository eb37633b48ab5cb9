import Core
import Foundation
import Mocks
import Testing

/// What a server said to an account, and which of its answers are believed.
struct ConfirmedStateTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let id = OwnedTarget(.account(AccountKey(site: .demo, name: "anna")), .post(.mock("a")))

    private func read(_ commit: UInt64, at uptime: Double? = nil, boot: String = "boot") -> ReadMoment {
        ReadMoment(commit: commit, begun: uptime.map { OutboxTime(date: start, boot: boot, uptime: $0) })
    }

    /// A state whose vote the server acknowledged with commit 10, at an uptime of 1000, to settle for a minute.
    private func acknowledged(_ vote: ConfirmedValues.ServerVote = .up) -> ConfirmedState {
        var state = ConfirmedState(id: id)
        state.confirm(ConfirmedValues(vote: .neutral, isRead: false), read: read(1), commit: 2)
        state.acknowledge(
            ConfirmedValues(vote: vote), .init(at: OutboxTime(date: start, boot: "boot", uptime: 1000), settle: 60),
            commit: 10, at: start)
        return state
    }

    @Test func eachValueHasTheCommitThatItCameBy() {
        var state = ConfirmedState(id: id)
        let isChanged1 = state.confirm(ConfirmedValues(vote: .up), read: read(3), commit: 4)
        #expect(isChanged1)
        let isChanged2 = state.confirm(ConfirmedValues(isSaved: true), read: read(5), commit: 6)
        #expect(isChanged2)
        #expect(state.values == ConfirmedValues(vote: .up, isSaved: true))
        #expect(state.commits.vote == 4 && state.commits.isSaved == 6 && state.commits.isRead == nil)
    }

    @Test func theSameValueAgainChangesNothing() {
        var state = ConfirmedState(id: id)
        state.confirm(ConfirmedValues(vote: .up), read: read(3), commit: 4)
        let before = state
        let isChanged3 = state.confirm(ConfirmedValues(vote: .up), read: read(9), commit: 10)
        #expect(!isChanged3)
        #expect(state == before)
    }

    @Test func anAnswerThatWasAskedForEarlierLosesForEachValueByItself() {
        var state = ConfirmedState(id: id)
        state.confirm(ConfirmedValues(vote: .up), read: read(9), commit: 10)
        let isChanged4 = state.confirm(ConfirmedValues(vote: .down, isHidden: true), read: read(9), commit: 11)
        #expect(isChanged4)
        #expect(state.values == ConfirmedValues(vote: .up, isHidden: true))
        let isChanged5 = state.confirm(ConfirmedValues(vote: .neutral), read: read(10), commit: 12)
        #expect(isChanged5)
        #expect(state.values.vote == .neutral)
    }

    @Test func ofAFieldThatIsUnsettledNothingIsTaken() {
        var state = ConfirmedState(id: id)
        let values = ConfirmedValues(vote: .down, isSaved: true)
        state.confirm(values, read: read(9), commit: 10, unsettled: [.vote])
        #expect(state.values == ConfirmedValues(isSaved: true))
        // Its score counts the vote that it tells all the same.
        #expect(state.voteInScore == .down)
        state.confirm(values, read: read(10), commit: 11)
        #expect(state.values == values && state.scoreVote == nil)
    }

    @Test(arguments: [(1059.0, false), (1060, true), (5000, true)])
    func whatContradictsAnAcknowledgementIsBelievedOnceItHasSettled(uptime: Double, isBelieved: Bool) {
        var state = acknowledged()
        state.confirm(ConfirmedValues(vote: .neutral, isRead: true), read: read(10, at: uptime), commit: 11)
        #expect(state.values.vote == (isBelieved ? .neutral : .up))
        #expect(state.values.isRead == true, "what was not acknowledged has nothing to settle")
        #expect(state.acknowledged.isEmpty == isBelieved)
    }

    @Test func aReadThatBeganBeforeTheAcknowledgementIsNeverBelieved() {
        var state = acknowledged()
        state.confirm(ConfirmedValues(vote: .neutral), read: read(9, at: 5000), commit: 11)
        #expect(state.values.vote == .up)
    }

    @Test func aReadOfWhichTheBeginIsNotKnownContradictsNoAcknowledgement() {
        var state = acknowledged()
        state.confirm(ConfirmedValues(vote: .neutral), read: read(20), commit: 21)
        #expect(state.values.vote == .up)
    }

    @Test(arguments: [(59.0, false), (60, true)])
    func anotherBootCountsTheSettleTimeAnew(uptime: Double, isBelieved: Bool) {
        var state = acknowledged()
        state.confirm(ConfirmedValues(vote: .neutral), read: read(10, at: uptime, boot: "next"), commit: 11)
        #expect(state.values.vote == (isBelieved ? .neutral : .up))
    }

    @Test func anAcknowledgementOfTheSameRaisesTheCommit() {
        var state = ConfirmedState(id: id)
        state.confirm(ConfirmedValues(vote: .up), read: read(1), commit: 2)
        let settled = ConfirmedState.Acknowledgement(at: OutboxTime(date: start, boot: "boot", uptime: 1), settle: 0)
        state.acknowledge(ConfirmedValues(vote: .up), settled, commit: 10, at: start)
        #expect(state.commits.vote == 10 && state.acknowledged.isEmpty)
        state.confirm(ConfirmedValues(vote: .down), read: read(9, at: 9), commit: 11)
        #expect(state.values.vote == .up)
    }

    @Test func theScoreCountsTheVoteThatItWasReadWith() {
        var state = acknowledged()
        #expect(state.voteInScore == .neutral)
        state.confirm(ConfirmedValues(vote: .up), read: read(12, at: 2000), commit: 13)
        #expect(state.voteInScore == .up && state.scoreVote == nil)
        state = acknowledged()
        let isChanged = state.forgetScoreVote()
        #expect(isChanged && state.voteInScore == .up)
        var unknown = ConfirmedState(id: id)
        unknown.acknowledge(
            ConfirmedValues(vote: .up), .init(at: OutboxTime(date: start, boot: "boot", uptime: 1), settle: 1),
            commit: 3, at: start)
        #expect(unknown.voteInScore == .neutral, "of a vote that nobody knew, the score had none")
    }

    @Test func itIsSavedSinceItWasFirstKnownAsSaved() {
        var state = ConfirmedState(id: id)
        state.confirm(ConfirmedValues(isSaved: true), read: read(1), commit: 2, at: start)
        state.confirm(ConfirmedValues(vote: .up, isSaved: true), read: read(3), commit: 4, at: start + 5)
        #expect(state.savedAt == start)
        state.confirm(ConfirmedValues(isSaved: false), read: read(5), commit: 6, at: start + 6)
        #expect(state.savedAt == nil)
    }

    @Test func itIsCodedAsEarlierVersionsDidAndReadBackWhole() throws {
        var plain = ConfirmedState(id: id)
        plain.confirm(ConfirmedValues(vote: .up), read: read(1), commit: 2)
        let text = String(decoding: try JSONEncoder().encode(plain), as: UTF8.self)
        #expect(!text.contains("acknowledged") && !text.contains("savedAt") && !text.contains("scoreVote"))
        let earlier = #"{"id":"demo/anna|post|demo/a","values":{"vote":"up"},"commits":{"vote":2}}"#
        #expect(try JSONDecoder().decode(ConfirmedState.self, from: Data(earlier.utf8)) == plain)
        var full = acknowledged(.down)
        full.confirm(ConfirmedValues(isSaved: true), read: read(11, at: 1), commit: 12, at: start)
        #expect(full.scoreVote == .neutral && full.savedAt == start && full.acknowledged.count == 1)
        #expect(try JSONDecoder().decode(ConfirmedState.self, from: try JSONEncoder().encode(full)) == full)
    }
}
