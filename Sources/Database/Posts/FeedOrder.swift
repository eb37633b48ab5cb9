import Core

/// The order of a feed as a value: posts and gaps by rank, and the cursors behind the last, the head and the first
/// page.
///
/// Posts that follow each other without a gap are a run. A run that ends in a hole always has a gap somewhere in front
/// of it, or the feed has no first page and the next one leaves a gap there.
///
/// Ranks leave room: each refresh begins a block of its own in front, so that whatever is fetched behind its page later
/// finds free numbers, and entries that stay where they are need not be written again.
struct FeedOrder: Equatable {
    enum Content: Hashable {
        case post(Post.ID)
        case gap(PageCursor)
        /// Posts were evicted here, and no cursor leads to them.
        case hole
    }

    struct Element: Hashable {
        var rank: Int64
        var content: Content
    }

    /// The end of the page that was last placed at the head, or behind that, with its cursor.
    struct Head: Equatable {
        var cursor: PageCursor
        var last: Post.ID
    }

    /// The page that was last placed at the head: nothing else is ever placed in front of its last post.
    struct First: Equatable {
        var count: Int
        var last: Post.ID
        /// The cursor behind it: a place, however much was fetched behind it.
        var next: PageCursor?
    }

    var elements: [Element]
    /// The cursor behind the last post; nil also when the last posts were evicted.
    var cursor: PageCursor?
    var isEnd: Bool
    var head: Head?
    var first: First?

    /// Ranks of one refresh: more than a server ever has, and few enough for two million refreshes below 2^53.
    private static let block: Int64 = 1 << 32

    init(
        elements: [Element] = [], cursor: PageCursor? = nil, isEnd: Bool = false, head: Head? = nil, first: First? = nil
    ) {
        self.elements = elements
        self.cursor = cursor
        self.isEnd = isEnd
        self.head = head
        self.first = first
    }

    /// Makes a page the head of the feed.
    ///
    /// - Parameters:
    ///   - ids: The page's posts, without repetitions.
    ///   - next: Where the server goes on behind them.
    ///   - pinned: Those that stand at the top for another reason than their rank, or did when they were stored.
    mutating func placeHead(_ ids: [Post.ID], next: PageCursor?, pinned: Set<Post.ID> = []) {
        guard !ids.isEmpty else {
            // Nothing over nothing is the end; over posts it is no answer to go by.
            if elements.isEmpty { isEnd = true }
            return
        }
        let base = (elements.first?.rank ?? 0) - Self.block
        let (rest, meets) = remainder(of: elements[...], without: Set(ids), pinned)
        let placed = ids.enumerated().map { Element(rank: base + Int64($0.offset) + 1, content: .post($0.element)) }
        join(placed, rest: rest, meets: meets, next: next)
        head = next.flatMap { next in ids.last.map { Head(cursor: next, last: $0) } }
        first = ids.last.map { First(count: ids.count, last: $0, next: next) }
        if next == nil {
            // The server has no more than this page, so there is nowhere to go on, and nothing is missing.
            elements.removeAll { $0.post == nil }
            cursor = nil
            isEnd = true
        }
    }

    /// Places a page behind the place that a cursor belongs to.
    ///
    /// - Parameters:
    ///   - ids: The page's posts, without repetitions.
    ///   - next: Where the server goes on behind them.
    ///   - cursor: The cursor that the page was fetched with.
    ///   - pinned: As for ``placeHead(_:next:pinned:)``.
    /// - Returns: Those of the posts that stand in front of the place and stay there; nil when the feed no longer has
    ///   that cursor, and then nothing is changed.
    mutating func place(
        _ ids: [Post.ID], next: PageCursor?, after cursor: PageCursor, pinned: Set<Post.ID> = []
    ) -> [Post.ID]? {
        guard let place = place(of: cursor) else { return nil }
        let front = elements[..<place.lowerBound]
        let known = Set(front.compactMap(\.post))
        let page = ids.filter { !known.contains($0) }
        let (rest, meets) = remainder(of: elements[place.upperBound...], without: Set(page), pinned)
        let start = front.last?.rank ?? 0
        let placed = page.enumerated().map { Element(rank: start + Int64($0.offset) + 1, content: .post($0.element)) }
        if head?.cursor == cursor {
            // What was fetched behind the head belongs to it.
            let last = page.last ?? front.last { $0.post != nil }?.post
            head = next.flatMap { next in last.map { Head(cursor: next, last: $0) } }
        }
        join(Array(front) + placed, rest: rest, meets: meets, next: next)
        return ids.filter(known.contains)
    }

    /// The place that a cursor belongs to: its gap, or an empty range.
    private mutating func place(of cursor: PageCursor) -> Range<Int>? {
        // A cursor may be the id of a post, and one that was the end of the feed is that of the head after a refresh.
        if let head, head.cursor == cursor, let last = elements.lastIndex(where: { $0.post == head.last }) {
            let behind = last + 1
            let isGap = behind < elements.count && elements[behind].content == .gap(cursor)
            return behind..<(isGap ? behind + 1 : behind)
        }
        if cursor == self.cursor { return elements.count..<elements.count }
        if let gap = elements.firstIndex(where: { $0.content == .gap(cursor) }) { return gap..<(gap + 1) }
        if let first, first.next == cursor, !firstPosts.isEmpty {
            // Used before, and asked for again because the first page is unchanged: the server's order from here on.
            head = Head(cursor: cursor, last: first.last)
            return first.count..<first.count
        }
        return nil
    }

    /// Puts what was placed in front of the rest, with a gap between where the two do not meet.
    mutating func join(_ front: [Element], rest: [Element], meets: Bool, next: PageCursor?) {
        guard rest.contains(where: { $0.post != nil }) else {
            elements = front
            cursor = next
            isEnd = next == nil
            return
        }
        var rest = closingUp(rest)
        // Where posts are missing at the end of the run that it meets, the run cannot say how the feed goes on.
        let ending = rest.first { $0.post == nil }?.content
        let isBroken = ending.map { $0 == .hole } ?? (cursor == nil && !isEnd)
        var joined = front
        if !meets || isBroken {
            // Where the page ends is known better now than what stands there from before.
            if rest[0].post == nil { rest.removeFirst() }
            if let next { joined.append(Element(rank: (front.last?.rank ?? 0) + 1, content: .gap(next))) }
        }
        if next == nil { fillHoles(&rest) }
        if let last = joined.last, let first = rest.first, last.rank >= first.rank {
            // The block is full, because something was fetched behind an earlier place in it: a new one in front.
            let base = min(joined[0].rank, first.rank) - Self.block
            for index in joined.indices { joined[index].rank = base + Int64(index) + 1 }
        }
        elements = joined + rest
    }

    /// The server has nothing where this begins, so up to the next gap nothing is missing.
    private mutating func fillHoles(_ rest: inout [Element]) {
        let gap = rest.firstIndex { $0.post == nil && $0.content != .hole }
        let end = gap ?? rest.endIndex
        rest = rest[..<end].filter { $0.post != nil } + rest[end...]
        if gap == nil, cursor == nil { isEnd = true }
    }

    /// A part of the order, up to its end, with one gap or hole where several would follow each other.
    ///
    /// The first one stays: what it leads to reaches over the others. One at the end is where the feed goes on.
    mutating func closingUp(_ part: [Element]) -> [Element] {
        var closed: [Element] = []
        closed.reserveCapacity(part.count)
        for element in part where element.post != nil || closed.isEmpty || closed.last?.post != nil {
            closed.append(element)
        }
        if let last = closed.last, last.post == nil {
            closed.removeLast()
            cursor = if case .gap(let cursor) = last.content { cursor } else { nil }
            isEnd = false
        }
        return closed
    }

    /// Returns the rest of a part of the order without some posts, and whether a page of those meets it.
    ///
    /// Gaps in front of the last post where they meet are closed: the page reaches over them. A pinned post says
    /// nothing of that, as it stands in front of other posts wherever these rank.
    private func remainder(
        of part: ArraySlice<Element>, without page: Set<Post.ID>, _ pinned: Set<Post.ID>
    ) -> (rest: [Element], meets: Bool) {
        var rest: [Element] = []
        rest.reserveCapacity(part.count)
        var meets = false
        var hasGaps = false
        for element in part {
            guard let post = element.post, page.contains(post) else {
                if element.post == nil { hasGaps = true }
                rest.append(element)
                continue
            }
            guard !pinned.contains(post) else { continue }
            meets = true
            if hasGaps { rest.removeAll { $0.post == nil } }
            hasGaps = false
        }
        return (rest, meets)
    }

    /// The posts of the first page; empty when the feed does not begin with all of it.
    var firstPosts: [Post.ID] {
        guard let first, first.count <= elements.count else { return [] }
        let posts = elements[..<first.count].compactMap(\.post)
        return posts.count == first.count && posts.last == first.last ? posts : []
    }
}

extension FeedOrder.Element {
    var post: Post.ID? {
        if case .post(let id) = content { id } else { nil }
    }
}
