import Core
import Foundation
import Mocks
import Testing

/// What is shown of own marks, of what a server said, and of what was not sent yet.
struct ShownMarksTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let owner = MarkOwner.account(AccountKey(site: .demo, name: "anna"))

    private func state(_ values: ConfirmedValues, at date: Date? = nil) -> ConfirmedState {
        var state = ConfirmedState(id: OwnedTarget(owner, .post(.mock("a"))))
        state.confirm(values, read: ReadMoment(commit: 1), commit: 2, at: date)
        return state
    }

    private func pending(_ wishes: [(StatusField, String)], at date: Date? = nil) -> PendingIntents {
        var intents = PendingIntents()
        for (field, text) in wishes { intents.take(field, field.values(of: text), at: date ?? start) }
        return intents
    }

    @Test func whatNobodyTouchedIsShownAsTheServerSays() {
        let values = ConfirmedValues(vote: .down, isSaved: true, isHidden: true, isRead: true)
        let shown = Marks.shown(nil, confirmed: state(values), for: owner)
        #expect(shown.vote == .down && shown.isSaved && shown.isHidden && shown.isRead && shown.isVoteKnown)
        #expect(shown.savedAt == nil && shown.dates == StatusDates(), "no date is made up")
        #expect(shown.pending.isEmpty && shown.voteDelta == 0)
        #expect(Marks.shown(nil, confirmed: nil, for: owner) == Marks())
    }

    @Test func whatWasSetOrTakenBackHereCountsButForAVote() {
        var own = Marks()
        own.apply(.vote(.up), at: start)
        own.apply(.read(true), at: start)
        own.apply(.read(false), at: start + 1)
        let values = ConfirmedValues(vote: .down, isSaved: true, isRead: true)
        let shown = Marks.shown(own, confirmed: state(values), for: owner)
        #expect(shown.vote == .down && !shown.isRead && shown.isSaved)
    }

    @Test func anOwnVoteCountsWhereTheServerHasToldNone() {
        var own = Marks()
        own.vote = .up
        #expect(Marks.shown(own, confirmed: state(ConfirmedValues(isRead: true)), for: owner).vote == .up)
        #expect(Marks.shown(own, confirmed: state(ConfirmedValues(vote: .neutral)), for: owner).vote == nil)
    }

    @Test func whatIsPendingCountsBeforeEverything() {
        var own = Marks()
        own.apply(.saved(false), at: start)
        own.apply(.read(true), at: start)
        own.apply(.hidden(true), at: start)
        let said = state(ConfirmedValues(vote: .down, isSaved: false, isHidden: true))
        let wishes = pending([(.vote, "1"), (.saved, "1"), (.hidden, "0"), (.read, "0")], at: start + 9)
        let shown = Marks.shown(own, confirmed: said, pending: wishes, for: owner)
        #expect(shown.vote == .up && shown.isSaved && !shown.isHidden && !shown.isRead)
        #expect(shown.savedAt == start + 9 && shown.pending == [.vote, .saved, .hidden, .read])
        #expect(shown.voteDelta == 2)
    }

    @Test func aVoteThatIsTakenBackIsKnownAsNone() {
        let shown = Marks.shown(nil, confirmed: nil, pending: pending([(.vote, "0")]), for: owner)
        #expect(shown.vote == nil && shown.isVoteKnown && shown.pending == [.vote])
        #expect(!Marks().isVoteKnown)
    }

    @Test func nobodyHasOnlyOwnMarks() {
        var own = Marks()
        own.apply(.vote(.up), at: start)
        let shown = Marks.shown(
            own, confirmed: state(ConfirmedValues(vote: .down)), pending: pending([(.saved, "1")]), for: .nobody)
        #expect(shown == own)
        #expect(own.voteDelta == 1 && own.isVoteKnown)
    }

    @Test func whatIsKeptAlreadyKeepsItsPlace() {
        let wish = pending([(.saved, "1")], at: start + 9)
        var own = Marks()
        own.apply(.saved(true), at: start)
        #expect(Marks.shown(own, confirmed: nil, pending: wish, for: owner).savedAt == start)
        let said = state(ConfirmedValues(isSaved: true), at: start + 3)
        #expect(Marks.shown(nil, confirmed: said, pending: wish, for: owner).savedAt == start + 3)
        #expect(Marks.shown(nil, confirmed: said, for: owner).savedAt == start + 3)
        let gone = Marks.shown(own, confirmed: said, pending: pending([(.saved, "0")]), for: owner)
        #expect(!gone.isSaved && gone.savedAt == nil)
    }

    @Test func whatIsOnlyUnsettledShowsNothing() {
        var intents = PendingIntents()
        intents.take(.vote, nil, at: start)
        let shown = Marks.shown(nil, confirmed: state(ConfirmedValues(vote: .up)), pending: intents, for: owner)
        #expect(shown.vote == .up && shown.pending.isEmpty && intents.unsettled == [.vote])
    }

    @Test func anIntentTakesThePlaceOfTheOwnMark() {
        var own = Marks()
        own.apply(.saved(true), at: start)
        own.apply(.read(true), at: start)
        let isChanged = [own.untouch(.saved), own.untouch(.saved), own.untouch(.subscribed)]
        #expect(isChanged == [true, false, false])
        #expect(!own.isSaved && own.savedAt == nil && own.dates[.saved] == nil && own.isRead)
        let said = state(ConfirmedValues(isSaved: true, isRead: false))
        let shown = Marks.shown(own, confirmed: said, for: owner)
        #expect(shown.isSaved && shown.isRead)
    }

    @Test func whatIsShownIsNotStored() throws {
        let status = PostStatus(
            id: .mock("a"),
            marks: Marks.shown(nil, confirmed: nil, pending: pending([(.vote, "1")]), for: owner))
        let read = try JSONDecoder().decode(PostStatus.self, from: try JSONEncoder().encode(status))
        #expect(read.pending.isEmpty && read.vote == .up && !read.isVoteTold)
    }

    @Test(arguments: StatusField.allCases)
    func aWishIsReadAsItIsWritten(_ field: StatusField) throws {
        for text in field == .vote ? ["1", "-1", "0"] : ["1", "0"] {
            let values = try #require(field.values(of: text))
            #expect(field.text(in: values) == text && values.fields == field.set)
        }
        #expect(field.values(of: "2") == nil && field.text(in: ConfirmedValues()) == nil)
    }

    @Test func aFlagMayBeWrittenInWords() {
        #expect(StatusField.saved.values(of: "true") == ConfirmedValues(isSaved: true))
        #expect(StatusField.vote.values(of: "true") == nil)
    }
}
