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
    /// When each mark was last set or taken back: what decides when two devices are put together.
    public var dates = StatusDates()

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

    /// By how much a change of a mark is later than the one before it, at least: a millisecond.
    private static let leastStep: TimeInterval = 0.001

    /// Makes a change.
    ///
    /// A mark is dated later than it was before, also by a clock that was set back or is behind that of the device where
    /// the mark was set: what a person does counts for more than what they did it to.
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
        dates[change.mark] = dates[change.mark].map { max(date, $0 + Self.leastStep) } ?? date
        return true
    }
}

extension PostStatus {
    /// Reads a status.
    ///
    /// One that was written before each mark had a date gets those that are known: what is kept was kept at its own date,
    /// what is set otherwise when the status last changed. What is not set has none, so that it takes nothing away from
    /// what another device says.
    ///
    /// - Parameter decoder: Where to read from.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Post.ID.self, forKey: .id)
        isRead = try container.decode(Bool.self, forKey: .isRead)
        isSaved = try container.decode(Bool.self, forKey: .isSaved)
        isFavourite = try container.decode(Bool.self, forKey: .isFavourite)
        isDismissed = try container.decode(Bool.self, forKey: .isDismissed)
        isHidden = try container.decode(Bool.self, forKey: .isHidden)
        vote = try container.decodeIfPresent(Vote.self, forKey: .vote)
        savedAt = try container.decodeIfPresent(Date.self, forKey: .savedAt)
        favouritedAt = try container.decodeIfPresent(Date.self, forKey: .favouritedAt)
        firstSeen = try container.decodeIfPresent(Date.self, forKey: .firstSeen)
        changed = try container.decodeIfPresent(Date.self, forKey: .changed)
        dates = try container.decodeIfPresent(StatusDates.self, forKey: .dates) ?? knownDates
    }

    /// The dates of the marks that are set, as far as the other dates tell.
    private var knownDates: StatusDates {
        var dates = StatusDates()
        if isRead { dates[.read] = changed }
        if isSaved { dates[.saved] = savedAt ?? changed }
        if isFavourite { dates[.favourite] = favouritedAt ?? changed }
        if isDismissed { dates[.dismissed] = changed }
        if isHidden { dates[.hidden] = changed }
        if vote != nil { dates[.vote] = changed }
        return dates
    }
}
