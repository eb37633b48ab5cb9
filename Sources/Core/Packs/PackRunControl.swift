import Synchronization

/// The control of a running pack: stops it, and tells it of posts that were removed.
final class PackRunControl: Sendable {
    private struct State: Sendable {
        var stop: PackReport.Stop?
        var removed: Set<Post.ID> = []
        var task: Task<PackReport, any Error>?
        var hasBegun = false
    }

    let request: PackRequest
    private let state = Mutex(State())

    init(_ request: PackRequest) {
        self.request = request
    }

    /// The reason that it was stopped; `nil` while it was not.
    var stop: PackReport.Stop? { state.withLock { $0.stop } }

    /// The posts that were removed from packs since it began.
    var removed: Set<Post.ID> { state.withLock { $0.removed } }

    /// Sets the task of the run; cancels it at once where the run was stopped before.
    func attach(_ task: Task<PackReport, any Error>) {
        let isStopped = state.withLock { state in
            state.task = task
            return state.stop != nil
        }
        if isStopped { task.cancel() }
    }

    /// Marks the run as begun.
    ///
    /// - Returns: The reason that it was stopped before it began, so that it must not begin; else `nil`.
    func begin() -> PackReport.Stop? {
        state.withLock { state in
            if state.stop == nil { state.hasBegun = true }
            return state.stop
        }
    }

    /// Waits until the run has ended; returns at once for one that was stopped before it began, as that changes
    /// nothing.
    func ended() async {
        let task = state.withLock { $0.hasBegun ? $0.task : nil }
        _ = await task?.result
    }

    /// Stops the run; the first reason counts.
    func interrupt(_ stop: PackReport.Stop) {
        let task = state.withLock { state in
            if state.stop == nil { state.stop = stop }
            return state.task
        }
        task?.cancel()
    }

    /// Tells the run of removed posts, so that nothing more is fetched for them.
    func remove(_ ids: some Sequence<Post.ID>) {
        state.withLock { $0.removed.formUnion(ids) }
    }
}

/// An error that ends a run early; the pack provider never throws it to its callers.
struct PackInterruption: Error {
    var stop: PackReport.Stop
    var error: DataError?

    init(_ stop: PackReport.Stop, _ error: DataError? = nil) {
        self.stop = stop
        self.error = error
    }

    /// The end of a run whose files wait until the download policy is changed.
    static let policy = PackInterruption(.policy, DataError(.downloadsOff))

    /// Creates the interruption for an error: the network's, or any other.
    init(_ error: DataError) {
        let isUnreachable = [.offline, .timedOut, .captivePortal].contains(error.code)
        self.init(isUnreachable ? .network : .failure, error)
    }
}
