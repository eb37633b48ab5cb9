public import Core
import Foundation

extension Post: StoredRecord {}
extension PostStatus: StoredRecord {}

/// The collections that posts are kept in.
///
/// What the server says is in `posts`, what the person did in `statuses`, the order of feeds in `feeds` and `entries`,
/// what can be undone in `dismissals`, when posts last came in `arrivals`, and what only one site says in `extras`.
enum PostSchemas {
    static let posts = CollectionSchema<Post>(
        name: "posts", search: [SearchField("words", inOrderOf: Index("newest", \.newestKey)) { $0.searchedText }])

    static let statuses = CollectionSchema<PostStatus>(
        name: "statuses",
        indexes: [Index("saved", \.savedPosition), Index("favourite", \.favouritePosition)])

    static let feeds = CollectionSchema<FeedRecord>(name: "feeds").derived()

    static let entries = CollectionSchema<FeedEntry>(name: "entries", indexes: [Index("position", \.position)])
        .derived()

    static let dismissals = CollectionSchema<DismissalRecord>(name: "dismissals")

    static let arrivals = CollectionSchema<ArrivalRecord>(name: "arrivals").derived()

    static let all =
        [
            AnyCollectionSchema(posts), AnyCollectionSchema(statuses), AnyCollectionSchema(feeds),
            AnyCollectionSchema(entries), AnyCollectionSchema(dismissals), AnyCollectionSchema(arrivals),
            AnyCollectionSchema(ExtrasRecord.schema),
            AnyCollectionSchema(PackRecord.schema), AnyCollectionSchema(PackedRecord.schema),
            AnyCollectionSchema(MediaSchemas.files), AnyCollectionSchema(MediaSchemas.holds),
            AnyCollectionSchema(MediaSchemas.places),
        ] + CommentSchemas.all
}

extension Post {
    /// What is found when somebody searches: its texts, each word in one of them.
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

extension PostStatus {
    /// When it was saved; nil unless it is.
    var savedPosition: Double? { isSaved ? savedAt?.timeIntervalSince1970 ?? 0 : nil }

    /// When it became a favourite; nil unless it is one.
    var favouritePosition: Double? { isFavourite ? favouritedAt?.timeIntervalSince1970 ?? 0 : nil }
}
