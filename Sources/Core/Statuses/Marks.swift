public import Foundation

/// The values of all marks of one post or comment, with their dates: an owner's own, or those joined with confirmed
/// state.
///
/// A store keeps the own marks of each owner; no answer of a server ever changes them. The marks that screens show
/// (``PostStatus``) are made of them, of what the server last confirmed, and of what was not sent yet, by
/// ``shown(_:confirmed:pending:for:)``.
public struct Marks: Hashable, Sendable {
    /// Whether it was opened, or marked as read.
    public var isRead = false
    /// Whether it is kept for later.
    public var isSaved = false
    /// Whether it is kept with its media.
    public var isFavourite = false
    /// Whether it was dismissed from lists, until that is undone.
    public var isDismissed = false
    /// Whether it is never shown in a feed.
    public var isHidden = false
    /// The vote; `nil` for none.
    public var vote: Vote?
    /// The date at which it was saved; `nil` while it is not.
    public var savedAt: Date?
    /// The date at which it became a favourite; `nil` while it is none.
    public var favouritedAt: Date?
    /// The date of the first change of a mark; `nil` for never.
    public var firstSeen: Date?
    /// The date of the last change of a mark; `nil` for never.
    public var changed: Date?
    /// The date of the last change of each mark, which decides when the marks of two devices are merged.
    package var dates = StatusDates()
    /// Whether a comment is collapsed; `nil` for as the server says.
    public var isCollapsed: Bool?

    // Of marks that are shown only; never stored.
    /// The fields whose values the account has set and not sent yet; none of own marks.
    public package(set) var pending: StatusFields = []
    /// Whether the vote is the account's on its server, or on the way there.
    package var isVoteTold = false
    /// The account's vote that the stored score counts already.
    package var voteInScore: Vote?

    /// Creates marks of which none is set.
    public init() {}

    /// Whether the marks may be deleted with the post or comment: at most read, dismissed or collapsed.
    package var isFleeting: Bool { !isSaved && !isFavourite && !isHidden && vote == nil }

    /// Whether a mark is set.
    ///
    /// - Parameter mark: The mark.
    /// - Returns: True when it is set; for collapsing also when it was set to "not collapsed".
    package func isSet(_ mark: StatusMark) -> Bool {
        switch mark {
        case .read: isRead
        case .saved: isSaved
        case .favourite: isFavourite
        case .dismissed: isDismissed
        case .hidden: isHidden
        case .vote: vote != nil
        case .collapsed: isCollapsed != nil
        }
    }

    /// Changes a mark.
    ///
    /// A changed mark is dated later than it was before, also by a clock that was set back or is behind that of the
    /// device where the mark was set: the later act of a person counts.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - date: The date of the change.
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
        case .savedSince(let since): (isSaved, savedAt) = (true, since)
        case .favouriteSince(let since): (isFavourite, favouritedAt) = (true, since)
        case .dismissed(let isDismissed): self.isDismissed = isDismissed
        case .hidden(let isHidden): self.isHidden = isHidden
        case .vote(let vote): self.vote = vote
        case .collapsed(let isCollapsed): self.isCollapsed = isCollapsed
        }
        guard self != before else { return false }
        touch(change.mark, at: date)
        return true
    }

    /// Returns the change that gives these marks back once another change was made to them.
    ///
    /// - Parameter change: The other change.
    /// - Returns: A change of the same mark; `nil` where the other one changes nothing.
    package func inverse(of change: StatusChange) -> StatusChange? {
        var changed = self
        guard changed.apply(change, at: .distantPast) else { return nil }
        return switch change {
        case .read: .read(isRead)
        case .saved, .savedSince: isSaved ? savedAt.map { .savedSince($0) } ?? .saved(true) : .saved(false)
        case .favourite, .favouriteSince:
            isFavourite ? favouritedAt.map { .favouriteSince($0) } ?? .favourite(true) : .favourite(false)
        case .dismissed: .dismissed(isDismissed)
        case .hidden: .hidden(isHidden)
        case .vote: .vote(vote)
        case .collapsed: .collapsed(isCollapsed)
        }
    }

    /// Dates a change of a mark.
    mutating func touch(_ mark: StatusMark, at date: Date) {
        firstSeen = firstSeen ?? date
        changed = date
        dates[mark] = dates[mark].map { max(date, $0 + Self.leastStep) } ?? date
    }

    /// The least time by which a change of a mark is later than the one before it: a millisecond.
    private static let leastStep: TimeInterval = 0.001
}

// MARK: Merging two devices

extension Marks {
    /// Returns the marks of two devices merged.
    ///
    /// For each mark the one that was set or taken back later counts. Where both have one date, what is set wins over
    /// what is not, up over down, and of two that keep it the place of the earlier one. It was first seen at the
    /// earlier date and last changed at the later one. Whichever of the two comes first, and however often they are
    /// merged, the result is the same.
    ///
    /// - Parameter other: The marks of the same post or comment on the other device.
    /// - Returns: The merged marks.
    package func merging(_ other: Marks) -> Marks {
        var merged = self
        func take(_ mark: StatusMark, _ rank: (Marks) -> Double, _ set: (inout Marks, Marks) -> Void) {
            let (seconds, otherSeconds) = (dates.seconds(of: mark), other.dates.seconds(of: mark))
            // Later, or of the same date and of a higher rank.
            let isBehind = seconds == otherSeconds ? rank(self) < rank(other) : seconds < otherSeconds
            guard isBehind else { return }
            set(&merged, other)
            merged.dates[mark] = other.dates[mark]
        }
        take(.read, { $0.isRead ? 1 : 0 }, { $0.isRead = $1.isRead })
        take(.dismissed, { $0.isDismissed ? 1 : 0 }, { $0.isDismissed = $1.isDismissed })
        take(.hidden, { $0.isHidden ? 1 : 0 }, { $0.isHidden = $1.isHidden })
        take(.vote, { Self.rank($0.vote) }, { $0.vote = $1.vote })
        take(.collapsed, { $0.isCollapsed.map { $0 ? 2 : 1 } ?? 0 }, { $0.isCollapsed = $1.isCollapsed })
        take(.saved, { Self.rank($0.isSaved, $0.savedAt) }, { ($0.isSaved, $0.savedAt) = ($1.isSaved, $1.savedAt) })
        take(
            .favourite, { Self.rank($0.isFavourite, $0.favouritedAt) },
            { ($0.isFavourite, $0.favouritedAt) = ($1.isFavourite, $1.favouritedAt) })
        // What is not kept has no place among what is.
        if !merged.isSaved { merged.savedAt = nil }
        if !merged.isFavourite { merged.favouritedAt = nil }
        merged.firstSeen = [firstSeen, other.firstSeen].compactMap { $0 }.min()
        merged.changed = [changed, other.changed].compactMap { $0 }.max()
        return merged
    }

    /// The rank of a mark when two copies are merged: kept before not kept, and kept earlier before kept later.
    private static func rank(_ isKept: Bool, _ since: Date?) -> Double {
        guard isKept else { return -.infinity }
        return since.map { -$0.timeIntervalSince1970 } ?? -.greatestFiniteMagnitude
    }

    private static func rank(_ vote: Vote?) -> Double {
        switch vote {
        case nil: 0
        case .down: 1
        case .up: 2
        }
    }
}

// MARK: Coding

extension Marks: Codable {
    /// The fields that every record of marks has, in the order in which they are written.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case isRead, isSaved, isFavourite, isDismissed, isHidden, vote, savedAt, favouritedAt, firstSeen, changed, dates
    }

    /// Reads the marks, without ``isCollapsed``: only records of comments have it, beside these fields.
    ///
    /// A record that was written before each mark had a date gets those that are known: what is kept was kept at its
    /// own date, what is set otherwise when the marks last changed. What is not set has none, so that it takes nothing
    /// away from what another device says.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
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
        for mark in StatusMark.alwaysDated where isSet(mark) { dates[mark] = changed }
        if isSaved { dates[.saved] = savedAt ?? changed }
        if isFavourite { dates[.favourite] = favouritedAt ?? changed }
        return dates
    }
}
