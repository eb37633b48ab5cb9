import Foundation
import Testing

@testable import Core

/// The decisions about a feed, one table at a time.
///
/// Internal, because nothing in it waits for anything.
struct FeedStateMachineTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let feed = Feed(site: .demo)

    private func stored(_ count: Int, cursor: String? = "c1", isEnd: Bool = false, age: TimeInterval = 0)
        -> FeedStateMachine.Stored
    {
        FeedStateMachine.Stored(
            count: count, cursor: cursor.map(PageCursor.init), isEnd: isEnd,
            refreshedAt: count == 0 ? nil : now.addingTimeInterval(-age))
    }

    private func page(_ count: Int, next: String?) -> Page {
        Page(
            posts: (0..<count).map { Post(id: Post.ID(site: .demo, native: "t3_\($0)"), title: "\($0)") },
            next: next.map(PageCursor.init), source: "test")
    }

    private func machine() -> FeedStateMachine { FeedStateMachine(refreshAge: 3600) }

    // MARK: Loading

    @Test func eachPolicyDecidesAboutTheNetwork() {
        let cases: [(ReadPolicy, FeedStateMachine.Stored, fetches: Bool, showsFirst: Bool)] = [
            (.storedOnly, stored(0, cursor: nil), false, false),
            (.storedOnly, stored(5, age: 9999), false, false),
            (.storedThenNetwork, stored(0, cursor: nil), true, true),
            (.storedThenNetwork, stored(5), false, false),
            (.storedThenNetwork, stored(5, age: 3601), true, true),
            (.storedThenNetwork, stored(5, age: -60), true, true),
            (.networkOnly, stored(5), true, false),
            (.networkElseStored, stored(5), true, false),
        ]
        for (policy, stored, fetches, showsFirst) in cases {
            var machine = machine()
            let decision = machine.ask(.load(policy), stored, now: now)
            #expect((machine.flight != nil) == fetches, "\(policy) over \(stored.count)")
            #expect(decision.showsStored == showsFirst, "\(policy) over \(stored.count)")
            let isAnswered = if case .stored = decision.answer { true } else { false }
            #expect(isAnswered == !fetches, "\(policy) over \(stored.count)")
        }
    }

    @Test func aSecondLoadJoinsTheFirst() {
        var machine = machine()
        _ = machine.ask(.refresh, stored(5), now: now)
        #expect(machine.ask(.refresh, stored(5), now: now) == .init(.join(flight: 1)))
        #expect(
            machine.ask(.load(.storedThenNetwork), stored(5), now: now) == .init(.join(flight: 1), showsStored: true))
        #expect(machine.ask(.loadMore, stored(5), now: now) == .init(.join(flight: 1)))
    }

    // MARK: Paging

    @Test func loadingMoreAsksWithTheStoredCursor() throws {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(5, cursor: "c7"), now: now)
        let flight = try #require(machine.flight)
        #expect(flight.cursor == PageCursor(rawValue: "c7"))
        #expect(flight.placement == .after(PageCursor(rawValue: "c7")))
        #expect(flight.seenCount == 5)
    }

    @Test func theEndOfAFeedIsWhatTheServerSaid() {
        var machine = machine()
        #expect(machine.ask(.loadMore, stored(5, cursor: nil, isEnd: true), now: now) == .init(.stored(nil)))
        #expect(machine.flight == nil)
    }

    @Test func loadingMoreOfNothingIsAFirstLoad() {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(0, cursor: nil), now: now)
        #expect(machine.flight?.placement == .head)
    }

    @Test func aRefreshTakesThePlaceOfPagingAndVoidsItsAnswer() throws {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(5), now: now)
        let decision = machine.ask(.refresh, stored(5), now: now)
        let flight = try #require(machine.flight)
        #expect(decision == .init(.replace(flight: 1, by: flight)))
        #expect(machine.handle(.fetched(flight: 1, page(3, next: "c2"))) == nil)
        #expect(machine.handle(.failed(flight: 1, DataError(.offline))) == nil)
        #expect(machine.flight == flight)
    }

    @Test func twoPlacesOfOneFeedAreFetchedOneAfterTheOther() {
        var machine = machine()
        _ = machine.ask(.page(after: PageCursor(rawValue: "a")), stored(5), now: now)
        let other = FeedRequest.page(after: PageCursor(rawValue: "b"))
        #expect(machine.ask(other, stored(5), now: now) == .init(.askAgain(after: 1)))
        let same = FeedRequest.page(after: PageCursor(rawValue: "a"))
        #expect(machine.ask(same, stored(5), now: now) == .init(.join(flight: 1)))
    }

    // MARK: Answers

    @Test func aPageIsStoredBeforeAnythingIsSaid() {
        var machine = machine()
        _ = machine.ask(.refresh, stored(0, cursor: nil), now: now)
        let answer = page(3, next: "c2")
        #expect(machine.handle(.fetched(flight: 1, answer)) == .store(answer, .head))
        let receipt = PageReceipt(ids: answer.posts.map(\.id), insertedCount: 3, next: answer.next)
        let origin = DataOrigin.network(source: "test", completeness: .full)
        #expect(
            machine.handle(.committed(flight: 1, receipt, answer))
                == .finish(FeedStateMachine.Outcome(origin: origin, receipt: receipt)))
        #expect(machine.flight == nil)
    }

    @Test func aShortPageIsNoEnd() {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(5), now: now)
        let answer = page(1, next: "c2")
        #expect(machine.handle(.fetched(flight: 1, answer)) == .store(answer, .after(PageCursor(rawValue: "c1"))))
    }

    @Test func aRepeatedCursorIsTheEnd() {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(5), now: now)
        let answer = page(1, next: "c1")
        var last = answer
        last.next = nil
        #expect(machine.handle(.fetched(flight: 1, answer)) == .store(last, .after(PageCursor(rawValue: "c1"))))
    }

    @Test func anEmptyPageWithACursorIsFollowedThreeTimes() {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(5), now: now)
        for step in 2...4 {
            let next = machine.handle(.fetched(flight: 1, page(0, next: "c\(step)")))
            #expect(machine.flight?.cursor == PageCursor(rawValue: "c\(step)"))
            #expect(next != nil)
        }
        var last = page(0, next: "c5")
        last.next = nil
        // The page still goes where the person is: behind the cursor that was asked for first.
        #expect(
            machine.handle(.fetched(flight: 1, page(0, next: "c5"))) == .store(last, .after(PageCursor(rawValue: "c1")))
        )
    }

    @Test func anEmptyAnswerOverAFeedWithPostsIsSuspicious() {
        var machine = machine()
        _ = machine.ask(.refresh, stored(5), now: now)
        #expect(
            machine.handle(.fetched(flight: 1, page(0, next: nil)))
                == .finish(FeedStateMachine.Outcome(issues: [.suspiciousEmpty])))
    }

    @Test func anEmptyAnswerOverNothingIsTheEnd() {
        var machine = machine()
        _ = machine.ask(.refresh, stored(0, cursor: nil), now: now)
        let answer = page(0, next: nil)
        #expect(machine.handle(.fetched(flight: 1, answer)) == .store(answer, .head))
    }

    @Test func anAnswerOfWhichNothingCouldBeReadChangesNothing() {
        var machine = machine()
        _ = machine.ask(.refresh, stored(0, cursor: nil), now: now)
        var answer = page(0, next: nil)
        answer.issues = [DecodeIssue(index: 0, reason: "data: missing")]
        #expect(
            machine.handle(.fetched(flight: 1, answer)) == .finish(FeedStateMachine.Outcome(issues: answer.issues)))
    }

    @Test func aPageOfWhichNothingCouldBeReadIsFollowedAndItsIssuesStay() {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(5), now: now)
        var corrupt = page(0, next: "c2")
        corrupt.issues = [DecodeIssue(index: 0, reason: "data: missing")]
        _ = machine.handle(.fetched(flight: 1, corrupt))
        let answer = page(1, next: "c3")
        _ = machine.handle(.fetched(flight: 1, answer))
        let receipt = PageReceipt(ids: answer.posts.map(\.id), insertedCount: 1, next: answer.next)
        guard case .finish(let outcome)? = machine.handle(.committed(flight: 1, receipt, answer)) else {
            Issue.record("It did not finish")
            return
        }
        #expect(outcome.issues == corrupt.issues)
    }

    @Test func corruptPagesWithoutEndAreNoEndOfTheFeed() {
        var machine = machine()
        _ = machine.ask(.loadMore, stored(5), now: now)
        var step: FeedStateMachine.Step?
        for number in 2...5 {
            var corrupt = page(0, next: "c\(number)")
            corrupt.issues = [DecodeIssue(index: number, reason: "data: missing")]
            step = machine.handle(.fetched(flight: 1, corrupt))
        }
        let issues = (2...5).map { DecodeIssue(index: $0, reason: "data: missing") }
        #expect(step == .finish(FeedStateMachine.Outcome(issues: issues)))
    }

    @Test func aFailureEndsTheRequestAndSaysWhy() {
        var machine = machine()
        _ = machine.ask(.refresh, stored(5), now: now)
        let error = DataError(.timedOut)
        #expect(machine.handle(.failed(flight: 1, error)) == .finish(FeedStateMachine.Outcome(error: error)))
        #expect(machine.flight == nil)
    }

    // MARK: Unchanged pages

    private let head = FeedHead(
        ids: [Post.ID(site: .demo, native: "t3_b"), Post.ID(site: .demo, native: "t3_a")],
        next: PageCursor(rawValue: "c1"), revision: PageRevision(rawValue: "r1"))

    private var unchanged: Page {
        var page = Page(posts: [], source: "test")
        page.isUnchanged = true
        return page
    }

    private func storedWithHead() -> FeedStateMachine.Stored {
        var stored = stored(5)
        stored.head = head
        return stored
    }

    @Test func onlyTheFirstPageTakesTheRevisionAlong() {
        let requests: [(FeedRequest, PageRevision?)] = [
            (.refresh, head.revision), (.load(.networkOnly), head.revision), (.loadMore, nil),
            (.page(after: PageCursor(rawValue: "c1")), nil),
        ]
        for (request, revision) in requests {
            var machine = machine()
            _ = machine.ask(request, storedWithHead(), now: now)
            #expect(machine.flight?.revision == revision, "\(request)")
            #expect(machine.flight?.isManual == (request == .refresh), "\(request)")
        }
    }

    @Test func anUnchangedPageIsAsGoodAsTheStoredOne() {
        var machine = machine()
        _ = machine.ask(.refresh, storedWithHead(), now: now)
        #expect(machine.handle(.fetched(flight: 1, unchanged)) == .compare(unchanged))
        let receipt = PageReceipt(ids: head.ids, insertedCount: 0, next: head.next)
        let origin = DataOrigin.network(source: "test", completeness: .full)
        #expect(
            machine.handle(.compared(flight: 1, unchanged, head))
                == .finish(FeedStateMachine.Outcome(origin: origin, receipt: receipt, isUnchanged: true)))
        #expect(machine.flight == nil)
    }

    @Test func anUnchangedPageThatAnotherOneTookThePlaceOfIsFetchedWhole() {
        let other = FeedHead(ids: head.ids.reversed(), next: head.next, revision: head.revision)
        for found in [nil, other] {
            var machine = machine()
            _ = machine.ask(.refresh, storedWithHead(), now: now)
            _ = machine.handle(.fetched(flight: 1, unchanged))
            let step = machine.handle(.compared(flight: 1, unchanged, found))
            #expect(machine.flight?.revision == nil)
            #expect(step == machine.flight.map { .fetch($0) })
            // Nothing was said to compare with this time, so the answer makes no sense; it does not go round for ever.
            let malformed = FeedStateMachine.Outcome(error: DataError(.malformed))
            #expect(machine.handle(.fetched(flight: 1, unchanged)) == .finish(malformed))
        }
    }

    @Test func unchangedFromNothingIsMalformed() {
        for request in [FeedRequest.refresh, .loadMore] {
            var machine = machine()
            _ = machine.ask(request, stored(5), now: now)
            let malformed = FeedStateMachine.Outcome(error: DataError(.malformed))
            #expect(machine.handle(.fetched(flight: 1, unchanged)) == .finish(malformed))
            #expect(machine.flight == nil)
        }
    }

    @Test func aRefreshThatWasReplacedConfirmsNothing() {
        var machine = machine()
        _ = machine.ask(.refresh, storedWithHead(), now: now)
        _ = machine.handle(.fetched(flight: 1, unchanged))
        _ = machine.handle(.cancelled(flight: 1))
        #expect(machine.handle(.compared(flight: 1, unchanged, head)) == nil)
    }

    @Test func aPageThatCannotBeRecognisedIsStoredWithoutARevision() {
        var whole = page(2, next: "c2")
        whole.revision = PageRevision(rawValue: "r2")
        var plain = whole
        plain.revision = nil
        var machine = machine()
        _ = machine.ask(.refresh, stored(5), now: now)
        #expect(machine.handle(.fetched(flight: 1, whole)) == .store(whole, .head))
        // With issues: they would not be told again.
        machine = self.machine()
        _ = machine.ask(.refresh, stored(5), now: now)
        whole.issues = [DecodeIssue(index: 0, reason: "data: missing")]
        plain.issues = whole.issues
        #expect(machine.handle(.fetched(flight: 1, whole)) == .store(plain, .head))
        // Behind an empty page: it is not the first.
        machine = self.machine()
        (whole.issues, plain.issues) = ([], [])
        _ = machine.ask(.refresh, storedWithHead(), now: now)
        _ = machine.handle(.fetched(flight: 1, page(0, next: "c1")))
        #expect(machine.flight?.revision == nil)
        #expect(machine.handle(.fetched(flight: 1, whole)) == .store(plain, .head))
        // And nowhere but at the head.
        machine = self.machine()
        _ = machine.ask(.loadMore, stored(5), now: now)
        #expect(machine.handle(.fetched(flight: 1, whole)) == .store(plain, .after(PageCursor(rawValue: "c1"))))
    }
}
