public import Foundation

/// A change of one mark.
public enum StatusChange: Hashable, Sendable, Codable {
    /// Marks a post or a comment as read or as unread.
    case read(Bool)
    /// Saves it for later, or takes that back.
    case saved(Bool)
    /// Saves it as of a date, which decides its place among the saved; undo uses it.
    case savedSince(Date)
    /// Makes it a favourite as of a date, which decides its place among the favourites; undo uses it.
    case favouriteSince(Date)
    /// Makes it a favourite, of which the media are kept too, or takes that back.
    case favourite(Bool)
    /// Dismisses it from lists, or takes that back. To be able to undo, use ``StatusMutation/dismiss(_:)``.
    case dismissed(Bool)
    /// Hides it in feeds, or shows it again.
    case hidden(Bool)
    /// Votes on it, or takes the vote back.
    case vote(Vote?)
    /// Collapses a comment, or shows its replies; `nil` for the server's choice.
    case collapsed(Bool?)

    /// The mark that the change sets or takes back.
    package var mark: StatusMark {
        switch self {
        case .read: .read
        case .saved, .savedSince: .saved
        case .favourite, .favouriteSince: .favourite
        case .dismissed: .dismissed
        case .hidden: .hidden
        case .vote: .vote
        case .collapsed: .collapsed
        }
    }
}
