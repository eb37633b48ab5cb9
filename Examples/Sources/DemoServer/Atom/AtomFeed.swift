/// An Atom document in the shape of Reddit's feeds.
struct AtomFeed: Sendable {
    /// A fault of the document, on request.
    enum Damage: Sendable {
        case none
        /// The root is not a feed.
        case noFeed
        /// Words where the entries should be.
        case noEntries
        /// One entry has values nobody can use; an index past the end means the last.
        case corruptEntry(Int)
    }

    struct Entry: Sendable {
        /// The fullname of a post or a comment.
        let id: String
        let title: String
        /// Nil when the account was deleted.
        let author: String?
        /// Nil for an advertisement.
        let community: String?
        let link: String
        /// Unix time in seconds; nil for a comment, which has only `updated`.
        let published: Int?
        let updated: Int
        let html: String
        let thumbnail: String?
    }

    /// The feed's own path.
    let id: String
    let title: String
    let subtitle: String?
    let community: String?
    /// The address of the feed, and of the page it stands for.
    let ownLink: String
    let pageLink: String
    let updated: Int
    var entries: [Entry]
    var damage = Damage.none
}
