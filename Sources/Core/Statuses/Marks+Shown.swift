package import Foundation

// What is shown: own marks, what the server confirmed, and what was not sent yet.

extension Marks {
    /// Whether the vote is known: the server told it, it is on the way there, or it was set here.
    ///
    /// Where it is not, a vote of `nil` says nothing.
    public var isVoteKnown: Bool { isVoteTold || isTouched(.vote) }

    /// The number to add to the stored score for the score as the owner sees it: the shown vote without the one that
    /// was counted when the score was read; -2 to 2.
    public var voteDelta: Int { Self.points(vote) - Self.points(voteInScore) }

    private static func points(_ vote: Vote?) -> Int {
        switch vote {
        case .up: 1
        case .down: -1
        case nil: 0
        }
    }

    /// Returns the status that is shown: own marks joined with the state that the server last confirmed to the same
    /// owner, and with what they have set and not sent yet.
    ///
    /// **This is the only place where the layers are joined**, for lists, details, threads and search alike.
    ///
    /// What is pending counts before everything else. A vote is then as the server last said, and the own one only
    /// where it has said nothing. Read, saved and hidden are as the owner has set or taken them back here, and as the
    /// server last said where they never touched them. Nobody in particular has only own marks.
    ///
    /// - Parameters:
    ///   - own: The owner's own marks; `nil` where they have set none.
    ///   - confirmed: The state that the server last confirmed to the same owner; `nil` where it has said nothing.
    ///   - pending: The intents of the same owner that were not sent yet; none by default.
    ///   - owner: The owner.
    /// - Returns: The marks to show.
    package static func shown(
        _ own: Marks?, confirmed: ConfirmedState?, pending: PendingIntents? = nil, for owner: MarkOwner
    ) -> Marks {
        var shown = own ?? Marks()
        guard owner != .nobody, confirmed != nil || pending != nil else { return shown }
        let (said, wished) = (confirmed?.values, pending?.values)
        if let isRead = wished?.isRead ?? (shown.isTouched(.read) ? nil : said?.isRead) { shown.isRead = isRead }
        if let isHidden = wished?.isHidden ?? (shown.isTouched(.hidden) ? nil : said?.isHidden) {
            shown.isHidden = isHidden
        }
        shown.showSaved(confirmed, pending)
        if let vote = wished?.vote ?? said?.vote {
            shown.vote = vote.vote
            shown.isVoteTold = true
        }
        shown.voteInScore = confirmed?.voteInScore?.vote
        shown.pending = wished?.fields ?? []
        return shown
    }

    private mutating func showSaved(_ confirmed: ConfirmedState?, _ pending: PendingIntents?) {
        let said = isTouched(.saved) ? nil : confirmed?.values.isSaved
        guard let isSaved = pending?.values.isSaved ?? said else { return }
        // What is kept already keeps its place among the kept.
        let since = self.isSaved ? savedAt : said == true ? confirmed?.savedAt : pending?.savedAt
        (self.isSaved, savedAt) = (isSaved, isSaved ? since : nil)
    }

    /// Shows a change that is on its way to the server, where that is not shown already.
    ///
    /// - Parameters:
    ///   - change: The change; one that no server is told of changes nothing.
    ///   - date: Its date.
    package mutating func show(_ change: StatusChange, at date: Date) {
        switch change {
        case .vote(let vote) where vote != self.vote:
            (self.vote, isVoteTold) = (vote, true)
            pending.insert(.vote)
        case .saved(let isSaved) where isSaved != self.isSaved:
            (self.isSaved, savedAt) = (isSaved, isSaved ? date : nil)
            pending.insert(.saved)
        case .savedSince(let since) where !isSaved:
            (isSaved, savedAt) = (true, since)
            pending.insert(.saved)
        case .hidden(let isHidden) where isHidden != self.isHidden:
            self.isHidden = isHidden
            pending.insert(.hidden)
        case .read(let isRead) where isRead != self.isRead:
            self.isRead = isRead
            pending.insert(.read)
        case .vote, .saved, .savedSince, .hidden, .read, .favourite, .favouriteSince, .dismissed, .collapsed: break
        }
    }

    /// Changes an own mark of what is shown with confirmed state and pending intents.
    ///
    /// What only the server has set can be taken back too: then the mark is as it was, but touched, and counts.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - confirmed: The state that the server last confirmed to the same owner.
    ///   - pending: The intents of the same owner that were not sent yet; none by default.
    ///   - owner: The owner.
    ///   - date: The date of the change.
    /// - Returns: Whether anything is different now.
    package mutating func apply(
        _ change: StatusChange, over confirmed: ConfirmedState?, pending: PendingIntents? = nil,
        for owner: MarkOwner, at date: Date
    ) -> Bool {
        if apply(change, at: date) { return true }
        guard !isTouched(change.mark) else { return false }
        var shown = Self.shown(self, confirmed: confirmed, pending: pending, for: owner)
        guard shown.apply(change, at: date) else { return false }
        touch(change.mark, at: date)
        return true
    }

    /// Forgets that the owner ever set or took back a mark, because an intent for the server takes its place.
    ///
    /// - Parameter field: The field that the intent sets.
    /// - Returns: Whether anything is different now.
    package mutating func untouch(_ field: StatusField) -> Bool {
        let mark: StatusMark
        switch field {
        case .vote: mark = .vote
        case .saved: mark = .saved
        case .hidden: mark = .hidden
        case .read: mark = .read
        case .subscribed: return false
        }
        guard isTouched(mark) else { return false }
        switch field {
        case .vote: vote = nil
        case .saved: (isSaved, savedAt) = (false, nil)
        case .hidden: isHidden = false
        case .read: isRead = false
        case .subscribed: break
        }
        dates[mark] = nil
        return true
    }

    /// Takes over what another owner has set of the marks that this one never set or took back, but no vote: that is
    /// for the server to say.
    ///
    /// - Parameters:
    ///   - other: The other owner's own marks of the same post or comment.
    ///   - confirmed: What the server last confirmed to this owner; what it has set already is left to it.
    ///   - pending: The intents of this owner that were not sent yet, which count more.
    /// - Returns: Whether anything is different now.
    package mutating func takeOver(
        _ other: Marks, over confirmed: ConfirmedState?, pending: PendingIntents?
    ) -> Bool {
        let before = self
        let (said, wished) = (confirmed?.values, pending?.values)
        for mark in StatusMark.allCases where other.isSet(mark) && !isTouched(mark) {
            switch mark {
            case .vote: continue
            case .read:
                if said?.isRead == true || wished?.isRead != nil { continue }
                isRead = true
            case .hidden:
                if said?.isHidden == true || wished?.isHidden != nil { continue }
                isHidden = true
            case .saved:
                if said?.isSaved == true || wished?.isSaved != nil { continue }
                (isSaved, savedAt) = (true, other.savedAt)
            case .favourite: (isFavourite, favouritedAt) = (true, other.favouritedAt)
            case .dismissed: isDismissed = true
            case .collapsed: isCollapsed = other.isCollapsed
            }
            dates[mark] = other.dates[mark]
        }
        guard self != before else { return false }
        firstSeen = [firstSeen, other.firstSeen].compactMap { $0 }.min()
        changed = [changed, other.changed].compactMap { $0 }.max()
        return true
    }

    /// Returns the vote that another owner has set, where this one has none of their own.
    ///
    /// - Parameters:
    ///   - other: The other owner's own marks of the same post or comment.
    ///   - confirmed: What the server last confirmed to this owner.
    ///   - pending: The intents of this owner that were not sent yet.
    /// - Returns: The vote to send for this owner; `nil` for none.
    package func voteToTakeOver(
        from other: Marks, over confirmed: ConfirmedState?, pending: PendingIntents?
    ) -> Vote? {
        guard !isTouched(.vote), pending?.values.vote == nil, confirmed?.values.vote?.vote == nil else { return nil }
        return other.vote
    }

    /// Whether the owner has ever set or taken back a mark.
    private func isTouched(_ mark: StatusMark) -> Bool { isSet(mark) || dates[mark] != nil }
}
