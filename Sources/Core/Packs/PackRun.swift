import Synchronization

/// One run of a pack, as those see it who stop it or take posts out of it.
final class PackRun: Sendable {
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

    /// Why it was stopped; `nil` while nobody did.
    var stop: PackReport.Stop? { state.withLock { $0.stop } }

    /// Posts that were taken out of what was packed since it began.
    var removed: Set<Post.ID> { state.withLock { $0.removed } }

    /// Says which task does it.
    ///
    /// One that was stopped before is stopped now.
    func attach(_ task: Task<PackReport, any Error>) {
        let isStopped = state.withLock { state in
            state.task = task
            return state.stop != nil
        }
        if isStopped { task.cancel() }
    }

    /// Begins, behind those that were asked for before.
    ///
    /// - Returns: Why it was stopped before, and does not begin; else `nil`.
    func begin() -> PackReport.Stop? {
        state.withLock { state in
            if state.stop == nil { state.hasBegun = true }
            return state.stop
        }
    }

    /// Waits until it has ended; not for one that was stopped before it began, as that one touches nothing.
    func ended() async {
        let task = state.withLock { $0.hasBegun ? $0.task : nil }
        _ = await task?.result
    }

    /// Stops it; the first reason counts.
    func interrupt(_ stop: PackReport.Stop) {
        let task = state.withLock { state in
            if state.stop == nil { state.stop = stop }
            return state.task
        }
        task?.cancel()
    }

    /// Notes that posts were taken out, so that nothing is fetched for them any more.
    func remove(_ ids: some Sequence<Post.ID>) {
        state.withLock { $0.removed.formUnion(ids) }
    }
}

/// Ends a run before everything is there; no error, and never seen outside.
struct PackHalt: Error {
    var stop: PackReport.Stop
    var error: DataError?

    init(_ stop: PackReport.Stop, _ error: DataError? = nil) {
        self.stop = stop
        self.error = error
    }

    /// The end of a run whose files have to wait until the person wants media again.
    static let policy = PackHalt(.policy, DataError(.downloadsOff))

    /// What a failure of the network means for a pack.
    init(_ error: DataError) {
        let isUnreachable = [.offline, .timedOut, .captivePortal].contains(error.code)
        self.init(isUnreachable ? .network : .failure, error)
    }
}
