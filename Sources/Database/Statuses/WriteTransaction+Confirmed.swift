import Core
import Foundation

/// What servers say to accounts, and what accounts have not told them yet.
extension WriteTransaction {
    /// Stores what a server said to an account in the answer to a read, where that is new.
    ///
    /// - Parameters:
    ///   - confirmation: What it said.
    ///   - date: The date of the answer; not known by default.
    /// - Throws: ``StoreError``.
    mutating func confirm(_ confirmation: Confirmation?, at date: Date? = nil) throws {
        guard let confirmation else { return }
        let pending = try snapshot.pending(for: .account(confirmation.account))
        let changes = try confirmation.changes(
            in: number, at: date, unsettled: { pending.isEmpty ? [] : pending[$0]?.unsettled ?? [] },
            stored: { try record($0, in: StatusSchemas.confirmed) })
        for state in changes { try upsert(state, in: StatusSchemas.confirmed) }
    }

    /// Stores the value that a server has after an intent of an account.
    mutating func acknowledge(_ told: OutboxAcknowledgement) throws {
        guard told.id.isReadable else { return }
        var state = try record(told.id, in: StatusSchemas.confirmed) ?? ConfirmedState(id: told.id)
        state.acknowledge(told.values, told.acknowledgement, commit: number, at: told.date)
        try upsert(state, in: StatusSchemas.confirmed)
    }

    /// Forgets an own mark whose place an intent for the server takes.
    mutating func untouch(_ intent: StatusIntent) throws {
        guard intent.id.isReadable, var own = try record(intent.id, in: StatusSchemas.marks),
            own.marks.untouch(intent.field)
        else { return }
        try upsert(own, in: StatusSchemas.marks)
    }

    /// Changes what the outbox says of targets.
    ///
    /// - Parameters:
    ///   - old: What it said before of what changes.
    ///   - new: What it says now.
    /// - Throws: ``StoreError``.
    mutating func replaceIntents(_ old: Set<IntentRecord.ID>, by new: Set<IntentRecord.ID>) throws {
        for id in old.subtracting(new).sorted() { try delete(id, from: StatusSchemas.intents) }
        for id in new.subtracting(old).sorted() { try upsert(IntentRecord(id: id), in: StatusSchemas.intents) }
    }

    /// Notes that scores were stored of which it is not known which votes of accounts they count.
    ///
    /// - Parameter targets: The posts and comments whose score is another one now.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in the votes that a server took and no score has told of yet: some tens.
    mutating func forgetScoreVotes(of targets: [StatusTarget]) throws {
        guard !targets.isEmpty, try snapshot.count(of: StatusSchemas.confirmed) > 0 else { return }
        let scored = try snapshot.window(
            of: StatusSchemas.confirmed, by: StatusSchemas.confirmed.indexes[2], in: .texts)
        guard !scored.isEmpty else { return }
        let targets = Set(targets)
        for state in scored where targets.contains(state.id.target) {
            guard var state = try record(state.id, in: StatusSchemas.confirmed), state.forgetScoreVote() else {
                continue
            }
            try upsert(state, in: StatusSchemas.confirmed)
        }
    }

    /// Removes what servers said of posts and comments that are gone, unless something of them is unsent.
    mutating func forgetConfirmed(_ targets: some Sequence<StatusTarget>) throws {
        guard try snapshot.count(of: StatusSchemas.confirmed) > 0 else { return }
        let unsent = try snapshot.pendingOverlays().unsent
        for target in targets where !unsent.contains(target) {
            let states = try snapshot.window(
                of: StatusSchemas.confirmed, by: StatusSchemas.confirmed.indexes[0], in: target.keys)
            for state in states { try delete(state.id, from: StatusSchemas.confirmed) }
        }
    }
}
