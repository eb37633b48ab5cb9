import Core

/// What of a feed is shown, what is left out and what is held back: a pure function of an update and of what was shown.
///
/// One pass over the posts; another one only where there are gaps, or where something is held back.
struct PostListContent {
    /// By what posts are left out and held back.
    struct Rules {
        /// What the settings leave out.
        var filter: PostFilter
        /// Posts that the person asked to see although the settings leave them out.
        var revealed: Set<Post.ID> = []
        /// Posts that stay although they were read: they are on the screen.
        var kept: Set<Post.ID> = []
        /// The posts that were taken in before; `nil` where nothing is held back.
        var taken: Set<Post.ID>?
    }

    /// What is shown.
    private(set) var rows: PostListViewModel.Rows
    /// What the settings leave out, in order.
    private(set) var filtered: [FilteredPost] = []
    /// What passes and is not shown yet, in order.
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
        let isHeld = Set(held)
        var shownOffset = 0
        var isBehindHeld = false
        var byPost: [Post.ID: [FeedGap]] = [:]
        for gap in gaps { byPost[gap.after, default: []].append(gap) }
        var placed: [PostListViewModel.Rows.PlacedGap] = []
        let known = Set(places.lazy.map(\.id).filter { byPost[$0] != nil })
        // Nothing is listed in front of these.
        for gap in gaps where !known.contains(gap.after) { placed.append(.init(offset: 0, gap: gap)) }
        for item in places {
            if shownOffset < rows.items.count, rows.items[shownOffset].id == item.id {
                shownOffset += 1
                isBehindHeld = false
            } else if isHeld.contains(item.id) {
                isBehindHeld = true
            }
            guard !isBehindHeld, let here = byPost[item.id] else { continue }
            for gap in here { placed.append(.init(offset: shownOffset, gap: gap)) }
        }
        rows = PostListViewModel.Rows(items: rows.items, gaps: placed)
    }
}

extension PostListContent.Rules {
    /// Why a post is left out; `nil` when it is shown.
    func reason(for item: FeedItem) -> FilterReason? {
        guard let reason = filter.reason(for: item), !revealed.contains(item.id) else { return nil }
        return reason == .read && kept.contains(item.id) ? nil : reason
    }
}
