public import Core
import Foundation

extension Post: StoredRecord {}
extension PostStatus: StoredRecord {}

/// The collections that posts are kept in.
///
/// What the server says is in `posts`, what the person did in `statuses`, the order of feeds in `feeds` and `entries`,
/// and what can be undone in `dismissals`.
enum PostSchemas {
    static let posts = CollectionSchema<Post>(name: "posts")

    static let statuses = CollectionSchema<PostStatus>(
        name: "statuses",
        indexes: [Index("saved", \.savedPosition), Index("favourite", \.favouritePosition)])

    static let feeds = CollectionSchema<FeedRecord>(name: "feeds")

    static let entries = CollectionSchema<FeedEntry>(name: "entries", indexes: [Index("position", \.position)])

    static let dismissals = CollectionSchema<DismissalRecord>(name: "dismissals")

    static let all = [
        AnyCollectionSchema(posts), AnyCollectionSchema(statuses), AnyCollectionSchema(feeds),
        AnyCollectionSchema(entries), AnyCollectionSchema(dismissals),
    ]
}

extension PostStatus {
    /// When it was saved; nil unless it is.
    var savedPosition: Double? { isSaved ? savedAt?.timeIntervalSince1970 ?? 0 : nil }

    /// When it became a favourite; nil unless it is one.
    var favouritePosition: Double? { isFavourite ? favouritedAt?.timeIntervalSince1970 ?? 0 : nil }
}
