/// A field of a target that an account sets on its server, and that the server confirms to it.
///
/// The raw value is the field of the outbox's lane (``OutboxLane/field``) of such an intent.
package enum StatusField: String, Hashable, Sendable, Codable, CaseIterable {
    /// The vote on a post or a comment.
    case vote
    /// Whether a post or a comment is saved.
    case saved
    /// Whether a post is hidden.
    case hidden
    /// Whether a post was read.
    case read
    /// Whether the account is subscribed to a source.
    case subscribed

    /// The field as a set of one.
    package var set: StatusFields {
        switch self {
        case .vote: .vote
        case .saved: .saved
        case .hidden: .hidden
        case .read: .read
        case .subscribed: .subscribed
        }
    }

    /// Reads the wish of an intent.
    ///
    /// - Parameter text: `1`, `-1` or `0` for a vote, else `1` or `0`, also `true` or `false`.
    /// - Returns: The value of this field alone; `nil` for another text.
    package func values(of text: String) -> ConfirmedValues? {
        var values = ConfirmedValues()
        if self == .vote {
            switch text {
            case "1": values.vote = .up
            case "-1": values.vote = .down
            case "0": values.vote = .neutral
            default: return nil
            }
            return values
        }
        let flag: Bool
        switch text {
        case "1", "true": flag = true
        case "0", "false": flag = false
        default: return nil
        }
        switch self {
        case .vote: return nil
        case .saved: values.isSaved = flag
        case .hidden: values.isHidden = flag
        case .read: values.isRead = flag
        case .subscribed: values.isSubscribed = flag
        }
        return values
    }

    /// Writes the value of this field as the wish of an intent that asks for it.
    ///
    /// - Parameter values: The values.
    /// - Returns: `1`, `-1` or `0`; `nil` where the value is not known.
    package func text(in values: ConfirmedValues) -> String? {
        let flag: Bool?
        switch self {
        case .vote:
            return values.vote.map { vote in
                switch vote {
                case .up: "1"
                case .down: "-1"
                case .neutral: "0"
                }
            }
        case .saved: flag = values.isSaved
        case .hidden: flag = values.isHidden
        case .read: flag = values.isRead
        case .subscribed: flag = values.isSubscribed
        }
        return flag.map { $0 ? "1" : "0" }
    }
}

/// A set of the fields that an account sets on its server.
public struct StatusFields: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The vote on a post or a comment.
    public static let vote = StatusFields(rawValue: 1)
    /// Whether a post or a comment is saved.
    public static let saved = StatusFields(rawValue: 2)
    /// Whether a post is hidden.
    public static let hidden = StatusFields(rawValue: 4)
    /// Whether a post was read.
    public static let read = StatusFields(rawValue: 8)
    /// Whether the account is subscribed to a source.
    public static let subscribed = StatusFields(rawValue: 16)

    /// The kinds of the outbox's items that set the fields, such as those of which ``Marks/pending`` says that they are
    /// not sent.
    public var kinds: [OutboxItem.Kind] {
        let kinds: [(StatusFields, OutboxItem.Kind)] = [
            (.vote, .vote), (.saved, .save), (.hidden, .hide), (.read, .read), (.subscribed, .subscribe),
        ]
        return kinds.filter { contains($0.0) }.map(\.1)
    }
}
