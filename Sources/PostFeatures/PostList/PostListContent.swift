import Core

/// The shown, left out and held back posts of a feed: a pure function of an update and of what was shown.
///
/// One pass over the posts; another one only where there are gaps, or where something is held back.
struct PostListContent {
    /// By what posts are left out and held back.
    struct Rules {
        /// The rules by which the settings leave posts out.
        var filter: PostFilter
        /// Posts that the person asked to see although the settings leave them out.
        var revealed: Set<Post.ID> = []
        /// Posts that stay although they were read: they are on the screen.
        var kept: Set<Post.ID> = []
        /// The posts that were taken in before; `nil` where nothing is held back.
        var taken: Set<Post.ID>?
    }

    /// The shown rows.
    private(set) var rows: PostListViewModel.Rows
    /// The posts that the settings leave out, in order.
    private(set) var filtered: [FilteredPost] = []
    /// The posts that pass and are not shown yet, in order.
    private(set) var held: [Post.ID] = []

    /// Arranges a feed.
    ///
    /// Held back is what passes, was not taken in before, and comes in front of something that is shown and was. So
    /// nothing moves that can be seen, and a list that shows nothing holds nothing back.
    ///
    /// - Parameters:
    ///   - items: The posts that are listed, in order.
    ///   - gaps: Where posts are missing, in order; each behind a post of `places`.
    ///   - places: The posts that gaps come behind, those that are not listed any more included.
    ///   - rules: By what posts are left out and held back.
    init(items: [FeedItem], gaps: [FeedGap], places: [FeedItem], rules: Rules) {
        var passing = items
        if !rules.filter.isEmpty {
            passing.removeAll(keepingCapacity: false)
            passing.reserveCapacity(items.count)
            for item in items {
                if let reason = rules.reason(for: item) {
                    filtered.append(FilteredPost(id: item.id, reason: reason))
                } else {
                    passing.append(item)
                }
            }
        }
        var shown = passing
        if let before = rules.taken {
            let boundary = passing.lastIndex { before.contains($0.id) } ?? 0
            let front = passing[..<boundary]
            held = front.lazy.map(\.id).filter { !before.contains($0) }
            if !held.isEmpty { shown = front.filter { before.contains($0.id) } + passing[boundary...] }
        }
        rows = PostListViewModel.Rows(items: shown)
        if !gaps.isEmpty { place(gaps, places) }
    }

    /// Puts each gap behind the last post that is shown in front of it.
    ///
    /// What comes behind a post that is held back is held back with it.
    private mutating func place(_ gaps: [FeedGap], _ places: [FeedItem]) {
        // Almost always they come in the order of their posts, and then no post has to be looked for.
        let placed = placedInOrder(gaps, places) ?? placedByPost(gaps, places)
        rows = PostListViewModel.Rows(items: rows.items, gaps: placed)
    }

    /// The gaps in their places; nil when one is not behind the post of the one before, or behind none.
    private func placedInOrder(_ gaps: [FeedGap], _ places: [FeedItem]) -> [PostListViewModel.Rows.PlacedGap]? {
        var walk = Walk(shown: rows.items, held: held)
        var placed: [PostListViewModel.Rows.PlacedGap] = []
        var next = 0
        for item in places {
            guard next < gaps.count else { break }
            let id = item.id
            walk.pass(id)
            while next < gaps.count, gaps[next].after == id {
                if !walk.isBehindHeld { placed.append(.init(offset: walk.offset, gap: gaps[next])) }
                next += 1
            }
        }
        return next == gaps.count ? placed : nil
    }

    /// The same for gaps in any order, and behind posts that are not there.
    private func placedByPost(_ gaps: [FeedGap], _ places: [FeedItem]) -> [PostListViewModel.Rows.PlacedGap] {
        var walk = Walk(shown: rows.items, held: held)
        var byPost: [Post.ID: [FeedGap]] = [:]
        for gap in gaps { byPost[gap.after, default: []].append(gap) }
        var placed: [PostListViewModel.Rows.PlacedGap] = []
        let known = Set(places.lazy.map(\.id).filter { byPost[$0] != nil })
        // Nothing is listed in front of these.
        for gap in gaps where !known.contains(gap.after) { placed.append(.init(offset: 0, gap: gap)) }
        for item in places {
            let id = item.id
            walk.pass(id)
            guard !walk.isBehindHeld, let here = byPost[id] else { continue }
            for gap in here { placed.append(.init(offset: walk.offset, gap: gap)) }
        }
        return placed
    }

    /// Goes over the posts of a feed, and knows how many of those that are shown it has passed.
    private struct Walk {
        let shown: [FeedItem]
        let held: Set<Post.ID>
        var offset = 0
        /// Whether the last post of those that are shown or held back is held back.
        var isBehindHeld = false

        init(shown: [FeedItem], held: [Post.ID]) {
            self.shown = shown
            self.held = Set(held)
        }

        mutating func pass(_ id: Post.ID) {
            if offset < shown.count, shown[offset].id == id {
                offset += 1
                isBehindHeld = false
            } else if held.contains(id) {
                isBehindHeld = true
            }
        }
    }
}

extension PostListContent.Rules {
    /// The reason why a post is left out; `nil` when it is shown.
    func reason(for item: FeedItem) -> FilterReason? {
        guard let reason = filter.reason(for: item), !revealed.contains(item.id) else { return nil }
        return reason == .read && kept.contains(item.id) ? nil : reason
    }
}
