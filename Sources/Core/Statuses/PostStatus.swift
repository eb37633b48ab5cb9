public import Foundation

/// What a person did with a post.
///
/// It belongs to them: no refresh ever touches it.
public struct PostStatus: Identifiable, Hashable, Sendable, Codable {
    /// Whose status it is.
    public let id: Post.ID
    /// It was opened, or marked as read.
    public var isRead: Bool
    /// It is kept for later.
    public var isSaved: Bool
    /// It is kept with its media.
    public var isFavourite: Bool
    /// It was put away, until the dismissal is undone.
    public var isDismissed: Bool
    /// It is never shown in a feed.
    public var isHidden: Bool
    /// What the person thinks of it.
    public var vote: Vote?
    /// When it was saved; `nil` while it is not.
    public var savedAt: Date?
    /// When it became a favourite; `nil` while it is none.
    public var favouritedAt: Date?
    /// When the person first did something with it; `nil` for never.
    public var firstSeen: Date?
    /// When the person last did something with it; `nil` for never.
    public var changed: Date?

    /// Creates the status of a post that nobody has touched.
    ///
    /// - Parameter id: Whose status it is.
    public init(id: Post.ID) {
        self.id = id
        isRead = false
        isSaved = false
        isFavourite = false
        isDismissed = false
        isHidden = false
    }

    /// Whether it says no more than that the post was read or put away: nothing that a person would miss when the post
    /// is gone.
    public var isFleeting: Bool { !isSaved && !isFavourite && !isHidden && vote == nil }

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - change: What to set.
    ///   - date: When.
    /// - Returns: Whether anything is different now; the dates are touched only then.
    @discardableResult
    public mutating func apply(_ change: StatusChange, at date: Date) -> Bool {
        let before = self
        switch change {
        case .read(let isRead): self.isRead = isRead
        case .saved(let isSaved):
            // What is kept already keeps its place among the kept.
            if isSaved != self.isSaved { savedAt = isSaved ? date : nil }
            self.isSaved = isSaved
        case .favourite(let isFavourite):
            if isFavourite != self.isFavourite { favouritedAt = isFavourite ? date : nil }
            self.isFavourite = isFavourite
        case .savedSince(let since):
            isSaved = true
            savedAt = since
        case .favouriteSince(let since):
            isFavourite = true
            favouritedAt = since
        case .dismissed(let isDismissed): self.isDismissed = isDismissed
        case .hidden(let isHidden): self.isHidden = isHidden
        case .vote(let vote): self.vote = vote
        }
        guard self != before else { return false }
        firstSeen = firstSeen ?? date
        changed = date
        return true
    }
}
