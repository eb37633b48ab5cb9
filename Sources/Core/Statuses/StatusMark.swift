/// One thing that a person sets on a post or a comment.
package enum StatusMark: String, Hashable, Sendable, Codable, CaseIterable {
    /// It was read.
    case read
    /// It was saved for later.
    case saved
    /// It is a favourite, of which the media are kept too.
    case favourite
    /// It was dismissed from lists; a dismissal can be undone.
    case dismissed
    /// It is hidden in feeds.
    case hidden
    /// It was voted up or down.
    case vote
    /// The replies of a comment are collapsed, or shown although the server collapses them.
    case collapsed

    /// The marks that every record of a status names in its dates; the others are written where they are set.
    package static let alwaysDated: [StatusMark] = [.read, .saved, .favourite, .dismissed, .hidden, .vote]
}

/// A person's vote on a post or a comment, as they set it; ``ConfirmedValues/ServerVote`` is the one that a server
/// reports.
public enum Vote: String, Hashable, Sendable, Codable {
    /// An upvote.
    case up
    /// A downvote.
    case down
}
