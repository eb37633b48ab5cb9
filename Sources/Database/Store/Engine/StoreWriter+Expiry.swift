import Core
import Foundation
import Synchronization

/// The writer's knowledge of records that expire.
struct ExpiryState {
    /// Whether a batch that deletes some is on its way.
    var isRunning = false
    /// The commits there had been when such a batch failed: it is tried again after the next one.
    var failedAt: Int?
    /// Waits for the next record to expire.
    var alarm: Task<Void, Never>?
    /// When it does.
    var alarmDate: Date?
}

extension StoreWriter {
    /// Deletes records that have expired, some at a time, and waits for the next one that will.
    ///
    /// Nothing is looked at while no collection has an expiry, and nothing wakes up before something expires.
    func expire(_ state: inout State) {
        guard state.journal != nil, !state.isClosing, !state.needsReload, !state.expiry.isRunning,
            state.expiry.failedAt != state.activity
        else { return }
        let now = environment.time.now
        var next: Date?
        for definition in environment.expiringDefinitions where environment.refusals[definition.name] == nil {
            guard let age = definition.expiryAge else { continue }
            let date: Date?
            do {
                date = try definition.firstExpiryDate(in: StoreSnapshot(state.view))
            } catch {
                // Not swallowed: whoever reads meets it, and the next commit tries again.
                state.expiry.failedAt = state.activity
                return
            }
            guard let date else { continue }
            if date <= now - age { return deleteExpired(of: definition, age, &state) }
            next = min(next ?? .distantFuture, date + age)
        }
        if let next { wait(for: next, now, &state) }
    }

    private func deleteExpired(of definition: any CollectionDefinition, _ age: Double, _ state: inout State) {
        state.expiry.isRunning = true
        let environment = environment
        let write = PendingWrite(durability: .buffered) { batch in
            _ = try definition.deleteExpired(
                upTo: environment.time.now - age, limit: environment.limits.expiryCount, in: &batch)
        } complete: { error in
            self.perform(unlessReloadedSince: nil) { state in
                state.expiry.isRunning = false
                // Not swallowed: what has expired can wait, and the next commit tries again.
                if error != nil { state.expiry.failedAt = state.activity }
                self.expire(&state)
            }
        }
        enqueue(write)
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
