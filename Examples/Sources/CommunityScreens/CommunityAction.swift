import AppScreens
import ScreenKit

/// Something that a person does with a key.
package enum CommunityAction: String, ScreenAction {
    package typealias Words = CommunityScreenPhrase

    // MARK: In all programs

    case up, down, pageUp, pageDown, top, bottom
    case open, back, outbox, refresh, help, redraw, suspend, quit
    case retry, sendNow, arrived, giveUp, focus

    // MARK: Everywhere in this one

    case menu, publish

    // MARK: In lists of posts

    case previousCategory, nextCategory, category, like, author, delete

    // MARK: On a post

    case comment, edit, discard

    // MARK: On a person

    case follow, message, donate

    // MARK: While something is written

    case send, addPicture, removePicture, topic, find, fetch, resend, editor

    package var standardKeys: [String] {
        switch self {
        case .menu: ["tab"]
        case .publish: ["w"]
        case .previousCategory: ["["]
        case .nextCategory: ["]"]
        case .category: ["o"]
        case .like: ["+", "s"]
        case .author: ["A"]
        case .delete: ["D"]
        case .comment: ["c"]
        case .edit: ["e"]
        case .discard: ["ctrl-d"]
        case .follow: ["f"]
        case .message: ["m"]
        case .donate: ["$"]
        case .send: ["ctrl-s"]
        case .addPicture: ["ctrl-o"]
        case .removePicture: ["ctrl-x"]
        case .find: ["f3"]
        case .fetch: ["f5"]
        case .topic: ["ctrl-t"]
        case .resend: ["ctrl-r"]
        default: sharedKeys
        }
    }

    /// The actions of a list of posts, in the order of the help.
    package static let inPosts =
        moving + [
            .open, .like, .author, .delete, .previousCategory, .nextCategory, .category, .refresh, .publish, .outbox,
            .menu, .back,
        ]
    /// The actions of a post with its comments.
    package static let inPost =
        moving + [
            .comment, .like, .author, .edit, .delete, .resend, .discard, .arrived, .refresh, .outbox, .menu, .back,
        ]
    /// The actions of the editor of a post.
    package static let inEditor: [CommunityAction] = [
        .send, .editor, .addPicture, .removePicture, .topic, .discard, .back,
    ]
    /// The actions of a person.
    package static let inPerson =
        moving + [.open, .follow, .message, .donate, .giveUp, .refresh, .outbox, .menu, .back]
    /// The actions of a list of people.
    package static let inPeople = moving + [.open, .follow, .refresh, .outbox, .menu, .back]
    /// The actions of a list of items, each of which opens something.
    package static let inItems = moving + [.open, .refresh, .outbox, .menu, .back]
    /// The actions of a donation.
    package static let inDonation = moving + [.open, .refresh, .resend, .giveUp, .outbox, .menu, .back]
    /// The actions of a room, beside typing.
    package static let inRoom: [CommunityAction] = [
        .up, .down, .pageUp, .pageDown, .send, .addPicture, .removePicture, .find, .fetch, .resend, .discard,
        .back,
    ]
}
