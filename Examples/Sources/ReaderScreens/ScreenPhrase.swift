package import PostFeatures

/// The texts of the interactive reader, beside those of the view models.
package enum ScreenPhrase: String, LocalizedPhrase {
    // MARK: Actions, as the help lists them

    case up, down, pageUp, pageDown, top, bottom
    case open, back, goTo, refresh, search, undo, help, redraw
    case suspend, quit, nextUnread, previousUnread, markRead, markAbove
    case save, favourite, dismiss, hide, order, showNew, nextNew, nextTop
    case previousTop, parent, fold, foldAll, unfoldAll, link, copyLink, upvote, downvote
    case reply, send, quote, takeBack, outbox, retry, sendNow, arrived, giveUp

    // MARK: Titles, states and sentences

    /// The title of the list of feeds.
    case feeds
    /// The title of the help.
    case keys
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
    /// The outbox is empty.
    case nothingUnsent
    /// This run cannot write.
    case cannotWrite
    /// The question about items that wait for one that is given up, with their number.
    case dependants
    /// They go too.
    case dependantsToo
    /// They become drafts.
    case dependantsToDrafts
    /// They answer what that one answers.
    case dependantsToParent
    /// Nothing is done.
    case doNothing
    /// An item that may have been paid is dropped all the same.
    case dropAllTheSame
    /// A draft was found; it is what stands in the field.
    case draftRestored
    /// How to send, and to go, with the keys of both.
    case replyHint
    /// How to take a text back, with the key.
    case takeBackHint
    /// The link was given to the terminal's clipboard.
    case linkCopied
    /// A key that does nothing, with the key of the help.
    case unknownKey
    /// The key that tries again.
    case triesAgain
    /// The network is off for this run.
    case networkOff
    /// Servers answer.
    case online
    /// Something is being fetched.
    case fetching
    /// It is not sent yet.
    case unsent
    /// The number of things that are not sent.
    case unsentCount
    /// The number of unread answers.
    case answers

    package var english: PhraseText {
        switch self {
        case .up: .fixed("Up")
        case .down: .fixed("Down")
        case .pageUp: .fixed("A page up")
        case .pageDown: .fixed("A page down")
        case .top: .fixed("To the top")
        case .bottom: .fixed("To the end")
        case .open: .fixed("Open")
        case .back: .fixed("Back")
        case .goTo: .fixed("Go to another feed")
        case .refresh: .fixed("Fetch again")
        case .search: .fixed("Search what is on this device")
        case .undo: .fixed("Bring back what was dismissed last")
        case .help: .fixed("keys")
        case .redraw: .fixed("Draw the screen again")
        case .suspend: .fixed("Back to the shell; fg returns")
        case .quit: .fixed("quit")
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
        case .outbox: .fixed("What is not sent")
        case .retry: .fixed("Send it again")
        case .sendNow: .fixed("Send all now")
        case .arrived: .fixed("It has arrived")
        case .giveUp: .fixed("Give it up; a text becomes a draft")
        case .upvote: .fixed("Vote up, or no longer")
        case .downvote: .fixed("Vote down, or no longer")
        case .feeds: .fixed("Feeds")
        case .keys: .fixed("Keys")
        case .typeToSearch: .fixed("Type what to look for among the posts on this device")
        case .nothingToUndo: .fixed("Nothing was dismissed.")
        case .oneOrder: .fixed("This list has one order only.")
        case .noUnread: .fixed("No further unread post.")
        case .noNewComment: .fixed("No further new comment.")
        case .noFurther: .fixed("No further comment on the post.")
        case .noComments: .fixed("No comments yet.")
        case .noLink: .fixed("This post has no link.")
        case .nothingUnsent: .fixed("Everything is sent.")
        case .cannotWrite: .fixed("Nothing can be written here.")
        case .dependants:
            .counted([
                .one: "% answer waits for it. What becomes of that?",
                .other: "% answers wait for it. What becomes of them?",
            ])
        case .dependantsToo: .fixed("Give them up too")
        case .dependantsToDrafts: .fixed("Make drafts of them")
        case .dependantsToParent: .fixed("Let them answer what it answered")
        case .doNothing: .fixed("Do nothing")
        case .dropAllTheSame: .fixed("Drop it all the same, though something may be lost")
        case .draftRestored: .fixed("This is your draft.")
        case .replyHint: .filled("% sends; what is written is kept as a draft.")
        case .takeBackHint: .filled("% takes it back.")
        case .linkCopied: .fixed("The link is in the clipboard, where the terminal allows that.")
        case .unknownKey: .filled("This key does nothing here; % shows those that do.")
        case .triesAgain: .filled("% tries again")
        case .networkOff: .fixed("network off")
        case .online: .fixed("online")
        case .fetching: .fixed("fetching…")
        case .unsent: .fixed("not sent yet")
        case .unsentCount: .counted([.one: "% unsent", .other: "% unsent"])
        case .answers: .counted([.one: "% answer", .other: "% answers"])
        }
    }
}

extension ReaderAction {
    /// The words for the action in the help.
    var phrase: ScreenPhrase {
        switch self {
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .top: .top
        case .bottom: .bottom
        case .open: .open
        case .back: .back
        case .goTo: .goTo
        case .refresh: .refresh
        case .search: .search
        case .undo: .undo
        case .help: .help
        case .redraw: .redraw
        case .suspend: .suspend
        case .quit: .quit
        case .nextUnread: .nextUnread
        case .previousUnread: .previousUnread
        case .markRead: .markRead
        case .markAbove: .markAbove
        case .save: .save
        case .favourite: .favourite
        case .dismiss: .dismiss
        case .hide: .hide
        case .order: .order
        case .showNew: .showNew
        case .nextNew: .nextNew
        case .nextTop: .nextTop
        case .previousTop: .previousTop
        case .parent: .parent
        case .fold: .fold
        case .foldAll: .foldAll
        case .unfoldAll: .unfoldAll
        case .link: .link
        case .copyLink: .copyLink
        case .reply: .reply
        case .send: .send
        case .quote: .quote
        case .takeBack: .takeBack
        case .outbox: .outbox
        case .retry: .retry
        case .sendNow: .sendNow
        case .arrived: .arrived
        case .giveUp: .giveUp
        case .upvote: .upvote
        case .downvote: .downvote
        }
    }
}
