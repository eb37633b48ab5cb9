import Core
import Dispatch
import Synchronization

/// The store's second thread: it writes derived files, merges them, and compacts the journal, beside reads and writes.
///
/// It runs at idle priority, and on a machine whose cores are all busy it may get none for seconds, whatever it holds then.
/// So it holds nothing that a commit or a reader waits for: it writes files of its own, and what takes their place in the
/// store is done at the usual priority. What was frozen is even written a second time there when the first takes too long.
final class StoreMaintenance: Sendable {
    let queue = WorkerThread(name: "Lantern.JSONStore.maintenance")
    /// For what somebody waits for.
    let urgentQueue = DispatchQueue(label: "Lantern.JSONStore.maintenance.urgent")
    let state: Mutex<State>
    /// Taken before ``urgentJob``, and that before ``state``.
    let jobs = Mutex(Jobs())
    /// The work that the writer has handed over and nobody has taken yet; visible to all threads at once.
    private let arrivals = Mutex(Arrivals())
    /// The job at the usual priority.
    let urgentJob = Mutex(UrgentJob())
    let environment: StoreEnvironment
    /// The pace at which the writer waits for this thread.
    let pace = MaintenancePace()

    private struct Arrivals {
        var frozen: FrozenStore?
        var join: JoinRequest?
    }

    init(_ start: Start, environment: StoreEnvironment) {
        state = Mutex(State(start))
        self.environment = environment
    }

    // MARK: For the writer

    /// Takes over what was frozen, and goes on with it at once.
    func write(_ frozen: FrozenStore, for writer: StoreWriter) {
        arrivals.withLock { $0.frozen = frozen }
        pace.begin()
        queue.async { self.step(writer) }
    }

    /// Joins sealed files of the journal when there is time for that.
    func join(_ request: JoinRequest, for writer: StoreWriter) {
        arrivals.withLock { $0.join = request }
        pace.begin()
        queue.async { self.step(writer) }
    }

    /// Writes what was frozen at the usual priority, because there is too much of it by now.
    func hurry(_ writer: StoreWriter) {
        urgentQueue.async { self.writeFrozen(writer) }
    }

    /// Merges what is left, as there is nothing else to do.
    func rest(_ writer: StoreWriter) {
        pace.begin()
        queue.async {
            self.beginRest(writer)
            self.step(writer)
        }
    }

    /// Gives up whatever is under way, and waits until it has ended; for the writer's thread.
    func stop() {
        state.withLock { state in
            state.waiting = nil
            state.giveUpJobs()
            state.isStopped = true
        }
        jobs.withLock { $0.cancel(environment) }
        // What that thread has handed over removes its files.
        urgentQueue.sync {}
        urgentJob.withLock { $0.cancel(environment) }
    }

    /// Begins anew with other files.
    func restart(_ start: Start) {
        state.withLock { state in
            // What was begun before stays void, and whoever drains is still at it.
            let (number, isDraining) = (state.jobsNumber, state.isDraining)
            state = State(start)
            (state.jobsNumber, state.isDraining) = (number, isDraining)
        }
    }

    // MARK: The thread

    /// Takes what the writer has handed over.
    func collect(_ state: inout State, _ writer: StoreWriter) {
        let (frozen, join) = arrivals.withLock { ($0.frozen.take(), $0.join.take()) }
        if let frozen { take(frozen, &state) }
        if let join { take(join, &state, writer) }
    }

    func take(_ frozen: FrozenStore, _ state: inout State) {
        // What was frozen before everything was loaded anew is void.
        guard frozen.reloadCount == state.reloadCount, !state.isStopped else { return }
        state.waiting = frozen
        if frozen.compaction != nil { state.isCompacting = true }
    }

    private func take(_ request: JoinRequest, _ state: inout State, _ writer: StoreWriter) {
        guard request.reloadCount == state.reloadCount, !state.isStopped else { return }
        guard !state.isFailing else {
            return writer.perform(unlessReloadedSince: request.reloadCount) { $0.isRewriting = false }
        }
        (state.join, state.isJoining) = (request, true)
    }

    /// The outcome of a slice of work.
    enum Outcome {
        case more
        /// The usual priority has its turn, and has this thread go on afterwards.
        case handedOver
        case nothing
    }

    /// One slice of work; comes back while there is more.
    private func step(_ writer: StoreWriter) {
        pace.makeWay()
        goOn(after: jobs.withLock { advance(&$0, writer) }, writer)
    }

    func goOn(after outcome: Outcome, _ writer: StoreWriter) {
        switch outcome {
        case .more: queue.async { self.step(writer) }
        case .handedOver: break
        case .nothing: pace.end()
        }
    }

    private func advance(_ jobs: inout Jobs, _ writer: StoreWriter) -> Outcome {
        let waiting = state.withLock { state -> FrozenWrite? in
            collect(&state, writer)
            return state.isWaitingWritten ? nil : state.beginWrite()
        }
        if let waiting { return write(waiting, writer) }
        do {
            return try slice(&jobs, writer)
        } catch {
            // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
            giveUp(&jobs, writer)
            return .nothing
        }
    }

    /// Gives up what waits and all jobs, which the thread that works on them removes.
    func giveUp(_ state: inout State, _ writer: StoreWriter) {
        state.isFailing = true
        let frozen = state.waiting.take()
        let (wasCompacting, wasJoining) = (state.isCompacting, state.isJoining)
        state.giveUpJobs()
        writer.perform(unlessReloadedSince: state.reloadCount) { writerState in
            // Only what was given up here: the writer may have frozen something meanwhile that is still to come.
            if let frozen {
                for (name, table) in frozen.tables {
                    writerState.change(name, self.environment) { $0.refreeze(table.changedSlots) }
                }
                writerState.isFreezing = false
                writerState.isHurrying = false
            }
            self.noteGivenUp(isJoin: wasJoining, isCompaction: wasCompacting, isFailure: true, &writerState)
        }
    }

    /// Has the writer try a join or a compaction again that was given up, when the journal has grown: each attempt copies
    /// what it gets to, and seals a segment.
    func noteGivenUp(isJoin: Bool, isCompaction: Bool, isFailure: Bool, _ state: inout StoreWriter.State) {
        guard isJoin || isCompaction else { return }
        let size = state.journal?.totalBytes ?? 0
        state.isRewriting = false
        // By some segments, and by as much once more where something failed.
        if isJoin { state.joinFloor = size + environment.limits.joinedBytes / (isFailure ? 8 : 32) }
        if isCompaction { state.compactionFloor = isFailure ? 2 * size : size + size / 4 }
    }
}
