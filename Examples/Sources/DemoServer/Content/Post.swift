/// A generated post, as the site knows it: no URLs of its own, no dates, only its age.
struct Post: Sendable {
    /// The date when the author edited the text, if ever.
    enum Edit: Sendable {
        case never
        /// So long ago that only the fact was kept.
        case longAgo
        /// A number of seconds before the reference date.
        case age(Int)
    }

    /// The own account's vote and marks of the post, on the server.
    struct AccountState: Sendable {
        var isSaved = false
        var isHidden = false
        /// Known to Lemmy only.
        var isRead = false
        /// True for up.
        var vote: Bool?
    }

    /// Base36, without the `t3_`.
    let id: String
    /// The position among all posts, the oldest being 0.
    let ordinal: Int
    /// Nil for an advertisement, which belongs to no community.
    let subreddit: Subreddit?
    /// Nil when the account was deleted.
    var author: String?
    var title: String
    var content: PostContent
    /// Seconds before the reference date; below 0 for what was written after it.
    let age: Int
    var score: Int
    let upvoteRatio: Double
    /// All comments of the thread, those behind placeholders included.
    var commentCount: Int
    var isNSFW = false
    var isSpoiler = false
    var isStickied = false
    var isLocked = false
    var isArchived = false
    var hidesScore = false
    var edit = Edit.never
    var flair: String?
    var distinguished: String?
    /// The marks of the account that asks; in the catalog, what the first account has from the start.
    var account = AccountState()
    /// Whether its author has deleted it since it was generated or written; it is in no list then.
    var isGone = false
    /// The account that deleted it, which Lemmy goes on saying.
    var deletedAuthor: String?
    /// Leaves out or nulls what old or broken answers leave out or null.
    var isSparse = false
    /// A thumbnail value the content does not call for, such as an empty one.
    var thumbnailOverride: String?

    var fullname: String { "t3_" + id }

    /// Whether every one of some lower-case words is in the title or the text.
    func contains(_ words: [String]) -> Bool {
        var text = title
        if case .text(let body) = content { text += " " + body }
        let lowercase = text.lowercased()
        return words.allSatisfy { lowercase.contains($0) }
    }
}
