public import Core
public import Foundation

extension PostFormat {
    /// Says what keeps a text from being queued, and what to do about it.
    ///
    /// - Parameter problem: The problem.
    /// - Returns: A whole sentence, or two.
    public func text(of problem: WritingProblem) -> String {
        switch problem {
        case .blankComment: text(WritingPhrase.blankComment)
        case .blankTitle: text(WritingPhrase.blankTitle)
        case .tooLong(let part, let limit, let count, _):
            text(Self.phrase(forTooLong: part), filling: "\(count) / \(limit)")
        case .titleTooShort(let minimum, _): text(WritingPhrase.titleTooShort, counting: minimum)
        case .commentHasLines: text(WritingPhrase.commentHasLines)
        case .titleHasLines: text(WritingPhrase.titleHasLines)
        case .textAndLink: text(WritingPhrase.textAndLink)
        case .notALink: text(WritingPhrase.notALink)
        case .blankCommunity: text(WritingPhrase.blankCommunity)
        case .notACommunity(let name): text(WritingPhrase.notACommunity, filling: name)
        }
    }

    /// Says how many characters are left, or are too many.
    ///
    /// - Parameter remaining: The number that is left; below 0 for a text that is too long.
    /// - Returns: Such as "12 characters left" or "3 characters too many".
    public func remaining(_ remaining: Int) -> String {
        let (phrase, count): (WritingPhrase, Int) =
            remaining < 0 ? (.charactersTooMany, -remaining) : (.charactersLeft, remaining)
        return text(phrase, count: count, number: "\(count)")
    }

    /// Says why what is written would not be sent.
    ///
    /// - Parameter access: Whether somebody can write.
    /// - Returns: A sentence; `nil` where it would be sent, and while that is not known.
    public func reason(for access: WritingAccess) -> String? {
        switch access {
        case .unknown, .allowed: nil
        case .signedOut: text(WritingPhrase.signedOut)
        case .unsupported: text(WritingPhrase.unsupported)
        }
    }

    /// Says what became of a text.
    ///
    /// - Parameters:
    ///   - progress: What became of it.
    ///   - now: The current date; a time on another day is given with its date, and a wait of less than two minutes in the
    ///     seconds that are left.
    ///   - timeZone: The person's time zone.
    /// - Returns: A short text, or a sentence with the site's own words for a refusal.
    public func text(of progress: WritingProgress, now: Date, timeZone: TimeZone) -> String {
        switch progress {
        case .queueing, .queued: text(WritingPhrase.queued)
        case .undoable(let date): undoable(until: date, now: now, in: timeZone)
        case .waiting(nil): text(WritingPhrase.waiting)
        case .waiting(let reason?): text(WritingPhrase.waitingAfter, filling: message(for: reason))
        case .sending: text(WritingPhrase.sending)
        case .checking: text(WritingPhrase.checking)
        case .unsure: text(WritingPhrase.unsure)
        case .refused(nil): text(WritingPhrase.refused)
        case .refused(let reason?): text(WritingPhrase.refusedFor, filling: reason.message)
        case .sent: text(WritingPhrase.sent)
        case .draft: text(WritingPhrase.draft)
        case .discarded: text(WritingPhrase.discarded)
        }
    }

    /// Names the kind of an item of the outbox.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: Such as "Reply"; the name of the kind itself where it is an app's own.
    public func name(of kind: OutboxItem.Kind) -> String {
        let names: [OutboxItem.Kind] = [.vote, .save, .hide, .read, .reply, .edit, .delete, .submit, .subscribe]
        guard names.contains(kind), let phrase = WritingPhrase(rawValue: kind.rawValue) else { return kind.rawValue }
        return text(phrase)
    }

    /// Names a group of items of the outbox.
    ///
    /// - Parameter state: The place on their way.
    /// - Returns: Such as "Refused".
    public func heading(of state: OutboxItem.State) -> String {
        switch state {
        case .waiting: text(WritingPhrase.waitingItems)
        case .pending: text(WritingPhrase.pendingItems)
        case .sending: text(WritingPhrase.sendingItems)
        case .checking: text(WritingPhrase.checkingItems)
        case .unsure: text(WritingPhrase.unsureItems)
        case .failed: text(WritingPhrase.refusedItems)
        case .sent: text(WritingPhrase.sentItems)
        }
    }

    /// Says why an item of the outbox was not sent.
    ///
    /// - Parameter reason: The reason.
    /// - Returns: In English the reason's own message, which has the site's words; in other languages the sentence of
    ///   its code, and the message for a code of the site's own. Where something else keeps the item, what that is and
    ///   what a person can do.
    public func message(for reason: OutboxItem.Reason) -> String {
        switch reason.cause {
        case .heldByLook?: return text(WritingPhrase.heldByLook)
        case .heldByUnsure?: return text(WritingPhrase.heldByUnsure)
        case .unsure? where language != .english:
            let advice = text(WritingPhrase.unsureAdvice)
            // An unknown failure says no more than that.
            return reason.code == .unknown || ErrorPhrase(reason.code) == nil
                ? advice : "\(message(for: reason.code)) \(advice)"
        case .unsure?, nil: break
        }
        guard language != .english, ErrorPhrase(reason.code) != nil else { return reason.message }
        return message(for: reason.code)
    }

    /// Says what a notice of the outbox is about.
    ///
    /// - Parameter notice: The notice.
    /// - Returns: A sentence.
    public func text(of notice: OutboxNotice) -> String {
        switch notice.reason {
        case .overruled: text(WritingPhrase.overruled, filling: name(of: notice.kind))
        case .copy: text(WritingPhrase.lateCopy)
        }
    }

    func message(for refusal: WritingError) -> String {
        switch refusal {
        case .unknownItem: text(WritingPhrase.unknownItem)
        case .underWay: text(WritingPhrase.underWay)
        case .hasDependants(let ids): text(WritingPhrase.hasDependants, counting: ids.count)
        case .unsure: text(WritingPhrase.itemUnsure)
        case .notFailed: text(WritingPhrase.notFailed)
        case .givenUp: text(WritingPhrase.givenUp)
        case .targetDeleted: text(WritingPhrase.targetDeleted)
        case .notSent: text(WritingPhrase.notSent)
        case .needsConsent: text(WritingPhrase.needsConsent)
        case .notApplicable: text(WritingPhrase.notApplicable)
        }
    }

    /// Says how long a text can be taken back; a time of day tells nothing of a wait of some seconds.
    private func undoable(until date: Date, now: Date, in timeZone: TimeZone) -> String {
        let left = date.timeIntervalSince(now)
        guard left < 120 else { return text(WritingPhrase.undoableUntil, filling: time(date, now: now, in: timeZone)) }
        return text(WritingPhrase.undoableFor, filling: "\(Int(max(1, left.rounded())))")
    }

    private static func phrase(forTooLong part: WritingProblem.Part) -> WritingPhrase {
        switch part {
        case .comment: .commentTooLong
        case .post: .postTooLong
        case .title: .titleTooLong
        }
    }
}
