/// The kinds of entries that Lantern has itself.
///
/// | kind | target | value | lane |
/// | --- | --- | --- | --- |
/// | `vote` | a post or a comment | `1`, `-1`, `0` | the target |
/// | `save`, `hide`, `read` | a post or a comment | `1`, `0` | the target |
/// | `read` | what a server keeps of an answer, too | `1`, `0` | the target |
/// | `subscribe` | a source: `r/NAME`, `u/NAME` | `1`, `0` | the target |
/// | `reply` | the post or the comment that is answered | | that one |
/// | `edit`, `delete` | one's own post or comment | | the target, one for both |
/// | `submit` | a source | | that one, in lowercase |
extension OutboxEntry.Kind {
    /// A vote.
    package static let vote = OutboxEntry.Kind(rawValue: "vote")
    /// Whether something is saved on the server.
    package static let save = OutboxEntry.Kind(rawValue: "save")
    /// Whether a post is hidden on the server.
    package static let hide = OutboxEntry.Kind(rawValue: "hide")
    /// Whether something is read on the server.
    package static let read = OutboxEntry.Kind(rawValue: "read")
    /// A comment.
    package static let reply = OutboxEntry.Kind(rawValue: "reply")
    /// A change of a text of one's own.
    package static let edit = OutboxEntry.Kind(rawValue: "edit")
    /// The deletion of a text of one's own.
    package static let delete = OutboxEntry.Kind(rawValue: "delete")
    /// A post.
    package static let submit = OutboxEntry.Kind(rawValue: "submit")
    /// Whether a source is subscribed to.
    package static let subscribe = OutboxEntry.Kind(rawValue: "subscribe")

    /// The kinds that Lantern has itself.
    package static let builtIn: [OutboxEntry.Kind] = [
        .vote, .save, .hide, .read, .reply, .edit, .delete, .submit, .subscribe,
    ]

    /// Whether it is a wish that a newer one replaces.
    package var isToggle: Bool {
        switch self {
        case .vote, .save, .hide, .read, .subscribe: true
        default: false
        }
    }

    /// Whether it makes something that gets an id of the site's.
    package var makesThing: Bool { self == .reply || self == .submit }
}

extension OutboxEntry {
    /// The field of the lanes of a built-in kind.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: The field of a status that a toggle sets, `text` for what answers a thing, else `target`: edits and
    ///   deletions of a text are one lane.
    package static func laneField(of kind: Kind) -> String {
        switch kind {
        case .vote, .read: kind.rawValue
        case .save: "saved"
        case .hide: "hidden"
        case .subscribe: "subscribed"
        case .reply, .submit: "text"
        default: "target"
        }
    }
}

/// The text of a toggle that is on or off: `1` and `0`; `true` and `false` are read as well.
package enum FlagText {
    /// Returns whether a text says that a toggle is on.
    ///
    /// - Parameter text: The text.
    /// - Returns: True for `1`, false for `0`; `nil` for another text.
    package static func isOn(_ text: String?) -> Bool? {
        switch text {
        case "1", "true": true
        case "0", "false": false
        default: nil
        }
    }

    /// Returns the text of a value that a server has, in the words of the wish that it is compared with.
    ///
    /// - Parameters:
    ///   - isOn: Whether it is on.
    ///   - wish: The wish of the entry.
    /// - Returns: `1` or `0`; `true` or `false` where the wish is one of these.
    package static func text(_ isOn: Bool, as wish: String?) -> String {
        if wish == "true" || wish == "false" { return isOn ? "true" : "false" }
        return isOn ? "1" : "0"
    }
}
