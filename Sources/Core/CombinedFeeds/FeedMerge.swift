/// Several feeds merged into one list, page by page: a pure value.
///
/// The rules:
/// - What has its place keeps it. A post that is no longer in any source leaves a place that shows nothing.
/// - Each source's posts keep the order that they have in it, and a post of several sources stands once, where it comes
///   first.
/// - Of the first posts that are left of each source, the one that ``CombinedFeedOrder`` says comes next. Of equal ones
///   it is that of the source that has given fewer posts, and then the one with the smaller id. A post that does not
///   say what posts are compared by comes as soon as its source has given fewer posts than that of the best of the
///   others.
/// - Where a source has run out, what it has further on could come first: the list ends there, and the source has to be
///   asked. A source that is not awaited holds nobody up. What it has later comes behind what is there by then.
/// - What arrives in front of the posts that a source has given is new: it waits for another merge.
///
/// So as long as every source is awaited, the list is what one merge of all their posts would be, or its beginning.
package struct FeedMerge: Equatable, Sendable {
    /// The order that posts of different sources are merged in.
    package let order: CombinedFeedOrder
    /// The merged posts, in order.
    package private(set) var entries: [Entry] = []

    /// The indexes of the merged posts in ``entries``.
    private var places: [Post.ID: Int] = [:]
    /// The posts taken from each source so far, also those that another source contributed first.
    private var given: [[Post.ID]]
    /// The source that gives the next post, where they take turns.
    private var turn = 0

    /// Creates a merge without posts.
    ///
    /// - Parameter feed: The feeds that are merged.
    package init(_ feed: CombinedFeed) {
        self.init(order: feed.order, sourceCount: feed.sources.count)
    }

    /// Creates a merge without posts.
    ///
    /// - Parameters:
    ///   - order: The order that posts of different sources are merged in.
    ///   - sourceCount: The number of sources.
    package init(order: CombinedFeedOrder, sourceCount: Int) {
        self.order = order
        given = Array(repeating: [], count: sourceCount)
    }

    /// Appends further posts, as far as their order is certain, and returns the requests that the rest needs.
    ///
    /// - Parameters:
    ///   - count: The number of posts that the merge should have afterwards.
    ///   - sources: The sources as they are now, always in the same order.
    /// - Returns: The requests for the sources whose posts are missing, by the sources' indexes; none when there are
    ///   enough posts, or no more to wait for.
    /// - Complexity: O(*n* · *k*) for *n* further posts of *k* sources, and one look at each source's posts where some
    ///   came in front; only the source that gave a post, and those that have it too, are read on.
    package mutating func extend(to count: Int, over sources: [Source]) -> [Int: FeedRequest] {
        precondition(sources.count == given.count, "A merge of \(given.count) sources got \(sources.count).")
        var lanes = sources.indices.map { Lane(sources[$0], position: position(in: sources[$0].items, of: $0)) }
        places.reserveCapacity(min(count, sources.reduce(0) { $0 + $1.items.count }))
        var heads = [Head?](repeating: nil, count: lanes.count)
        var requests: [Int: FeedRequest] = [:]
        /// The sources of which another post is to be found, as they gave theirs.
        var outdated = Array(lanes.indices)
        while entries.count < count {
            for index in outdated {
                heads[index] = nil
                switch lanes[index].next(skipping: places, into: &given[index]) {
                case .item(let item):
                    let value = order.value(of: item.post)
                    heads[index] = Head(id: item.id, source: index, value: value, given: given[index].count)
                case .missing(let request): requests[index] = request
                case .nothing: break
                }
            }
            guard let head = choose(heads, requests) else { return requests }
            places[head.id] = entries.count
            entries.append(Entry(id: head.id, source: head.source))
            given[head.source].append(head.id)
            lanes[head.source].position += 1
            turn = (head.source + 1) % lanes.count
            outdated.removeAll(keepingCapacity: true)
            for index in heads.indices where heads[index]?.id == head.id { outdated.append(index) }
        }
        return [:]
    }

    /// Returns the posts that arrived in front of the merged ones of their source.
    ///
    /// - Parameter sources: The sources as they are now.
    /// - Returns: Their ids; they have no places, and get none in this merge.
    package func arrivals(over sources: [Source]) -> Set<Post.ID> {
        sources.indices.reduce(into: []) { $0.formUnion(arrivals(of: $1, in: sources[$1].items)) }
    }

    /// Returns the posts of one source that arrived in front of its merged ones.
    ///
    /// - Parameters:
    ///   - source: The source's index.
    ///   - items: Its posts as they are now.
    /// - Returns: Their ids.
    package func arrivals(of source: Int, in items: [FeedItem]) -> [Post.ID] {
        guard !given[source].isEmpty else { return [] }
        return items[..<position(in: items, of: source)].map(\.id).filter { places[$0] == nil }
    }

    /// Whether the posts of a source that are merged are still the same, whatever else it has.
    ///
    /// - Parameters:
    ///   - old: The source's posts as they were.
    ///   - new: Its posts as they are now.
    /// - Returns: False where one of them has changed, come or gone.
    package func hasSame(_ old: [FeedItem], _ new: [FeedItem]) -> Bool {
        func merged(_ items: [FeedItem]) -> some Sequence<FeedItem> { items.lazy.filter { places[$0.id] != nil } }
        return merged(old).elementsEqual(merged(new))
    }

    /// Returns the merged posts, each in the current version of its sources.
    ///
    /// - Parameter sources: The sources as they are now.
    /// - Returns: The posts in order, without those that no source has any more.
    package func items(over sources: [Source]) -> [CombinedFeedItem] {
        // Most posts are in one source: those need no list of their own.
        let alone = sources.indices.map { [$0] }
        var several: [Int: [Int]] = [:]
        var found = [(source: Int, index: Int)?](repeating: nil, count: entries.count)
        for (number, source) in sources.enumerated() {
            for index in source.items.indices {
                guard let place = places[source.items[index].id] else { continue }
                if let first = found[place] {
                    several[place, default: alone[first.source]].append(number)
                } else {
                    found[place] = (number, index)
                }
            }
        }
        return entries.indices.compactMap { place in
            guard let first = found[place] else { return nil }
            let all = several[place] ?? alone[first.source]
            let source = entries[place].source
            return CombinedFeedItem(
                item: sources[first.source].items[first.index], source: all.contains(source) ? source : first.source,
                sources: all)
        }
    }

    /// The index at which a source continues: behind the last post that was taken from it and that it still has.
    private func position(in items: [FeedItem], of source: Int) -> Int {
        let given = given[source]
        guard let last = given.last else { return 0 }
        // What came in front has moved it on.
        if given.count <= items.count, let index = items[(given.count - 1)...].firstIndex(where: { $0.id == last }) {
            return index + 1
        }
        let indexes = Dictionary(zip(items.map(\.id), items.indices), uniquingKeysWith: { first, _ in first })
        for id in given.reversed() {
            if let index = indexes[id] { return index + 1 }
        }
        return 0
    }

    private func choose(_ heads: [Head?], _ requests: [Int: FeedRequest]) -> Head? {
        guard order == .interleaved else { return requests.isEmpty ? Self.first(of: heads) : nil }
        let turns = Array(turn..<given.count) + Array(0..<turn)
        let next = turns.first { requests[$0] != nil || heads[$0] != nil }
        return next.flatMap { heads[$0] }
    }

    private static func first(of heads: [Head?]) -> Head? {
        var (best, silent): (Head?, Head?)
        for case let head? in heads {
            if head.value == nil {
                if silent.map(head.precedes) ?? true { silent = head }
            } else if best.map(head.precedes) ?? true {
                best = head
            }
        }
        guard let best, let silent else { return best ?? silent }
        return silent.given < best.given ? silent : best
    }
}

extension FeedMerge {
    /// The first post that is left of a source.
    private struct Head {
        let id: Post.ID
        let source: Int
        let value: Double?
        /// The number of posts merged from its source.
        let given: Int

        func precedes(_ other: Head) -> Bool {
            if let value, let otherValue = other.value, value != otherValue { return value > otherValue }
            return given == other.given ? id < other.id : given < other.given
        }
    }

    /// The next element of a source.
    private enum Step {
        case item(FeedItem)
        case missing(FeedRequest)
        case nothing
    }

    /// A source while it is read.
    private struct Lane {
        private let source: Source
        private let cursors: [Post.ID: PageCursor]
        /// The cursor of a gap in front of the first listed post: the posts before the gap were dismissed or hidden.
        private let leading: PageCursor?
        var position: Int

        init(_ source: Source, position: Int) {
            self.source = source
            self.position = position
            cursors = Dictionary(source.gaps.map { ($0.after, $0.cursor) }, uniquingKeysWith: { first, _ in first })
            // The gaps are in order too.
            let first = position == 0 ? source.gaps.first : nil
            leading = first.flatMap { gap in source.items.contains { $0.id == gap.after } ? nil : gap.cursor }
        }

        /// The first post that has no place yet; those that have one are given without being taken.
        mutating func next(skipping places: [Post.ID: Int], into given: inout [Post.ID]) -> Step {
            while true {
                let cursor = position > 0 ? cursors[source.items[position - 1].id] : leading
                if source.isAwaited, let cursor {
                    return .missing(.page(after: cursor))
                }
                guard position < source.items.count else {
                    return source.isAwaited && !source.isEnd ? .missing(.loadMore) : .nothing
                }
                let item = source.items[position]
                guard places[item.id] != nil else { return .item(item) }
                given.append(item.id)
                position += 1
            }
        }
    }
}

extension FeedMerge {
    /// The known part of one of the feeds that are merged.
    package struct Source: Equatable, Sendable {
        /// The feed's posts, in the feed's order.
        package var items: [FeedItem]
        /// The places where posts are missing between them; behind a post that is none of them, before the first.
        package var gaps: [FeedGap]
        /// Whether nothing comes behind the last post.
        package var isEnd: Bool
        /// Whether the merge waits for the feed's missing posts: false for a feed that cannot be fetched now.
        package var isAwaited: Bool

        /// Creates a source.
        ///
        /// - Parameters:
        ///   - items: Its posts in its own order.
        ///   - gaps: The places where posts are missing between them; none by default.
        ///   - isEnd: Whether nothing comes behind the last post; false by default.
        ///   - isAwaited: Whether what is missing is worth waiting for; true by default.
        package init(items: [FeedItem] = [], gaps: [FeedGap] = [], isEnd: Bool = false, isAwaited: Bool = true) {
            self.items = items
            self.gaps = gaps
            self.isEnd = isEnd
            self.isAwaited = isAwaited
        }

        /// Creates a source from an update.
        ///
        /// - Parameters:
        ///   - update: The feed as it is stored.
        ///   - isAwaited: Whether what is missing is worth waiting for; true by default.
        package init(_ update: FeedUpdate, isAwaited: Bool = true) {
            self.init(items: update.items, gaps: update.gaps, isEnd: update.isEnd, isAwaited: isAwaited)
        }
    }

    /// A merged post.
    package struct Entry: Hashable, Sendable {
        /// The id of the post.
        package let id: Post.ID
        /// The index of the source that the post was merged from.
        package let source: Int
    }
}
