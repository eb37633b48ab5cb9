package import PostFeatures

/// The texts of the interactive reader, beside those of the view models.
package enum ScreenPhrase: String, LocalizedPhrase {
    // MARK: Actions, as the help lists them, beside those of all programs

    case goTo, search, undo, nextUnread, previousUnread, markRead, markAbove
    case save, favourite, dismiss, hide, order, showNew, nextNew, nextTop
    case previousTop, parent, fold, foldAll, unfoldAll, link, copyLink, upvote, downvote
    case reply, send, quote, takeBack

    // MARK: Titles, states and sentences

    /// The title of the list of feeds.
    case feeds
    /// Nothing was typed in a search.
    case typeToSearch
    /// Nothing was dismissed.
    case nothingToUndo
    /// The list has one order.
    case oneOrder
    /// No unread post in this direction.
    case noUnread
    /// No new comment below.
    case noNewComment
    /// No comment on the post in this direction.
    case noFurther
    /// The thread is empty.
    case noComments
    /// The post has no link.
    case noLink
    /// A draft was found; it is what stands in the field.
    case draftRestored
    /// How to send, and to go, with the keys of both.
    case replyHint
    /// How to take a text back, with the key.
    case takeBackHint

    package var english: PhraseText {
        switch self {
        case .goTo: .fixed("Go to another feed")
        case .search: .fixed("Search what is on this device")
        case .undo: .fixed("Bring back what was dismissed last")
        case .nextUnread: .fixed("Next unread post")
        case .previousUnread: .fixed("Previous unread post")
        case .markRead: .fixed("Read or unread")
        case .markAbove: .fixed("Mark all above as read")
        case .save: .fixed("Save, or no longer")
        case .favourite: .fixed("Favourite, or no longer")
        case .dismiss: .fixed("Dismiss")
        case .hide: .fixed("Hide in every feed")
        case .order: .fixed("Order")
        case .showNew: .fixed("Show new posts")
        case .nextNew: .fixed("Next new comment")
        case .nextTop: .fixed("Next comment on the post")
        case .previousTop: .fixed("Previous comment on the post")
        case .parent: .fixed("To what is answered")
        case .fold: .fixed("Fold or unfold")
        case .foldAll: .fixed("Fold all")
        case .unfoldAll: .fixed("Unfold all")
        case .link: .fixed("Show the link")
        case .copyLink: .fixed("Copy the link")
        case .reply: .fixed("Answer")
        case .send: .fixed("Send")
        case .quote: .fixed("Quote what is answered")
        case .takeBack: .fixed("Take it back")
        case .upvote: .fixed("Vote up, or no longer")
        case .downvote: .fixed("Vote down, or no longer")
        case .feeds: .fixed("Feeds")
        case .typeToSearch: .fixed("Type what to look for among the posts on this device")
        case .nothingToUndo: .fixed("Nothing was dismissed.")
        case .oneOrder: .fixed("This list has one order only.")
        case .noUnread: .fixed("No further unread post.")
        case .noNewComment: .fixed("No further new comment.")
        case .noFurther: .fixed("No further comment on the post.")
        case .noComments: .fixed("No comments yet.")
        case .noLink: .fixed("This post has no link.")
        case .draftRestored: .fixed("This is your draft.")
        case .replyHint: .filled("% sends; what is written is kept as a draft.")
        case .takeBackHint: .filled("% takes it back.")
        }
    }
}
