import Core
import Foundation
import Synchronization

/// The writer's knowledge of records that expire.
struct ExpiryState {
    /// The progress of deleting what has expired of one collection.
    struct Sweep {
        /// Nothing is live before this place in the index by date, but for records that cannot be read.
        ///
        /// It spares walking over what was deleted before, once more for each batch.
        var start: SortKey?
        /// The number of records in the next batch: few when some cannot be read, so that the others go.
        var limit: Int
        /// The records that could not be read since the last one that was deleted.
        var skipped = 0
        /// The commits there had been when a batch failed: it is tried again after the next one.
        var failedAt: Int?

        /// A disk that can read nothing is not asked for each record.
        static let largestSkip = 16
    }

    /// Whether a batch that deletes some is on its way.
    var isRunning = false
    /// By collection.
    var sweeps: [String: Sweep] = [:]
    /// The deleted entries that were passed over so far, for tests.
    var deadCount = 0
    /// Waits for the next record to expire.
    var alarm: Task<Void, Never>?
    /// When it does.
    var alarmDate: Date?

    /// Takes over what a batch has put, and how far it has deleted what has expired.
    mutating func note(_ transaction: WriteTransaction, _ environment: StoreEnvironment) {
        for definition in environment.expiringDefinitions {
            let name = definition.name
            guard let start = sweeps[name]?.start, let changes = transaction.staged[name],
                let first = definition.firstDate(putBy: changes), first < start
            else { continue }
            sweeps[name]?.start = first
        }
        for (name, key) in transaction.swept { sweeps[name]?.start = key }
        if !transaction.swept.isEmpty { deadCount += transaction.deadCount }
    }
}

extension StoreWriter {
    /// Deletes records that have expired, some at a time, and waits for the next one that will.
    ///
    /// Nothing is looked at while no collection has an expiry, and nothing wakes up before something expires.
    func expire(_ state: inout State) {
        guard state.journal != nil, !state.isClosing, !state.needsReload, !state.expiry.isRunning else { return }
        let now = environment.time.now
        var next: Date?
        for definition in environment.expiringDefinitions where environment.refusals[definition.name] == nil {
            guard let age = definition.expiryAge else { continue }
            var sweep = state.expiry.sweeps[definition.name] ?? newSweep
            guard sweep.failedAt != state.activity else { continue }
            var first: FirstToExpire?
            do {
                let (found, deadCount) = try definition.firstToExpire(in: StoreSnapshot(state.view), from: sweep.start)
                first = found
                if let found { sweep.start = found.key }
                state.expiry.deadCount += deadCount
            } catch {
                // Not swallowed: whoever reads meets it, and the next commit tries again.
                sweep.failedAt = state.activity
            }
            state.expiry.sweeps[definition.name] = sweep
            guard let first else { continue }
            if first.date <= now - age { return deleteExpired(of: definition, age, from: first.key, &state) }
            next = min(next ?? .distantFuture, first.date + age)
        }
        if let next { wait(for: next, now, &state) }
    }

    private var newSweep: ExpiryState.Sweep { ExpiryState.Sweep(limit: environment.limits.expiryCount) }

    private func deleteExpired(
        of definition: any CollectionDefinition, _ age: Double, from start: SortKey, _ state: inout State
    ) {
        state.expiry.isRunning = true
        let (time, limit) = (environment.time, state.expiry.sweeps[definition.name]?.limit ?? newSweep.limit)
        let isRead = Mutex(false)
        let write = PendingWrite(durability: .buffered) { batch in
            isRead.withLock { $0 = false }
            try definition.deleteExpired(from: start, upTo: time.now - age, limit: limit, in: &batch)
            isRead.withLock { $0 = true }
        } complete: { error in
            let isUnreadable = error != nil && !isRead.withLock { $0 }
            self.perform(unlessReloadedSince: nil) { state in
                state.expiry.isRunning = false
                let sweep = state.expiry.sweeps[definition.name] ?? self.newSweep
                state.expiry.sweeps[definition.name] =
                    self.next(sweep, behind: start, after: error, isUnreadable: isUnreadable, state.activity)
                self.expire(&state)
            }
        }
        enqueue(write)
    }

    /// The progress behind a batch: one that met a record that cannot be read is tried again with fewer, until that
    /// record is the first, and is passed over.
    private func next(
        _ sweep: ExpiryState.Sweep, behind start: SortKey, after error: (any Error)?, isUnreadable: Bool,
        _ activity: Int
    ) -> ExpiryState.Sweep {
        var sweep = sweep
        guard let error else {
            sweep.limit = min(2 * sweep.limit, environment.limits.expiryCount)
            sweep.skipped = 0
            return sweep
        }
        // Not swallowed: what has expired can wait. Whoever reads a damaged record, or verifies the store, meets it.
        guard isUnreadable, !(error is CancellationError), !((error as? StoreError)?.underlying is RunDamage),
            sweep.skipped < ExpiryState.Sweep.largestSkip
        else {
            sweep.failedAt = activity
            sweep.skipped = 0
            return sweep
        }
        if sweep.limit > 1 {
            sweep.limit /= 2
        } else {
            // The first key behind it; what was put before it meanwhile is looked at first.
            if sweep.start == start { sweep.start = SortKey(start.bytes + [0]) }
            sweep.skipped += 1
        }
        return sweep
    }

    /// In seconds, so that records that expire one behind the other go together.
    private static let shortestWait = 1.0
    /// In seconds: 30 days, because no clock can be told to wait for ever.
    private static let longestWait = 2_592_000.0

    private func wait(for date: Date, _ now: Date, _ state: inout State) {
        guard state.expiry.alarmDate != date else { return }
        state.expiry.alarm?.cancel()
        state.expiry.alarmDate = date
        let delay = Duration.seconds(min(max(Self.shortestWait, date.timeIntervalSince(now)), Self.longestWait))
        state.expiry.alarm = Task { [weak self, time = environment.time] in
            // A clock that is taken away is no reason to delete.
            guard (try? await time.sleep(for: delay)) != nil, let self else { return }
            self.perform(unlessReloadedSince: nil) { state in
                state.expiry.alarmDate = nil
                self.expire(&state)
            }
        }
    }
}
