import Core
import Foundation
import Mocks
import Testing

@testable import PostFeatures

/// What is shown, left out and held back, against a naive reading of the rules, on random feeds.
@MainActor
struct PostListContentTests {
    private struct World {
        let random: SeededRandomSource

        func number(below limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
        func happens(_ percent: Int) -> Bool { number(below: 100) < percent }

        func items() -> [FeedItem] {
            var ids = (0..<number(below: 24)).map { "p\($0)" }
            for place in ids.indices.reversed() { ids.swapAt(place, number(below: place + 1)) }
            return ids.map { id in
                var item = FeedItem.mock(id, isRead: happens(30), isDismissed: happens(15))
                item.post.isNSFW = happens(25)
                return item
            }
        }

        func some(_ items: [FeedItem], percent: Int) -> Set<Post.ID> {
            Set(items.map(\.id).filter { _ in happens(percent) })
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func everythingIsShownLeftOutOrHeldBackExactlyOnce(seed: UInt64) {
        let world = World(random: SeededRandomSource(seed: seed))
        for round in 0..<100 {
            // Given a feed, and what was shown of it
            let all = world.items()
            let listed = all.filter(\.isListed)
            let gaps = all.flatMap { item in
                (0..<(world.happens(15) ? 1 + world.number(below: 2) : 0)).map {
                    FeedGap(after: item.id, cursor: .mock("\(item.id.native)-\($0)"))
                }
            }
            var settings = ReadingSettings()
            if world.happens(50) { settings.nsfw = .hidden }
            settings.hideRead = world.happens(40)
            var rules = PostListContent.Rules(filter: PostFilter(settings, for: .home))
            rules.revealed = world.some(all, percent: 10)
            rules.kept = world.some(all, percent: 20)
            if world.happens(75) { rules.taken = world.some(all, percent: 50) }
            // When
            let content = PostListContent(items: listed, gaps: gaps, places: all, rules: rules)
            // Then every listed post is in one place, in order
            let here = "seed \(seed), round \(round)"
            let passing = listed.filter { rules.reason(for: $0) == nil }
            let heldBack = naivelyHeld(passing.map(\.id), taken: rules.taken)
            #expect(content.held == heldBack, "\(here)")
            #expect(
                content.rows.items == passing.filter { !heldBack.contains($0.id) }, "\(here)")
            #expect(
                content.filtered
                    == listed.compactMap { item in
                        rules.reason(for: item).map { FilteredPost(id: item.id, reason: $0) }
                    }, "\(here)")
            #expect(
                content.rows.placedGaps == naivelyPlaced(gaps, all, content), "\(here)")
        }
    }

    /// Each that is new and has something known behind it.
    private func naivelyHeld(_ ids: [Post.ID], taken: Set<Post.ID>?) -> [Post.ID] {
        guard let taken else { return [] }
        return ids.enumerated().filter { place, id in
            !taken.contains(id) && ids[(place + 1)...].contains { taken.contains($0) }
        }.map(\.element)
    }

    /// Each gap behind the nearest row in front of it; those whose nearest is held back wait with it.
    private func naivelyPlaced(
        _ gaps: [FeedGap], _ all: [FeedItem], _ content: PostListContent
    ) -> [PostListViewModel.Rows.PlacedGap] {
        let shown = content.rows.items.map(\.id)
        return gaps.compactMap { gap in
            let front = all.map(\.id).prefix { $0 != gap.after } + [gap.after]
            let nearest = front.last { shown.contains($0) || content.held.contains($0) }
            guard let nearest else { return .init(offset: 0, gap: gap) }
            return shown.firstIndex(of: nearest).map { .init(offset: $0 + 1, gap: gap) }
        }
    }

    @Test func aListThatShowsNothingHoldsNothingBack() {
        var rules = PostListContent.Rules(filter: PostFilter(ReadingSettings(), for: .home))
        rules.taken = [.mock("gone")]
        let items = ["a", "b"].map { FeedItem.mock($0) }
        let content = PostListContent(items: items, gaps: [], places: items, rules: rules)
        #expect(content.held.isEmpty)
        #expect(content.rows.items == items)
    }

    @Test func whatMovedToTheFrontIsNoNews() {
        var rules = PostListContent.Rules(filter: PostFilter(ReadingSettings(), for: .home))
        rules.taken = [.mock("a"), .mock("b"), .mock("c")]
        let items = ["x", "c", "y", "a", "b", "z"].map { FeedItem.mock($0) }
        let content = PostListContent(items: items, gaps: [], places: items, rules: rules)
        #expect(content.held == [.mock("x"), .mock("y")])
        #expect(content.rows.items.map(\.id.native) == ["c", "a", "b", "z"])
    }
}
