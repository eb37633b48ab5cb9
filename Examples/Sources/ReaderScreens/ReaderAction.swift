import ScreenKit

/// Something that a person does with a key.
package enum ReaderAction: String, KeyAction {
    // MARK: Everywhere

    case up, down, pageUp, pageDown, top, bottom
    case open, back, goTo, outbox, refresh, search, undo, help, redraw, suspend, quit

    // MARK: In lists

    case nextUnread, previousUnread, markRead, markAbove, save, favourite, dismiss, hide, order, showNew

    // MARK: In posts

    case nextNew, nextTop, previousTop, parent, fold, foldAll, unfoldAll, link, copyLink, reply

    // MARK: While something is written

    case send, quote, takeBack

    // MARK: In the outbox

    case retry, sendNow, arrived, giveUp

    // MARK: Both

    case upvote, downvote

    package var standardKeys: [String] {
        switch self {
        case .up: ["k", "up"]
        case .down: ["j", "down"]
        case .pageUp: ["pgup", "ctrl-b"]
        case .pageDown: ["pgdn", "ctrl-f"]
        case .top: ["g g", "home"]
        case .bottom: ["G", "end"]
        case .open: ["enter", "l", "right"]
        case .back: ["esc", "h", "left", "backspace"]
        case .goTo: ["tab"]
        case .outbox: ["O"]
        case .refresh: ["r"]
        case .search: ["/"]
        case .undo: ["u"]
        case .help: ["?", "f1"]
        case .redraw: ["ctrl-l"]
        case .suspend: ["ctrl-z"]
        case .quit: ["q", "ctrl-c"]
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
        case .nextTop: ["J"]
        case .previousTop: ["K"]
        case .parent: ["p"]
        case .fold: ["space"]
        case .foldAll: ["z"]
        case .unfoldAll: ["Z"]
        case .link: ["v"]
        case .copyLink: ["y"]
        case .reply: ["c"]
        case .send: ["ctrl-s"]
        case .quote: ["ctrl-q"]
        case .takeBack: ["u"]
        case .retry: ["r"]
        case .sendNow: ["S"]
        case .arrived: ["a"]
        case .giveUp: ["d"]
        case .upvote: ["+"]
        case .downvote: ["-"]
        }
    }

    /// The actions that every screen has, behind its own.
    package static let everywhere: [ReaderAction] = [.help, .redraw, .suspend, .quit]
    /// The actions that move through a list.
    private static let moving: [ReaderAction] = [.up, .down, .pageUp, .pageDown, .top, .bottom]
    /// The actions of a feed, in the order of the help.
    package static let inFeed =
        moving + [
            .open, .nextUnread, .previousUnread, .markRead, .markAbove, .save, .favourite, .upvote, .downvote, .dismiss,
            .hide, .undo, .refresh, .showNew, .order, .search, .outbox, .goTo, .back,
        ]
    /// The actions of a post with its comments.
    package static let inPost =
        moving + [
            .nextNew, .nextTop, .previousTop, .parent, .fold, .foldAll, .unfoldAll, .open, .reply, .upvote, .downvote,
            .save,
            .favourite, .link, .copyLink, .outbox, .refresh, .order, .back,
        ]
    /// The actions of a list of feeds, and of what was found.
    package static let inFeeds = moving + [.open, .search, .outbox, .back]
    /// The actions of what is not sent.
    package static let inOutbox = moving + [.retry, .sendNow, .arrived, .giveUp, .back]
    /// The actions of a list of words of which one is chosen.
    package static let inChoice = moving + [.open, .back]
    /// The actions of a text that is written.
    package static let inReply: [ReaderAction] = [.send, .quote, .takeBack, .back]
    /// The actions of a text that is only read.
    package static let inHelp = moving + [.back]

    /// The row of a list that the action moves to; nil for one that does something else.
    ///
    /// - Parameters:
    ///   - selected: The chosen row.
    ///   - count: The number of rows.
    ///   - page: The number of rows that can be seen.
    /// - Returns: A row, which may lie beyond the list's ends.
    func row(from selected: Int, count: Int, page: Int) -> Int? {
        switch self {
        case .up: selected - 1
        case .down: selected + 1
        case .pageUp: selected - page
        case .pageDown: selected + page
        case .top: 0
        case .bottom: count - 1
        default: nil
        }
    }
}
