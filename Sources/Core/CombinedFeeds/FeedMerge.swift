/// Several feeds merged into one list, page by page: a pure value.
///
/// The rules:
/// - What has its place keeps it. A post that is no longer in any source leaves a place that shows nothing.
/// - Each source's posts keep the order that they have in it, and a post of several sources stands once, where it comes
///   first.
/// - Of the first posts that are left of each source, the one that ``CombinedFeedOrder`` says comes next. Of equal ones it
///   is that of the source that has given fewer posts, and then the one with the smaller id. A post that does not say
///   what posts are compared by comes as soon as its source has given fewer posts than that of the best of the others.
/// - Where a source has run out, what it has further on could come first: the list ends there, and the source has to be
///   asked. A source that is not awaited holds nobody up. What it has later comes behind what is there by then.
/// - What arrives in front of the posts that a source has given is new: it waits for another merge.
///
/// So as long as every source is awaited, the list is what one merge of all their posts would be, or its beginning.
public struct FeedMerge: Equatable, Sendable {
    /// Whose post comes first.
    public let order: CombinedFeedOrder
    /// The posts that have their places.
    public private(set) var entries: [Entry] = []

    private var placed: Set<Post.ID> = []
    /// What each source has given, posts that another one gave before included.
    private var given: [[Post.ID]]
    /// Whose turn it is.
    private var turn = 0

    /// Creates a merge without posts.
    ///
    /// - Parameter feed: What is merged.
    public init(_ feed: CombinedFeed) {
        self.init(order: feed.order, sourceCount: feed.sources.count)
    }

    /// Creates a merge without posts.
    ///
    /// - Parameters:
    ///   - order: Whose post comes first.
    ///   - sourceCount: How many sources there are.
    public init(order: CombinedFeedOrder, sourceCount: Int) {
        self.order = order
        given = Array(repeating: [], count: sourceCount)
    }

    /// Gives further posts their places, as far as that is sure.
    ///
    /// - Parameters:
    ///   - count: How many posts should have one afterwards.
    ///   - sources: The sources as they are now, always in the same order.
    /// - Returns: What to ask the sources for that hold the list up, by their places; none when there are enough posts,
    ///   or no more to wait for.
    /// - Complexity: O(*n* · *k*) for *n* further posts of *k* sources, and one look at each source's posts where some
    ///   came in front.
    public mutating func extend(to count: Int, over sources: [Source]) -> [Int: FeedRequest] {
        precondition(sources.count == given.count, "A merge of \(given.count) sources got \(sources.count).")
        var lanes = sources.indices.map { Lane(sources[$0], position: position(in: sources[$0].items, of: $0)) }
        while entries.count < count {
            var heads: [Head] = []
            var requests: [Int: FeedRequest] = [:]
            for index in lanes.indices {
                switch lanes[index].next(skipping: placed, into: &given[index]) {
                case .item(let item):
                    let value = order.value(of: item.post)
                    heads.append(Head(id: item.id, source: index, value: value, given: given[index].count))
                case .missing(let request): requests[index] = request
                case .nothing: break
                }
            }
            guard let head = choose(heads, requests) else { return requests }
            entries.append(Entry(id: head.id, source: head.source))
            placed.insert(head.id)
            given[head.source].append(head.id)
            lanes[head.source].position += 1
            turn = (head.source + 1) % lanes.count
        }
        return [:]
    }

    /// The posts that came in front of those that the sources have given.
    ///
    /// - Parameter sources: The sources as they are now.
    /// - Returns: Their ids; they have no places, and get none in this merge.
    public func arrivals(over sources: [Source]) -> Set<Post.ID> {
        var arrivals: Set<Post.ID> = []
        for index in sources.indices where !given[index].isEmpty {
            let items = sources[index].items
            for item in items[..<position(in: items, of: index)] where !placed.contains(item.id) {
                arrivals.insert(item.id)
            }
        }
        return arrivals
    }

    /// The posts that have their places, as the sources know them now.
    ///
    /// - Parameter sources: The sources as they are now.
    /// - Returns: The posts in order, without those that no source has any more.
    public func items(over sources: [Source]) -> [CombinedFeedItem] {
        var found: [Post.ID: CombinedFeedItem] = [:]
        for (index, source) in sources.enumerated() {
            for item in source.items where placed.contains(item.id) {
                found[item.id, default: CombinedFeedItem(item: item, source: index, sources: [])].sources.append(index)
            }
        }
        return entries.compactMap { entry in
            guard var item = found[entry.id] else { return nil }
            if item.sources.contains(entry.source) { item.source = entry.source }
            return item
        }
    }

    /// Where a source goes on: behind what it gave last of what it still has.
    private func position(in items: [FeedItem], of source: Int) -> Int {
        let given = given[source]
        guard let last = given.last else { return 0 }
        if given.count <= items.count, items[given.count - 1].id == last { return given.count }
        let places = Dictionary(zip(items.map(\.id), items.indices), uniquingKeysWith: { first, _ in first })
        for id in given.reversed() {
            if let place = places[id] { return place + 1 }
        }
        return 0
    }

    private func choose(_ heads: [Head], _ requests: [Int: FeedRequest]) -> Head? {
        guard order == .interleaved else { return requests.isEmpty ? Self.first(of: heads) : nil }
        let turns = Array(turn..<given.count) + Array(0..<turn)
        let next = turns.first { turn in requests[turn] != nil || heads.contains { $0.source == turn } }
        return heads.first { $0.source == next }
    }

    private static func first(of heads: [Head]) -> Head? {
        let best = heads.filter { $0.value != nil }.min { $0.precedes($1) }
        let silent = heads.filter { $0.value == nil }.min { $0.precedes($1) }
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
        /// How many posts its source has given.
        let given: Int

        func precedes(_ other: Head) -> Bool {
            if let value, let otherValue = other.value, value != otherValue { return value > otherValue }
            return given == other.given ? id < other.id : given < other.given
        }
    }

    /// What a source has next.
    private enum Step {
        case item(FeedItem)
        case missing(FeedRequest)
        case nothing
    }

    /// A source while it is read.
    private struct Lane {
        private let source: Source
        private let cursors: [Post.ID: PageCursor]
        /// Where posts are missing in front of the first: what was in front of the gap was dismissed or hidden.
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
        mutating func next(skipping placed: Set<Post.ID>, into given: inout [Post.ID]) -> Step {
            while true {
                let cursor = position > 0 ? cursors[source.items[position - 1].id] : leading
                if source.isAwaited, let cursor {
                    return .missing(.page(after: cursor))
                }
                guard position < source.items.count else {
                    return source.isAwaited && !source.isEnd ? .missing(.loadMore) : .nothing
                }
                let item = source.items[position]
                guard placed.contains(item.id) else { return .item(item) }
                given.append(item.id)
                position += 1
            }
        }
    }
}
