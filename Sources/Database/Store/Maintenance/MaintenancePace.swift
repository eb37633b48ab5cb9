import Dispatch
import Synchronization

/// A throttle by which the writer leaves processor time to the maintenance thread while the store is read.
///
/// Where there are as many busy threads as cores, maintenance gets what is left: nothing. What was frozen then piles
/// up, has to be written at the usual priority in the end, and takes a core from the reader for milliseconds. So a
/// writer that is ahead waits a little after each commit, and the reader keeps its core. When nobody reads, nobody
/// waits.
final class MaintenancePace: Sendable {
    private struct State: Sendable {
        /// The number of pieces of work that are under way.
        var count = 0
        var isAwaited = false
    }

    /// The longest pause after a commit.
    private let longestPause: DispatchTimeInterval
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init(longestPause: DispatchTimeInterval = .milliseconds(1)) {
        self.longestPause = longestPause
    }

    /// There is a piece of work more.
    func begin() {
        state.withLock { $0.count += 1 }
    }

    /// A piece of work is done.
    func end() {
        let isAwaited = state.withLock { state in
            state.count = max(0, state.count - 1)
            guard state.count == 0 else { return false }
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { ended.signal() }
    }

    /// Waits until there is no more work, or for a moment; only the writer's thread calls it.
    func giveWay() {
        let isBusy = state.withLock { state in
            state.isAwaited = state.count > 0
            return state.isAwaited
        }
        guard isBusy, ended.wait(timeout: .now() + longestPause) == .timedOut else { return }
        let isSignalled = state.withLock { state in
            defer { state.isAwaited = false }
            return !state.isAwaited
        }
        // The end came in between, and its signal must not shorten the next pause.
        if isSignalled { ended.wait() }
    }
}
