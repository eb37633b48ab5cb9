public import Core
public import Foundation

/// A ``Core/TimeProvider`` whose time stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// async let retried = provider.response(to: request)
/// try await clock.waitForSleepers(1)       // it is waiting for its second try
/// clock.advance(by: .seconds(2))           // and now it is two seconds later
/// ```
public final class ManualClock: TimeProvider {
    private struct Sleeper: Sendable {
        var deadline: Duration
        var order: Int
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now: Date
        var uptime: Duration = .zero
        var sleepers: [Int: Sleeper] = [:]
        /// Sleeps whose task was cancelled before they began.
        var cancelled: Set<Int> = []
        var lastID = 0
    }

    private let state: Monitor<State>

    /// Creates a clock.
    ///
    /// - Parameter now: The first date; 14 November 2023, 22:13:20 UTC by default.
    public init(now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = Monitor(State(now: now))
    }

    public var now: Date { state.withLock { $0.now } }

    /// The time that the clock was moved by since it was made.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// The number of tasks that sleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Advances the time, and wakes the tasks that have slept long enough, in the order of their deadlines.
    ///
    /// The time is advanced completely before any task wakes: one that sleeps again sleeps from there.
    ///
    /// - Parameter duration: The time to advance by; zero or more.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "Time does not go back. To set the date, use setDate(_:).")
        let due = state.withLock { state in
            state.uptime += duration
            state.now += duration / .seconds(1)
            let due = state.sleepers.filter { $0.value.deadline <= state.uptime }
            for id in due.keys { state.sleepers.removeValue(forKey: id) }
            return due.values.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the date as a person or the network does: no task wakes, and ``uptime`` stays.
    ///
    /// - Parameter date: The new date, earlier or later.
    public func setDate(_ date: Date) {
        state.withLock { $0.now = date }
    }

    /// Waits until at least a number of tasks sleep.
    ///
    /// - Parameter count: The number of tasks.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForSleepers(_ count: Int) async throws {
        try await state.wait { $0.sleepers.count >= count }
    }

    public func sleep(for duration: Duration) async throws {
        try await sleep { $0 + duration }
    }

    public func sleep(until moment: Duration) async throws {
        try await sleep { _ in moment }
    }

    /// Sleeps until the moment that a body makes of the uptime.
    private func sleep(until moment: @Sendable (Duration) -> Duration) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        // A cancellation that comes when it is awake already leaves its number behind.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    let deadline = moment(state.uptime)
                    if deadline <= state.uptime { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, order: id, continuation: continuation)
                    return nil
                }
                if let end { continuation.resume(with: end) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
