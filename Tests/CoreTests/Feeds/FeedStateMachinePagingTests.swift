import Foundation
import Testing

@testable import Core

/// How paging goes on, ends, and does not go round for ever.
struct FeedStateMachinePagingTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func stored(
        _ count: Int, cursor: String? = nil, gap: String? = nil, isEnd: Bool = false
    ) -> FeedStateMachine.Stored {
        FeedStateMachine.Stored(
            count: count, cursor: cursor.map(PageCursor.init), isEnd: isEnd, refreshedAt: now,
            lastGap: gap.map(PageCursor.init))
    }

    private func ids(_ names: String...) -> [Post.ID] { names.map { Post.ID(site: .demo, native: $0) } }

    private func page(_ ids: [Post.ID], next: String?) -> Page {
        Page(posts: ids.map { Post(id: $0, title: "") }, next: next.map(PageCursor.init), source: "test")
    }

    /// Loads a further page that brings so many new posts, and says whether anything was asked.
    @discardableResult
    private func loadMore(
        _ machine: inout FeedStateMachine, _ stored: FeedStateMachine.Stored, _ ids: [Post.ID], next: String,
        inserted: Int = 0
    ) -> Bool {
        let decision = machine.ask(.loadMore, stored, now: now)
        guard let flight = machine.flight else {
            #expect(decision == .init(.stored(nil)))
            return false
        }
        let page = page(ids, next: next)
        _ = machine.handle(.fetched(flight: flight.id, page))
        let receipt = PageReceipt(ids: ids, insertedCount: inserted, next: page.next)
        _ = machine.handle(.committed(flight: flight.id, receipt, page))
        return true
    }

    // MARK: A server that repeats itself

    @Test func theSamePostsUnderEverNewCursorsAreTheEndAfterThreePages() {
        var machine = FeedStateMachine(refreshAge: 3600)
        for number in 2...4 {
            #expect(!machine.isExhausted(at: PageCursor(rawValue: "page:\(number)")))
            let isAsked = loadMore(
                &machine, stored(2, cursor: "page:\(number)"), ids("a", "b"), next: "page:\(number + 1)")
            #expect(isAsked)
        }
        #expect(machine.isExhausted(at: PageCursor(rawValue: "page:5")))
        let isAskedAtTheEnd = loadMore(&machine, stored(2, cursor: "page:5"), ids("a", "b"), next: "page:6")
        #expect(!isAskedAtTheEnd)
        // Not of a feed that goes on elsewhere: somebody else has stored another page.
        #expect(!machine.isExhausted(at: PageCursor(rawValue: "other")))
        let isAskedElsewhere = loadMore(&machine, stored(2, cursor: "other"), ids("c"), next: "more", inserted: 1)
        #expect(isAskedElsewhere)
    }

    @Test func pagesThatShiftedAreFollowedHoweverManyOfThemHaveNothingNew() {
        // Six posts arrived in front since: three pages are full of known posts, each of others.
        var machine = FeedStateMachine(refreshAge: 3600)
        let pages = [ids("a", "b"), ids("c", "d"), ids("e", "f")]
        for (number, known) in pages.enumerated() {
            let isAsked = loadMore(&machine, stored(6, cursor: "page:\(number)"), known, next: "page:\(number + 1)")
            #expect(isAsked)
        }
        let isAsked = loadMore(&machine, stored(6, cursor: "page:3"), ids("f", "g"), next: "page:4", inserted: 1)
        #expect(isAsked)
        #expect(machine.repetition == FeedStateMachine.Repetition())
    }

    @Test func aServerThatGoesRoundInCirclesEnds() {
        var machine = FeedStateMachine(refreshAge: 3600)
        let pages = [ids("a", "b"), ids("c", "d")]
        var count = 0
        while count < 20 {
            let known = pages[count % 2]
            guard loadMore(&machine, stored(4, cursor: "page:\(count)"), known, next: "page:\(count + 1)") else {
                break
            }
            count += 1
        }
        // Once round, and twice more the same.
        #expect(count == 4)
    }

    @Test func aRefreshBeginsAnewAndFillingAGapCountsForNothing() {
        var machine = FeedStateMachine(refreshAge: 3600)
        for number in 2...4 {
            loadMore(&machine, stored(2, cursor: "page:\(number)"), ids("a", "b"), next: "page:\(number + 1)")
        }
        let exhausted = machine.repetition
        let gap = PageCursor(rawValue: "gap")
        _ = machine.ask(.page(after: gap), stored(2, cursor: "page:5"), now: now)
        let filler = page(ids("a"), next: "x")
        _ = machine.handle(.fetched(flight: 4, filler))
        let receipt = PageReceipt(ids: ids("a"), insertedCount: 0, next: filler.next)
        _ = machine.handle(.committed(flight: 4, receipt, filler))
        #expect(machine.repetition == exhausted)
        _ = machine.ask(.refresh, stored(2, cursor: "page:5"), now: now)
        let head = page(ids("a", "b"), next: "page:2")
        _ = machine.handle(.fetched(flight: 5, head))
        let again = PageReceipt(ids: ids("a", "b"), insertedCount: 0, next: head.next)
        _ = machine.handle(.committed(flight: 5, again, head))
        #expect(!machine.isExhausted(at: PageCursor(rawValue: "page:5")))
        let isAsked = loadMore(&machine, stored(2, cursor: "page:5"), ids("a", "b"), next: "page:6")
        #expect(isAsked)
    }

    // MARK: A feed that does not know how it goes on

    @Test func withoutACursorTheLastGapIsFilledAndElseTheHeadFetched() {
        let cases: [(FeedStateMachine.Stored, PagePlacement?)] = [
            (stored(5, cursor: "c", gap: "g"), .after(PageCursor(rawValue: "c"))),
            (stored(5, gap: "g"), .after(PageCursor(rawValue: "g"))),
            (stored(5), .head),
            (stored(0), .head),
            (stored(5, gap: "g", isEnd: true), nil),
        ]
        for (stored, placement) in cases {
            var machine = FeedStateMachine(refreshAge: 3600)
            _ = machine.ask(.loadMore, stored, now: now)
            #expect(machine.flight?.placement == placement)
        }
    }

    @Test func withoutACursorPagingWalksOnBehindWhatItFetchedLast() {
        var machine = FeedStateMachine(refreshAge: 3600)
        // The head meets what is stored, whose own cursor is gone.
        loadMore(&machine, stored(4), ids("a", "b"), next: "one")
        _ = machine.ask(.loadMore, stored(4), now: now)
        #expect(machine.flight?.placement == .after(PageCursor(rawValue: "one")))
        let second = page(ids("c", "d"), next: "two")
        _ = machine.handle(.fetched(flight: 2, second))
        _ = machine.handle(
            .committed(flight: 2, PageReceipt(ids: ids("c", "d"), insertedCount: 0, next: second.next), second))
        _ = machine.ask(.loadMore, stored(4), now: now)
        #expect(machine.flight?.placement == .after(PageCursor(rawValue: "two")))
        // A place that is gone is not asked for twice.
        _ = machine.handle(.failed(flight: 3, DataError(.superseded)))
        _ = machine.ask(.loadMore, stored(4), now: now)
        #expect(machine.flight?.placement == .head)
    }
}
