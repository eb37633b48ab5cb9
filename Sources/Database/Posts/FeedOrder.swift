import Core

/// The order of a feed as a value: posts and gaps by rank, and the cursors behind the last, the head and the first page.
///
/// Ranks leave room: each refresh begins a block of its own in front, so that whatever is fetched behind its page later
/// finds free numbers, and entries that stay where they are need not be written again.
struct FeedOrder: Equatable {
    enum Content: Hashable {
        case post(Post.ID)
        case gap(PageCursor)
    }

    struct Element: Hashable {
        var rank: Int64
        var content: Content
    }

    /// Where the page ended that was last placed at the head, or behind that: the server goes on there by this cursor.
    struct Head: Equatable {
        var cursor: PageCursor
        var last: Post.ID
    }

    /// The page that was last placed at the head: nothing else is ever placed in front of its last post.
    struct First: Equatable {
        var count: Int
        var last: Post.ID
        /// Where the server goes on behind it: a place, however much was fetched behind it.
        var next: PageCursor?
    }

    private(set) var elements: [Element]
    private(set) var cursor: PageCursor?
    private(set) var isEnd: Bool
    private(set) var head: Head?
    private(set) var first: First?

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
    mutating func placeHead(_ ids: [Post.ID], next: PageCursor?) {
        guard !ids.isEmpty else {
            // Nothing over nothing is the end; over posts it is no answer to go by.
            if elements.isEmpty { isEnd = true }
            return
        }
        let page = Set(ids)
        let base = (elements.first?.rank ?? 0) - Self.block
        let (rest, meets) = remainder(of: elements[...], without: page)
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
    /// - Returns: Whether the feed still has that cursor; nothing is changed when it has not.
    mutating func place(_ ids: [Post.ID], next: PageCursor?, after cursor: PageCursor) -> Bool {
        if cursor == self.cursor {
            let known = posts
            let first = (elements.last?.rank ?? 0) + 1
            for (offset, id) in ids.filter({ !known.contains($0) }).enumerated() {
                elements.append(Element(rank: first + Int64(offset), content: .post(id)))
            }
            self.cursor = next
            isEnd = next == nil
            moveHead(from: cursor, to: next, last: posts(in: elements[...]).last)
            return true
        }
        let gap = elements.firstIndex { $0.content == .gap(cursor) }
        let behind: Int
        if let gap {
            behind = gap
        } else if let head, head.cursor == cursor, let last = elements.lastIndex(where: { $0.post == head.last }) {
            behind = last + 1
        } else if let first, first.next == cursor, !firstPosts.isEmpty {
            // Used before, and asked for again because the first page is unchanged: the server's order from here on.
            behind = first.count
            head = Head(cursor: cursor, last: first.last)
        } else {
            return false
        }
        let last = insert(ids, next: next, at: behind, replacingGap: gap != nil)
        moveHead(from: cursor, to: next, last: last)
        return true
    }

    /// What was fetched behind the head belongs to it.
    private mutating func moveHead(from place: PageCursor, to next: PageCursor?, last: Post.ID?) {
        guard head?.cursor == place else { return }
        head = next.flatMap { next in last.map { Head(cursor: next, last: $0) } }
    }

    /// Returns the last post in front of the place where the server goes on.
    private mutating func insert(
        _ ids: [Post.ID], next: PageCursor?, at position: Int, replacingGap: Bool
    ) -> Post.ID? {
        let front = Array(elements[..<position])
        let before = Set(front.compactMap(\.post))
        let page = ids.filter { !before.contains($0) }
        let (rest, meets) = remainder(
            of: elements[(replacingGap ? position + 1 : position)...], without: Set(page))
        let start = front.last?.rank ?? 0
        let placed = page.enumerated().map { Element(rank: start + Int64($0.offset) + 1, content: .post($0.element)) }
        join(front + placed, rest: rest, meets: meets, next: next)
        return posts(in: (front + placed)[...]).last
    }

    /// Puts what was placed in front of the rest, with a gap between where the two do not meet.
    private mutating func join(_ front: [Element], rest: [Element], meets: Bool, next: PageCursor?) {
        guard rest.contains(where: { $0.post != nil }) else {
            elements = front
            cursor = next
            isEnd = next == nil
            return
        }
        var joined = front
        if let next, !meets { joined.append(Element(rank: (front.last?.rank ?? 0) + 1, content: .gap(next))) }
        // Where the page ends is known better now than what an older gap says.
        let tail = meets ? rest[...] : rest.drop { $0.post == nil }
        if let last = joined.last, let first = tail.first, last.rank >= first.rank {
            // The block is full, because something was fetched behind an earlier place in it: a new one in front.
            let base = min(joined[0].rank, first.rank) - Self.block
            for index in joined.indices { joined[index].rank = base + Int64(index) + 1 }
        }
        elements = joined + tail
    }

    /// What stays of a part of the order when some posts leave it, and whether any did.
    ///
    /// Gaps in front of the last one that left are closed: the page reaches over them.
    private func remainder(
        of part: ArraySlice<Element>, without page: Set<Post.ID>
    ) -> (rest: [Element], meets: Bool) {
        let lastMet = part.lastIndex { $0.post.map(page.contains) ?? false }
        let rest = part.indices.filter { index in
            guard let post = part[index].post else { return index > (lastMet ?? -1) }
            return !page.contains(post)
        }
        return (rest.map { part[$0] }, lastMet != nil)
    }

    /// The posts of the first page; empty when the feed does not begin with all of it.
    var firstPosts: [Post.ID] {
        guard let first, first.count <= elements.count else { return [] }
        let posts = posts(in: elements[..<first.count])
        return posts.count == first.count && posts.last == first.last ? posts : []
    }

    var posts: Set<Post.ID> { Set(posts(in: elements[...])) }

    private func posts(in part: ArraySlice<Element>) -> [Post.ID] { part.compactMap(\.post) }
}

extension FeedOrder.Element {
    var post: Post.ID? {
        if case .post(let id) = content { id } else { nil }
    }
}
