import Core

/// One place in the order of a feed: a post, a gap, or a hole that evicted posts left.
struct FeedEntry: StoredRecord {
    /// The feed's key with the post's id, or with the rank of the gap or the hole.
    let id: String
    /// The feed's key.
    let feed: String
    /// Smaller comes first; only the order means anything.
    let rank: Int64
    let post: Post.ID?
    /// The cursor of a gap; nil for a post, and for a hole.
    let gap: PageCursor?

    init(feed: String, element: FeedOrder.Element) {
        self.feed = feed
        rank = element.rank
        switch element.content {
        case .post(let id):
            self.id = Self.id(of: id, in: feed)
            post = id
            gap = nil
        case .gap(let cursor):
            self.id = "\(feed)|gap|\(element.rank)"
            post = nil
            gap = cursor
        case .hole:
            self.id = "\(feed)|gap|\(element.rank)"
            post = nil
            gap = nil
        }
    }

    static func id(of post: Post.ID, in feed: String) -> String { "\(feed)|\(post)" }

    var element: FeedOrder.Element {
        FeedOrder.Element(rank: rank, content: post.map { .post($0) } ?? gap.map { .gap($0) } ?? .hole)
    }

    /// The key of the index: the feed, then the rank, so that a feed is one range.
    var position: String {
        // Shifted so that negative ranks sort first, and padded so that text sorts as numbers do.
        let shifted = UInt64(bitPattern: rank) ^ (1 << 63)
        return "\(feed)\u{1}\(String(shifted, radix: 16).zeroPadded(to: 16))"
    }

    static func positions(of feed: String) -> Range<IndexKey> {
        .text("\(feed)\u{1}")..<(.text("\(feed)\u{2}"))
    }
}
