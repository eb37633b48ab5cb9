import Core

/// What a thread says beside its comments.
public enum CommentPhrase: String, LocalizedPhrase {
    // MARK: In which order

    /// What the server takes for the best.
    case confidence
    /// Most votes first.
    case top
    /// Newest first.
    case new
    /// Most disputed first.
    case controversial
    /// Oldest first.
    case old
    /// Answered questions first.
    case questionsAndAnswers

    // MARK: Who wrote it

    /// The writer of the post.
    case originalPoster
    /// A moderator.
    case moderator
    /// Somebody of the site.
    case admin
    /// The server does not say who.
    case unknownAuthor

    /// The person, or the server for them, has blocked who wrote it.
    case blockedAuthor

    // MARK: What is new, and in what order

    /// It came after the last visit.
    case isNew
    /// So many came after the last visit.
    case newCount
    /// The order was made on this device.
    case sortedHere

    // MARK: What became of it

    /// Its writer took it away.
    case deletedByAuthor
    /// Somebody else took it away.
    case removed
    /// Somebody else took it away, in the server's word.
    case removedBy
    /// It has no text.
    case noText
    /// The server does not show the score yet.
    case scoreHidden

    // MARK: What is missing

    /// So many replies are folded away.
    case replies
    /// So many comments were left out here.
    case more
    /// What was left out here is being fetched.
    case expanding
    /// Some comments were left out here.
    case moreOfUnknownCount
    /// So many comments of the thread were left out.
    case moreOnServer
    /// The thread goes on below.
    case continues
    /// Everything that was left out is being fetched, and so many places are left.
    case expandingAll
    /// So many places are left after as many requests as one run may make.
    case expansionPaused
    /// Neither the server nor this device has the post.
    case missing
    /// The comments are not kept any more, so nothing can be put between them.
    case evicted

    /// How each text reads in English.
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
        case .evicted: .fixed(ThreadRefusal.evicted.error.message)
        }
    }
}
