public import Foundation

/// One thing a person can do with a post.
public enum StatusChange: Hashable, Sendable {
    /// Mark it as read, or as unread.
    case read(Bool)
    /// Keep it for later, or no longer.
    case saved(Bool)
    /// Keep it for later at the place that a date gives it among the kept: what an undo does.
    case savedSince(Date)
    /// Keep it with its media at the place that a date gives it: what an undo does.
    case favouriteSince(Date)
    /// Keep it with its media, or no longer.
    case favourite(Bool)
    /// Put it away, or take it back. To be able to undo, use ``StatusMutation/dismiss(_:)``.
    case dismissed(Bool)
    /// Never show it in a feed, or show it again.
    case hidden(Bool)
    /// Vote on it, or take the vote back.
    case vote(Vote?)

    /// The mark that it sets or takes back.
    public var mark: StatusMark {
        switch self {
        case .read: .read
        case .saved, .savedSince: .saved
        case .favourite, .favouriteSince: .favourite
        case .dismissed: .dismissed
        case .hidden: .hidden
        case .vote: .vote
        }
    }
}
