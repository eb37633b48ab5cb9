import Core
import Foundation
import Mocks
import Testing

/// The rules of merging, one at a time.
struct FeedMergeTests {
    /// A post that was posted so many minutes ago, with a score.
    private func item(_ id: String, ago: Double? = 0, score: Int? = nil) -> FeedItem {
        let created = ago.map { Date(timeIntervalSince1970: 1_700_000_000 - $0 * 60) }
        return FeedItem(
            post: .mock(id) {
                $0.created = created
                $0.score = score
            })
    }

    private func source(
        _ items: [FeedItem], gaps: [(String, String)] = [], isEnd: Bool = true, isAwaited: Bool = true
    ) -> FeedMerge.Source {
        let gaps = gaps.map { FeedGap(after: .mock($0.0), cursor: .mock($0.1)) }
        return FeedMerge.Source(items: items, gaps: gaps, isEnd: isEnd, isAwaited: isAwaited)
    }

    private func ids(_ merge: FeedMerge) -> [String] { merge.entries.map(\.id.native) }

    // MARK: Order

    @Test func theNewestOfTheFirstPostsThatAreLeftComesFirst() {
        var merge = FeedMerge(order: .newest, sourceCount: 2)
        // The first source is in an order of its own: that stays, whatever the dates say.
        let sources = [
            source([item("a1", ago: 30), item("a2", ago: 5)]), source([item("b1", ago: 10), item("b2", ago: 20)]),
        ]
        #expect(merge.extend(to: 10, over: sources) == [:])
        #expect(ids(merge) == ["b1", "b2", "a1", "a2"])
        #expect(merge.entries.map(\.source) == [1, 1, 0, 0])
    }

    @Test func scoresAreComparedAndWhoSaysNoneTakesTurns() {
        var merge = FeedMerge(order: .score, sourceCount: 3)
        let sources = [
            source([item("a1", score: 9), item("a2", score: 7), item("a3", score: 1)]),
            source([item("b1"), item("b2"), item("b3"), item("b4")]), source([item("c1", score: 8)]),
        ]
        _ = merge.extend(to: 10, over: sources)
        #expect(ids(merge) == ["a1", "c1", "b1", "a2", "b2", "a3", "b3", "b4"])
    }

    @Test func interleavingTakesOnePostOfEachInTurn() {
        var merge = FeedMerge(order: .interleaved, sourceCount: 3)
        let sources = [
            source([item("a1"), item("a2"), item("a3")]), source([item("b1")]), source([item("c1"), item("c2")]),
        ]
        _ = merge.extend(to: 10, over: sources)
        #expect(ids(merge) == ["a1", "b1", "c1", "a2", "c2", "a3"])
    }

    @Test func tiesGoToTheSourceThatHasGivenFewerAndThenToTheSmallerID() {
        for isSwapped in [false, true] {
            var merge = FeedMerge(order: .newest, sourceCount: 2)
            let (x, y) = (source([item("x1"), item("x2")]), source([item("y1"), item("y2")]))
            _ = merge.extend(to: 10, over: isSwapped ? [y, x] : [x, y])
            #expect(ids(merge) == ["x1", "y1", "x2", "y2"])
        }
    }

    @Test func aPostOfSeveralSourcesStandsOnceWhereItComesFirst() throws {
        var merge = FeedMerge(order: .interleaved, sourceCount: 2)
        let sources = [
            source([item("a1"), item("both"), item("a2")]), source([item("both"), item("b1"), item("a1")]),
        ]
        _ = merge.extend(to: 10, over: sources)
        #expect(ids(merge) == ["a1", "both", "a2", "b1"])
        let items = merge.items(over: sources)
        #expect(items.map(\.sources) == [[0, 1], [0, 1], [0], [1]])
        #expect(items.map(\.source) == [0, 1, 0, 1])
    }

    // MARK: What is waited for

    @Test func theListEndsWhereASourceThatRanOutCouldComeFirst() {
        var merge = FeedMerge(order: .newest, sourceCount: 2)
        var sources = [
            source([item("a1", ago: 1), item("a2", ago: 9)], isEnd: false),
            source([item("b1", ago: 2), item("b2", ago: 3)], isEnd: false),
        ]
        // The post a2 is the next that there is; what comes behind b2 may be newer.
        #expect(merge.extend(to: 10, over: sources) == [1: .loadMore])
        #expect(ids(merge) == ["a1", "b1", "b2"])
        sources[1] = source([item("b1", ago: 2), item("b2", ago: 3), item("b3", ago: 4)], isEnd: true)
        #expect(merge.extend(to: 10, over: sources) == [0: .loadMore])
        #expect(ids(merge) == ["a1", "b1", "b2", "b3", "a2"])
    }

    @Test func asManyAsWereAskedForAreGivenAndNobodyIsAskedForMore() {
        var merge = FeedMerge(order: .newest, sourceCount: 1)
        #expect(merge.extend(to: 1, over: [source([item("a"), item("b")], isEnd: false)]) == [:])
        #expect(ids(merge) == ["a"])
    }

    @Test func interleavingWaitsForTheSourceWhoseTurnItIsAndAsksAllThatHaveNothing() {
        var merge = FeedMerge(order: .interleaved, sourceCount: 3)
        let sources = [
            source([item("a1"), item("a2"), item("a3")], isEnd: false), source([item("b1")], isEnd: false),
            source([item("c1")], isEnd: false),
        ]
        #expect(merge.extend(to: 10, over: sources) == [1: .loadMore, 2: .loadMore])
        #expect(ids(merge) == ["a1", "b1", "c1", "a2"])
    }

    @Test func aGapIsFilledBeforeTheListGoesOnBehindIt() {
        var merge = FeedMerge(order: .newest, sourceCount: 1)
        var sources = [source([item("a"), item("z")], gaps: [("a", "hole")])]
        #expect(merge.extend(to: 10, over: sources) == [0: .page(after: .mock("hole"))])
        #expect(ids(merge) == ["a"])
        sources = [source([item("a"), item("b"), item("z")])]
        #expect(merge.extend(to: 10, over: sources) == [:])
        #expect(ids(merge) == ["a", "b", "z"])
        // A gap in front of what was given is nobody's business.
        sources = [source([item("new"), item("a"), item("b"), item("z"), item("y")], gaps: [("new", "hole")])]
        #expect(merge.extend(to: 10, over: sources) == [:])
        #expect(ids(merge) == ["a", "b", "z", "y"])
    }

    /// Where everything in front of a gap was dismissed, it comes behind a post that is not there.
    @Test func aGapInFrontOfAllPostsIsFilledBeforeTheListBegins() {
        var merge = FeedMerge(order: .newest, sourceCount: 2)
        let other = source([item("b", ago: 5)])
        let behind = [item("y", ago: 8), item("z", ago: 9)]
        let sources = [source(behind, gaps: [("dismissed", "hole"), ("y", "further")]), other]
        #expect(merge.extend(to: 10, over: sources) == [0: .page(after: .mock("hole"))])
        #expect(ids(merge).isEmpty)
        // What fills it comes first.
        #expect(merge.extend(to: 10, over: [source([item("x", ago: 1)] + behind), other]) == [:])
        #expect(ids(merge) == ["x", "b", "y", "z"])
        // Who is not awaited gives what it has.
        var offline = FeedMerge(order: .newest, sourceCount: 1)
        let failed = source(behind, gaps: [("dismissed", "hole")], isAwaited: false)
        #expect(offline.extend(to: 10, over: [failed]) == [:])
        #expect(ids(offline) == ["y", "z"])
        // Behind what was given already nothing has to be waited for.
        #expect(merge.extend(to: 10, over: [source(behind, gaps: [("dismissed", "hole")]), other]) == [:])
    }

    @Test func whatIsNotAwaitedHoldsNobodyUpAndComesLater() {
        var merge = FeedMerge(order: .newest, sourceCount: 2)
        let a = source([item("a1", ago: 1), item("a2", ago: 9)])
        #expect(merge.extend(to: 10, over: [a, source([], isEnd: false, isAwaited: false)]) == [:])
        #expect(ids(merge) == ["a1", "a2"])
        // It is there again: behind what stands, though its posts are newer.
        #expect(merge.extend(to: 10, over: [a, source([item("b1", ago: 0)])]) == [:])
        #expect(ids(merge) == ["a1", "a2", "b1"])
    }

    @Test func aSourceThatIsNotAwaitedGivesWhatItHasAlsoBehindItsGaps() {
        var merge = FeedMerge(order: .newest, sourceCount: 1)
        let sources = [source([item("a"), item("z")], gaps: [("a", "hole")], isEnd: false, isAwaited: false)]
        #expect(merge.extend(to: 10, over: sources) == [:])
        #expect(ids(merge) == ["a", "z"])
    }

    // MARK: What changes meanwhile

    @Test func whatArrivesInFrontIsCountedAndNotListed() {
        var merge = FeedMerge(order: .newest, sourceCount: 2)
        _ = merge.extend(
            to: 2, over: [source([item("a1", ago: 1), item("a2", ago: 3)]), source([item("b1", ago: 2)])])
        #expect(ids(merge) == ["a1", "b1"])
        let later = [
            source([item("new"), item("a1", ago: 1), item("a2", ago: 3)]), source([item("new"), item("b1", ago: 2)]),
        ]
        #expect(merge.arrivals(over: later) == [.mock("new")])
        _ = merge.extend(to: 10, over: later)
        #expect(ids(merge) == ["a1", "b1", "a2"])
        #expect(merge.arrivals(over: later) == [.mock("new")])
    }

    @Test func aPostThatWasTakenAwayKeepsItsPlaceUntilItComesBack() {
        var merge = FeedMerge(order: .newest, sourceCount: 1)
        let whole = [source([item("a", ago: 1), item("b", ago: 2), item("c", ago: 3)])]
        _ = merge.extend(to: 2, over: whole)
        let without = [source([item("a", ago: 1), item("c", ago: 3)])]
        #expect(merge.items(over: without).map(\.id.native) == ["a"])
        // The place where the source goes on is still known.
        _ = merge.extend(to: 3, over: without)
        #expect(merge.arrivals(over: without).isEmpty)
        #expect(merge.items(over: whole).map(\.id.native) == ["a", "b", "c"])
    }
}
