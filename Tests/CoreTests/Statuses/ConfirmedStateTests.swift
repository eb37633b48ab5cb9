import Core
import Foundation
import Mocks
import Testing

/// What a server said to an account, and how it is shown with the account's own marks.
struct ConfirmedStateTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let id = OwnedTarget(.account(AccountKey(site: .demo, name: "anna")), .post(.mock("a")))

    @Test func eachValueHasTheCommitThatItCameBy() {
        var state = ConfirmedState(id: id)
        let isChanged1 = state.confirm(ConfirmedValues(vote: .up), asOf: 3, commit: 4)
        #expect(isChanged1)
        let isChanged2 = state.confirm(ConfirmedValues(isSaved: true), asOf: 5, commit: 6)
        #expect(isChanged2)
        #expect(state.values == ConfirmedValues(vote: .up, isSaved: true))
        #expect(state.commits.vote == 4 && state.commits.isSaved == 6 && state.commits.isRead == nil)
    }

    @Test func theSameValueAgainChangesNothing() {
        var state = ConfirmedState(id: id)
        state.confirm(ConfirmedValues(vote: .up), asOf: 3, commit: 4)
        let before = state
        let isChanged3 = state.confirm(ConfirmedValues(vote: .up), asOf: 9, commit: 10)
        #expect(!isChanged3)
        #expect(state == before)
    }

    @Test func anAnswerThatWasAskedForEarlierLosesForEachValueByItself() {
        var state = ConfirmedState(id: id)
        state.confirm(ConfirmedValues(vote: .up), asOf: 9, commit: 10)
        let isChanged4 = state.confirm(ConfirmedValues(vote: .down, isHidden: true), asOf: 9, commit: 11)
        #expect(isChanged4)
        #expect(state.values == ConfirmedValues(vote: .up, isHidden: true))
        let isChanged5 = state.confirm(ConfirmedValues(vote: .neutral), asOf: 10, commit: 12)
        #expect(isChanged5)
        #expect(state.values.vote == .neutral)
    }

    @Test func whatNobodyTouchedIsShownAsTheServerSays() {
        let values = ConfirmedValues(vote: .down, isSaved: true, isHidden: true, isRead: true)
        let shown = Marks.shown(nil, confirmed: values)
        #expect(shown.vote == .down && shown.isSaved && shown.isHidden && shown.isRead)
        #expect(shown.savedAt == nil && shown.dates == StatusDates(), "no date is made up")
        #expect(Marks.shown(nil, confirmed: nil) == Marks())
    }

    @Test func whatWasSetOrTakenBackHereCounts() {
        var own = Marks()
        own.apply(.vote(.up), at: start)
        own.apply(.read(true), at: start)
        own.apply(.read(false), at: start + 1)
        let shown = Marks.shown(own, confirmed: ConfirmedValues(vote: .down, isSaved: true, isRead: true))
        #expect(shown.vote == .up && !shown.isRead && shown.isSaved)
    }

    @Test func aMarkOfAnEarlierVersionWithoutADateCounts() {
        var own = Marks()
        own.vote = .up
        #expect(Marks.shown(own, confirmed: ConfirmedValues(vote: .neutral)).vote == .up)
    }
}
