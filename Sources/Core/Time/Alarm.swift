import Synchronization

/// A timer that fires once: one sleeping task for everybody who shares it, instead of one for each request.
///
/// What it does when it rings runs outside its lock, on a task of its own, and may set it again.
package final class Alarm: Sendable {
    private struct State {
        var due: Duration?
        var task: Task<Void, Never>?
        /// The number of the task that may fire: one that was replaced while it woke may not.
        var number = 0
        /// The highest version that was set; an older one that arrives later is ignored.
        var version = 0
        var isStopped = false
    }

    private let time: any TimeProvider
    private let state = Mutex(State())

    /// Creates an alarm that is not set.
    ///
    /// - Parameter time: The clock whose uptime counts.
    package init(time: any TimeProvider) {
        self.time = time
    }

    deinit { stop() }

    /// Makes the alarm fire at an uptime or earlier.
    ///
    /// - Parameters:
    ///   - due: The latest moment, as uptime.
    ///   - action: The work to do then.
    package func ring(noLaterThan due: Duration, _ action: @escaping @Sendable () -> Void) {
        let old = state.withLock { state -> Task<Void, Never>? in
            if let current = state.due, current <= due { return nil }
            return replace(&state, due, action)
        }
        old?.cancel()
    }

    /// Makes the alarm fire at an uptime and not before, or never.
    ///
    /// - Parameters:
    ///   - due: The moment, as uptime; `nil` for never.
    ///   - version: A number that grows with each change of mind; an older one than the last is ignored.
    ///   - action: The work to do then.
    package func ring(at due: Duration?, version: Int, _ action: @escaping @Sendable () -> Void) {
        let old = state.withLock { state -> Task<Void, Never>? in
            guard version > state.version else { return nil }
            state.version = version
            return due == state.due ? nil : replace(&state, due, action)
        }
        old?.cancel()
    }

    /// Cancels the alarm.
    package func stop() {
        let old = state.withLock { state in
            state.isStopped = true
            return replace(&state, nil) {}
        }
        old?.cancel()
    }

    /// Returns the task to cancel, which the caller does after unlocking.
    private func replace(
        _ state: inout State, _ due: Duration?, _ action: @escaping @Sendable () -> Void
    ) -> Task<Void, Never>? {
        let old = state.task
        state.number += 1
        state.due = state.isStopped ? nil : due
        state.task = nil
        guard let due = state.due else { return old }
        // It rings for all who share it, so its priority must not be that of whoever set it last.
        state.task = Task(priority: .userInitiated) { [weak self, time, number = state.number] in
            do {
                try await time.sleep(until: due)
            } catch {
                // Cancelled, for another moment or for good.
                return
            }
            if self?.claim(number) == true { action() }
        }
        return old
    }

    private func claim(_ number: Int) -> Bool {
        state.withLock { state in
            guard state.number == number else { return false }
            (state.due, state.task) = (nil, nil)
            return true
        }
    }
}
