import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The place in the list is kept when rows come and go, and found again after a relaunch.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListPositionTests {
    let mocks = TestInjector.mocks
    let provider = TestInjector.mocks.postProvider
    let feed = Feed.mock()
    let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0))

    private var anchor: ReadingAnchor? { list.state.value.anchor }

    private func load(_ text: String) async {
        provider.onPerform.returns(.drawn(text))
        await list.load()
    }

    @Test func fiftyPostsInFrontChangeNothing() async {
        // Given
        let ids = (1...60).map { "p\($0)" }
        await load(ids.joined(separator: " "))
        list.didScroll(to: .mock("p20"), offset: 12.5)
        // When
        let new = (1...50).map { "n\($0)" }
        provider.onPerform.returns(.drawn((new + ids).joined(separator: " "), version: 2))
        await list.refresh()
        // Then
        #expect(list.state.value.items.count == 110)
        #expect(anchor == ReadingAnchor(id: .mock("p20"), offset: 12.5))
    }

    @Test func scrollingPublishesNothing() async {
        await load("a b c")
        var count = 0
        let token = list.state.observe { _ in count += 1 }
        for id in ["a", "b", "c"] { list.didScroll(to: .mock(id), offset: 3) }
        #expect(count == 1)
        withExtendedLifetime(token) {}
    }

    @Test func theNearestThatIsThereTakesThePlaceOfAPostThatIsGone() async {
        await load("a b c d e")
        list.didScroll(to: .mock("c"), offset: 30)
        func dismiss(_ id: String) async -> ReadingAnchor? {
            provider.onApply.returns(StatusReceipt(statuses: [.mock(id, isDismissed: true)], version: 2))
            await list.dismiss(.mock(id))
            return anchor
        }
        #expect(await dismiss("c") == ReadingAnchor(id: .mock("d")))
        #expect(await dismiss("d") == ReadingAnchor(id: .mock("e")))
        #expect(await dismiss("e") == ReadingAnchor(id: .mock("b")))
        // What comes back is where the person was.
        provider.send(.drawn("a b c d e", version: 3))
        await list.state.first { $0.items.count == 5 }
        #expect(anchor == ReadingAnchor(id: .mock("c"), offset: 30))
    }

    @Test func aPostThatTheSettingsTakeAwayIsGoneToo() async {
        await load("a b! c")
        list.didScroll(to: .mock("b"))
        mocks.settings.settings.update { $0.nsfw = .hidden }
        #expect(anchor == ReadingAnchor(id: .mock("c")))
    }

    @Test func manyScrollsAreOneWrite() async throws {
        await load("a b c d")
        for offset in 0..<100 { list.didScroll(to: .mock("b"), offset: Double(offset)) }
        list.didScroll(to: .mock("c"), offset: 7)
        try await mocks.clock.waitForSleepers(1)
        #expect(mocks.readingPositions.calls.isEmpty)
        mocks.clock.advance(by: .seconds(1))
        try await mocks.readingPositions.waitForCalls(1)
        await list.savePosition()
        #expect(
            mocks.readingPositions.calls == [
                .init(
                    ReadingPosition(
                        anchor: ReadingAnchor(id: .mock("c"), offset: 7), above: [.mock("b"), .mock("a")],
                        below: [.mock("d")], changed: Date(timeIntervalSince1970: 1_700_000_000)),
                    for: feed)
            ])
    }

    @Test func stoppingWritesAtOnceAndOnlyWhatIsNew() async throws {
        await load("a b c")
        list.didScroll(to: .mock("b"), offset: 1)
        list.stop()
        try await mocks.readingPositions.waitForCalls(1)
        #expect(anchor == ReadingAnchor(id: .mock("b"), offset: 1))
        list.didScroll(to: .mock("b"), offset: 1)
        list.stop()
        await list.savePosition()
        #expect(mocks.readingPositions.calls.count == 1)
    }

    @Test func aListThatIsReleasedWritesToo() async throws {
        var list: PostListViewModel? = PostListViewModel(feed: feed)
        provider.onPerform.returns(.drawn("a b"))
        await list?.load()
        list?.didScroll(to: .mock("b"), offset: 1)
        list = nil
        try await mocks.readingPositions.waitForCalls(1)
        #expect(mocks.readingPositions.calls.first?.position?.above == [.mock("a")])
    }

    @Test func thePlaceIsThereWithTheFirstPosts() async {
        // Given what an earlier run left; the post itself is gone
        mocks.readingPositions.put(
            ReadingPosition(
                anchor: ReadingAnchor(id: .mock("gone"), offset: 9), above: [.mock("b")],
                below: [.mock("gone-too"), .mock("c")], changed: .distantPast), for: feed)
        var anchors: [ReadingAnchor?] = []
        let token = list.state.observe { state in
            if !state.items.isEmpty { anchors.append(state.anchor) }
        }
        // When
        await load("a b c d")
        // Then
        #expect(anchors.first == ReadingAnchor(id: .mock("c")))
        #expect(mocks.readingPositions.calls.isEmpty, "to come back is not to scroll")
        withExtendedLifetime(token) {}
    }

    @Test func whereThePersonScrolledMeanwhileCountsMore() async {
        await load("a b c")
        list.didScroll(to: .mock("b"), offset: 2)
        mocks.readingPositions.put(
            ReadingPosition(anchor: ReadingAnchor(id: .mock("c")), changed: .distantPast), for: feed)
        await load("a b c")
        #expect(anchor == ReadingAnchor(id: .mock("b"), offset: 2))
    }

    @Test func aPlaceThatCannotBeReadOrWrittenKeepsNobodyFromReading() async {
        mocks.readingPositions.fail(with: FileError(.noSpace, path: "/store", operation: "write"))
        await load("a b")
        list.didScroll(to: .mock("b"))
        await list.savePosition()
        #expect(list.state.value.drawn == "a b")
        #expect(list.state.value.banner == nil)
        #expect(mocks.readingPositions.calls.count == 1)
    }

    @Test func postsThatAreNotShownAreNoPlace() async {
        await load("a b")
        list.didScroll(to: .mock("nobody"), offset: 5)
        await list.savePosition()
        #expect(mocks.readingPositions.calls.isEmpty)
    }
}

/// Where to go back to, as a pure function.
struct ReadingPositionTests {
    private let ids = (0..<60).map { Post.ID.mock("p\($0)") }

    @Test func neighboursAreTheNearestFirstAndNotTooMany() {
        var position = ReadingPosition(anchor: ReadingAnchor(id: ids[30]), changed: .distantPast)
        position.takeNeighbours(from: ids)
        #expect(position.above == (14..<30).reversed().map { ids[$0] })
        #expect(position.below == (31..<47).map { ids[$0] })
        let before = position
        position.takeNeighbours(from: ids.dropLast(40))
        #expect(position == before, "a list without the post says nothing about it")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theNearestThatIsLeftIsFoundBelowFirst(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<50 {
            let place = Int(random.next() % 60)
            var position = ReadingPosition(anchor: ReadingAnchor(id: ids[place], offset: 5), changed: .distantPast)
            position.takeNeighbours(from: ids)
            let left = ids.filter { _ in random.next() % 4 == 0 }
            let expected: ReadingAnchor?
            if left.contains(ids[place]) {
                expected = position.anchor
            } else {
                let near = Array(ids[(place + 1)...].prefix(16)) + ids[..<place].suffix(16).reversed()
                expected = near.first(where: left.contains).map { ReadingAnchor(id: $0) }
            }
            #expect(position.anchor(among: left.shuffled()) == expected, "seed \(seed)")
        }
    }

    @Test func anOffsetIsANumber() {
        #expect(ReadingAnchor(id: ids[0], offset: .nan).offset == 0)
        #expect(ReadingAnchor(id: ids[0], offset: .infinity).offset == 0)
        #expect(ReadingAnchor(id: ids[0], offset: -3).offset == -3)
    }

    @Test func inMemoryTheFeedsThatWereLeftLongestAgoAreForgotten() async {
        let provider = InMemoryReadingPositionProvider(limit: 2)
        let feeds = ["a", "b", "c"].map { Feed.mock($0) }
        for (second, feed) in zip([2.0, 1, 3], feeds) {
            let date = Date(timeIntervalSince1970: second)
            await provider.set(ReadingPosition(anchor: ReadingAnchor(id: ids[0]), changed: date), for: feed)
        }
        #expect(await provider.position(for: feeds[0]) != nil)
        #expect(await provider.position(for: feeds[1]) == nil)
        await provider.set(nil, for: feeds[2])
        #expect(await provider.position(for: feeds[2]) == nil)
    }
}
