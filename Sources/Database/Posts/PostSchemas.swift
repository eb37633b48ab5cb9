public import Core
import Foundation

extension Post: StoredRecord {}

/// The collections of posts and feeds; the statuses of posts are apart, see ``StatusSchemas``.
enum PostSchemas {
    /// The posts as their servers describe them.
    static let posts = CollectionSchema<Post>(
        name: "posts", search: [SearchField("words", inOrderOf: Index("newest", \.newestKey)) { $0.searchedText }])

    /// The feeds: their cursors, their ends, and when they were refreshed.
    static let feeds = CollectionSchema<FeedRecord>(name: "feeds").replaceable()

    /// The places in feeds: posts, gaps and holes.
    static let entries = CollectionSchema<FeedEntry>(name: "entries", indexes: [Index("position", \.position)])
        .replaceable()

    /// The dates when a server last had a post in an answer.
    static let arrivals = CollectionSchema<ArrivalRecord>(name: "arrivals").replaceable()

    /// The fields of posts that only their site has.
    static let extras = CollectionSchema<ExtrasRecord>(name: "extras").replaceable()

    static let all = [
        AnyCollectionSchema(posts), AnyCollectionSchema(feeds), AnyCollectionSchema(entries),
        AnyCollectionSchema(arrivals), AnyCollectionSchema(extras),
    ]
}

extension Post {
    /// The searched text: all of its texts.
    var searchedText: String {
        PostSearchField.allCases.compactMap { $0.text(of: self) }.joined(separator: "\n")
    }

    /// The newest first, and posts without a date behind all others.
    var newestKey: NewestKey { NewestKey(created: created) }
}

/// A date to sort by, the newest first.
struct NewestKey: IndexValue {
    let created: Date?

    var indexKey: IndexKey {
        // Texts come behind all numbers.
        guard let seconds = created?.timeIntervalSince1970, seconds.isFinite else { return .text("") }
        return .double(seconds == 0 ? 0 : -seconds)
    }
}

extension Post.ID: IndexValue {
    /// The written form as a key; it has the same order as the ids.
    public var indexKey: IndexKey { .text(description) }
}
