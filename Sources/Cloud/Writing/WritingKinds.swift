package import Core

/// The kinds of entries that Lantern has itself.
///
/// | kind | target | value | lane |
/// | --- | --- | --- | --- |
/// | `vote` | a post or a comment | `1`, `-1`, `0` | the target |
/// | `save`, `hide`, `read` | a post or a comment | `true`, `false` | the target |
/// | `subscribe` | a source: `r/NAME`, `u/NAME` | `true`, `false` | the target |
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
    var isToggle: Bool { [.vote, .save, .hide, .read, .subscribe].contains(self) }

    /// Whether it makes something that gets an id of the site's.
    var makesThing: Bool { self == .reply || self == .submit }
}

extension OutboxEntry {
    /// The field of the lanes of a built-in kind.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: `text` for what answers a thing, `target` for what changes one's own text, else the kind's name.
    package static func laneField(of kind: Kind) -> String {
        if kind.makesThing { return "text" }
        return kind.isToggle ? kind.rawValue : "target"
    }
}
