import AppScreens
import PostFeatures
import ScreenKit

/// Something that a person does with a key.
package enum ReaderAction: String, ScreenAction {
    package typealias Words = ScreenPhrase

    // MARK: Everywhere

    case up, down, pageUp, pageDown, top, bottom
    case open, back, goTo, outbox, refresh, search, undo, focus, help, redraw, suspend, quit

    // MARK: In lists

    case nextUnread, previousUnread, markRead, markAbove, save, favourite, dismiss, hide, order, showNew
    case searchPlace, download

    // MARK: In posts

    case nextNew, nextTop, previousTop, parent, fold, foldAll, unfoldAll, link, copyLink, reply, original

    // MARK: At pictures

    case fetchPicture, previousPicture, nextPicture, viewPicture, savePicture

    // MARK: While something is written

    case send, quote, asLink, editor

    // MARK: In other lists

    case submit, edit, remove, addSource, moveUp, moveDown, subscribe
    case markAll, unreadOnly, signOut, reset, resetAll, host, clear

    // MARK: In the outbox

    case retry, sendNow, arrived, giveUp

    // MARK: Both

    case upvote, downvote

    package var standardKeys: [String] {
        switch self {
        case .goTo: ["tab"]
        case .search: ["/"]
        case .searchPlace: ["tab"]
        case .undo: ["u"]
        case .nextUnread, .nextNew: ["n"]
        case .previousUnread: ["N"]
        case .markRead: ["m"]
        case .markAbove: ["M"]
        case .save: ["s"]
        case .favourite: ["f"]
        case .dismiss: ["d"]
        case .hide: ["x"]
        case .order: ["o"]
        case .showNew: ["."]
        case .download: ["L"]
        case .nextTop: ["J"]
        case .previousTop: ["K"]
        case .parent: ["p"]
        case .original: ["P"]
        case .fold: ["space"]
        case .foldAll: ["z"]
        case .unfoldAll: ["Z"]
        case .link: ["v"]
        case .copyLink: ["y"]
        case .reply: ["c"]
        case .fetchPicture: ["i"]
        case .previousPicture: ["["]
        case .nextPicture: ["]"]
        case .viewPicture: ["V"]
        case .savePicture: ["s"]
        case .send: ["ctrl-s"]
        case .quote: ["ctrl-q"]
        case .asLink: ["ctrl-t"]
        case .submit: ["w"]
        case .edit: ["e"]
        case .remove: ["D"]
        case .addSource: ["a"]
        case .moveUp: ["K"]
        case .moveDown: ["J"]
        case .subscribe: ["s"]
        case .markAll: ["M"]
        case .unreadOnly: ["U"]
        case .signOut: ["D"]
        case .reset: ["x"]
        case .resetAll: ["X"]
        case .host: ["o"]
        case .clear: ["D"]
        case .upvote: ["+"]
        case .downvote: ["-"]
        default: sharedKeys
        }
    }

    package static let formerNames: Set = ["takeBack"]

    /// The actions of a feed, in the order of the help.
    package static let inFeed =
        moving + [
            .open, .nextUnread, .previousUnread, .markRead, .markAbove, .save, .favourite, .upvote, .downvote, .dismiss,
            .hide, .undo, .refresh, .showNew, .order, .search, .submit, .download, .outbox, .goTo, .back,
        ]
    /// The actions of all sources in one list.
    package static let inCombined =
        moving + [
            .open, .nextUnread, .previousUnread, .markRead, .markAbove, .save, .favourite, .upvote, .downvote, .dismiss,
            .hide, .undo, .refresh, .showNew, .outbox, .back,
        ]
    /// The actions of a post with its comments.
    package static let inPost =
        moving + [
            .nextNew, .nextTop, .previousTop, .parent, .fold, .foldAll, .unfoldAll, .open, .reply, .edit, .remove,
            .upvote, .downvote, .save, .favourite, .undo, .link, .copyLink, .original, .fetchPicture, .previousPicture,
            .nextPicture, .viewPicture, .outbox, .refresh, .order, .back,
        ]
    /// The actions of a picture that has the screen for itself.
    package static let inPicture =
        moving + [.previousPicture, .nextPicture, .savePicture, .copyLink, .refresh, .open, .back]
    /// The actions of the list of places.
    package static let inFeeds =
        moving + [.open, .addSource, .remove, .undo, .moveUp, .moveDown, .order, .subscribe, .search, .outbox, .back]
    /// The actions of what was found.
    package static let inSearch = moving + [.open, .search, .searchPlace, .refresh, .order, .outbox, .back]
    /// The actions of the answers.
    package static let inInbox = moving + [.open, .markRead, .markAll, .unreadOnly, .refresh, .outbox, .back]
    /// The actions of the drafts.
    package static let inDrafts = moving + [.open, .submit, .remove, .undo, .back]
    /// The actions of the accounts.
    package static let inAccounts = moving + [.open, .signOut, .refresh, .back]
    /// The actions of the settings.
    package static let inSettings = moving + [.open, .reset, .resetAll, .back]
    /// The actions of the storage.
    package static let inItems = moving + [.open, .refresh, .back]
    /// The actions of the downloads.
    package static let inDownloads = moving + [.open, .remove, .back]
    /// The actions of the activity.
    package static let inActivity = moving + [.host, .clear, .back]
    /// The actions of a post that is written.
    package static let inSubmit: [ReaderAction] = [.send, .editor, .asLink, .back]
    /// The actions of a text that is written.
    package static let inReply: [ReaderAction] = [.send, .editor, .quote, .back]
}

extension AppScreen<ReaderAction> {
    /// The action that tries again what could not be shown, where there is nothing else to fetch; none without a failure.
    var tryingAgain: [ReaderAction] { banner?.cause == .content ? [.refresh] : [] }
}
