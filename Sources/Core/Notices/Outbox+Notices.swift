import Foundation

// What a person has to know of what is over.

extension Outbox {
    /// Keeps that a server did not take a wish, for a person to know.
    ///
    /// - Parameters:
    ///   - entry: The last entry of the wish.
    ///   - value: The value that the server has.
    ///   - now: The moment.
    mutating func keepOverruled(_ entry: OutboxEntry, by value: String, at now: OutboxTime) {
        forgetOverruled(entry)
        keep(
            SentEntry(
                id: entry.id, account: entry.account, kind: entry.kind, target: entry.target, thing: entry.lane.thing,
                result: nil, date: now.date, givenUp: nil, wish: entry.value, overruled: value))
    }

    /// Forgets that an older wish was overruled, whose place a newer one takes.
    ///
    /// - Parameter newer: The newer wish.
    mutating func forgetOverruled(_ newer: OutboxEntry) {
        let site = newer.account.site
        let thing = name(of: newer.lane.thing, on: site)
        for kept in remembered.compactMap({ sent[$0] }) where kept.overruled != nil && kept.account == newer.account {
            if kept.kind == newer.kind, name(of: kept.thing, on: site) == thing { forget(kept) }
        }
    }

    /// Dismisses what is said of something that is over.
    ///
    /// A copy that was found stays known as one, so that it is neither offered nor taken for another text again.
    ///
    /// - Parameters:
    ///   - id: What it is said of.
    ///   - now: The moment.
    /// - Returns: What to store.
    /// - Throws: ``OutboxRefusal`` `unknownEntry` where nothing is said of it.
    package mutating func dismiss(_ id: OutboxEntry.ID, at now: OutboxTime) throws(OutboxRefusal) -> OutboxStep {
        guard var kept = sent[id], OutboxNotice(kept) != nil else { throw .unknownEntry }
        if kept.overruled != nil {
            forget(kept)
        } else {
            kept.dismissed = now.date
            keep(kept)
        }
        return step([])
    }
}

extension DefaultOutboxProvider {
    /// Dismisses what is said of something that is over; when this returns, that is stored.
    ///
    /// - Parameters:
    ///   - id: What it is said of.
    ///   - entry: The entry that follows from it, queued in the same commit; none by default.
    /// - Throws: ``OutboxRefusal``, a ``CodedError`` when it cannot be stored.
    func dismiss(_ id: OutboxEntry.ID, queueing entry: OutboxEntry? = nil) async throws {
        try await change(by: [entry].compactMap(\.self)) { outbox, now throws(OutboxRefusal) in
            var step = try outbox.dismiss(id, at: now)
            if let entry { step.append(try outbox.queue(entry, known: nil, at: now)) }
            return step
        }
    }
}

extension DefaultWritingProvider {
    /// Follows a person's decision on a notice.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - id: The notice.
    /// - Returns: Whether it was one on a notice.
    /// - Throws: ``WritingError`` `unknownItem` where there is no such notice, `notApplicable` where it has no copy; a
    ///   ``CodedError`` when it cannot be stored.
    func decided(_ decision: OutboxDecision, onNotice id: OutboxEntry.ID) async throws -> Bool {
        do {
            switch decision {
            case .dismiss: try await entries.dismiss(id)
            case .deleteCopy: try await entries.dismiss(id, queueing: try await deletion(of: id))
            case .send, .arrived, .giveUp, .edit, .editPost: return false
            }
        } catch let refusal as OutboxRefusal {
            throw WritingError(refusal)
        }
        publish()
        return true
    }

    /// The deletion of the copy that a notice tells of.
    private func deletion(of id: OutboxEntry.ID) async throws -> OutboxEntry {
        guard let kept = entries.state.value.sent[id], let notice = OutboxNotice(kept) else {
            throw WritingError.unknownItem
        }
        guard case .copy(let copy) = notice.reason else { throw WritingError.notApplicable }
        let writing = try writing(of: kept.account.site)
        let (entry, _) = try await entry(
            of: .delete(copy), OutboxEntry.ID(random: random), by: maker(for: kept.account, in: writing))
        try check(entry, in: writing)
        return entry
    }
}
