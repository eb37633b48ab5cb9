import Core

/// Texts about comments: orders, authors, removals, placeholders and numbers.
public enum CommentPhrase: String, LocalizedPhrase {
    // MARK: In which order

    /// The name of the order by the server's own ranking.
    case confidence
    /// The name of the order by score, highest first.
    case top
    /// The name of the order by age, newest first.
    case new
    /// The name of the order by disagreement, most disputed first.
    case controversial
    /// The name of the order by age, oldest first.
    case old
    /// The name of the order for questions and answers.
    case questionsAndAnswers

    // MARK: Who wrote it

    /// The badge of the post's author.
    case originalPoster
    /// The badge of a moderator.
    case moderator
    /// The badge of the site's staff.
    case admin
    /// An author whom the server does not name.
    case unknownAuthor

    /// An author who is blocked.
    case blockedAuthor

    // MARK: What is new, and in what order

    /// The badge of a comment that came after the last visit.
    case isNew
    /// The number of comments that came after the last visit.
    case newCount
    /// Comments that were sorted on this device.
    case sortedHere

    // MARK: What became of it

    /// A comment that its author deleted.
    case deletedByAuthor
    /// A comment that somebody else removed.
    case removed
    /// A comment that somebody else removed, with their role.
    case removedBy
    /// A comment without a text.
    case noText
    /// A score that the server does not show yet.
    case scoreHidden

    // MARK: What is missing

    /// The number of replies below a collapsed comment.
    case replies
    /// The number of comments that a placeholder stands for.
    case more
    /// A placeholder whose comments are being fetched.
    case expanding
    /// A placeholder for an unknown number of comments.
    case moreOfUnknownCount
    /// The number of a thread's comments that were not fetched.
    case moreOnServer
    /// A placeholder for the rest of a deep thread.
    case continues
    /// All comments are being fetched, with the number of placeholders left.
    case expandingAll
    /// The request limit of one run is reached, with the number of placeholders left.
    case expansionPaused
    /// Neither the server nor this device has the post.
    case missing
    /// The stored comments were deleted meanwhile, so nothing can be put between them.
    case evicted

    public var english: PhraseText {
        switch self {
        case .confidence: .fixed("Best")
        case .top: .fixed("Top")
        case .new: .fixed("New")
        case .controversial: .fixed("Controversial")
        case .old: .fixed("Old")
        case .questionsAndAnswers: .fixed("Questions and answers")
        case .originalPoster: .fixed("author of the post")
        case .moderator: .fixed("moderator")
        case .admin: .fixed("admin")
        case .unknownAuthor: .fixed("unknown author")
        case .blockedAuthor: .fixed("blocked author")
        case .isNew: .fixed("new")
        case .newCount: .counted([.one: "% new comment", .other: "% new comments"])
        case .sortedHere: .fixed("sorted on this device, so roughly")
        case .deletedByAuthor: .fixed("deleted by its author")
        case .removed: .fixed("removed")
        case .removedBy: .filled("removed (%)")
        case .noText: .fixed("(no text)")
        case .scoreHidden: .fixed("score hidden")
        case .replies: .counted([.one: "% reply", .other: "% replies"])
        case .more: .counted([.one: "% more comment", .other: "% more comments"])
        case .expanding: .fixed("Fetching more comments")
        case .moreOfUnknownCount: .fixed("More comments")
        case .moreOnServer: .counted([.one: "% more on the server", .other: "% more on the server"])
        case .continues: .fixed("The thread goes on")
        case .expandingAll:
            .counted([
                .one: "Fetching all comments: % place is left", .other: "Fetching all comments: % places are left",
            ])
        case .expansionPaused:
            .counted([
                .one: "Comments are still missing in % place. Fetch all once more to go on.",
                .other: "Comments are still missing in % places. Fetch all once more to go on.",
            ])
        case .missing: .fixed("The server does not know this post")
        case .evicted: .fixed(ThreadError.evicted.error.message)
        }
    }
}
