import Core
import Foundation
import Synchronization

/// A clock that stands still.
///
/// Pauses shorter than `skipping` return at once and move the time on; longer waits end when the test moves the time.
final class TestClock: TimeProvider {
    private struct Sleeper {
        let length: Duration
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var uptime: Duration = .zero
        var pauses: [Duration] = []
        var number = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(limit: Duration, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let skipping: Duration
    private let state = Mutex(State())

    init(skipping: Duration = .seconds(10)) {
        self.skipping = skipping
    }

    var uptime: Duration { state.withLock { $0.uptime } }

    var now: Date {
        let passed = uptime.components
        return start.addingTimeInterval(Double(passed.seconds) + Double(passed.attoseconds) * 1e-18)
    }

    /// The short pauses so far.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func sleep(for duration: Duration) async throws {
        try await wait(for: duration) { $0 + duration }
    }

    func sleep(until moment: Duration) async throws {
        try await wait(for: moment - uptime) { _ in moment }
    }

    /// Waits until the moment that a body makes of the uptime; a pause if it is short.
    private func wait(for duration: Duration, until moment: @Sendable (Duration) -> Duration) async throws {
        try Task.checkCancellation()
        guard duration >= skipping else {
            state.withLock { state in
                state.uptime += duration
                state.pauses.append(duration)
            }
            return
        }
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let watchers: [CheckedContinuation<Void, Never>]? = state.withLock { state in
                    guard state.cancelled.remove(number) == nil else { return nil }
                    let sleeper = Sleeper(
                        length: duration, end: moment(state.uptime), continuation: continuation)
                    if sleeper.end > state.uptime { state.sleepers[number] = sleeper } else { continuation.resume() }
                    let due = state.watchers.filter { duration <= $0.limit }.map(\.continuation)
                    state.watchers.removeAll { duration <= $0.limit }
                    return due
                }
                guard let watchers else { return continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when somebody waits, for no longer than a limit.
    func waitForSleeper(of limit: Duration = .seconds(1_000_000)) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard !state.sleepers.values.contains(where: { $0.length <= limit }) else { return true }
                state.watchers.append((limit, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            let due = state.sleepers.filter { $0.value.end <= state.uptime }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }
}

/// Chance that is always in the middle, so that jitter changes nothing.
struct MiddleRandom: RandomSource {
    func next() -> UInt64 { 1 << 63 }
}
