import Core
import Dispatch
import Synchronization

extension StoreMaintenance {
    /// The job at the usual priority: one that is being finished, or a merge for which there is no time at idle priority.
    ///
    /// Only `urgentQueue` has it locked, and whoever waits for that.
    struct UrgentJob {
        enum Stage {
            case work, finish, cleanUp
        }

        var job: (any MaintenanceJob)?
        var stage = Stage.work
        /// The state's number of given up jobs when it was begun.
        var number = 0
        /// The number of the pieces of work on `urgentQueue` that belong together: those of an earlier one end.
        var chain = 0
        /// Whether merges follow, as long as there are too many generations.
        var isCatchingUp = false

        /// Begins another piece of work.
        mutating func begin(_ job: (any MaintenanceJob)?, _ stage: Stage, number: Int) {
            (self.job, self.stage, self.number, isCatchingUp) = (job, stage, number, false)
            chain += 1
        }

        mutating func cancel(_ environment: StoreEnvironment) {
            job?.cancel(environment)
            begin(nil, .work, number: number)
        }
    }

    /// A job on its way from one thread to the other.
    ///
    /// Unchecked, as only one of them has it at a time.
    struct ReadyJob: @unchecked Sendable {
        let job: any MaintenanceJob
        let number: Int
    }

    /// Finishes a job that has done its own work.
    func finish(_ ready: ReadyJob, _ writer: StoreWriter) {
        urgentQueue.async {
            let chain = self.urgentJob.withLock { urgent in
                urgent.begin(ready.job, .finish, number: ready.number)
                return urgent.chain
            }
            self.goOnUrgently(chain, writer)
        }
    }

    /// Merges at the usual priority when there are so many generations that reads suffer.
    ///
    /// For `urgentQueue`.
    func catchUp(_ writer: StoreWriter) {
        let isNeeded = state.withLock { state in
            guard !state.isStopped, !state.isFailing, !state.isUrgent, state.isBehind(environment.limits) else {
                return false
            }
            state.isUrgent = true
            return true
        }
        guard isNeeded else { return }
        pace.begin()
        let chain = urgentJob.withLock { urgent in
            urgent.begin(nil, .work, number: 0)
            return urgent.chain
        }
        goOnUrgently(chain, writer)
    }

    /// Works step by step, so that what was frozen meanwhile comes in between, and has the other thread go on then.
    private func goOnUrgently(_ chain: Int, _ writer: StoreWriter) {
        urgentQueue.async {
            self.pace.makeWay(isUrgent: true)
            self.pace.yield()
            let isMore = self.urgentJob.withLock { urgent in
                guard urgent.chain == chain else { return false }
                if self.step(&urgent, writer) { return true }
                urgent.cancel(self.environment)
                self.state.withLock { $0.isUrgent = false }
                return false
            }
            if isMore { self.goOnUrgently(chain, writer) } else { self.goOn(after: .more, writer) }
        }
    }

    /// Does a step of what is under way; false when there is no more.
    private func step(_ urgent: inout UrgentJob, _ writer: StoreWriter) -> Bool {
        do {
            if urgent.job == nil { beginCatchingUp(&urgent, writer) }
            guard urgent.job != nil else { return false }
            if urgent.stage != .work {
                try finishStep(&urgent, writer)
            } else if try work(&urgent.job, writer) {
                urgent.stage = .finish
            }
            return true
        } catch {
            // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
            state.withLock { giveUp(&$0, writer) }
            return false
        }
    }

    /// Begins a merge where there are too many generations; what the other thread has begun is void.
    private func beginCatchingUp(_ urgent: inout UrgentJob, _ writer: StoreWriter) {
        let wasCatchingUp = urgent.isCatchingUp
        let (job, number) = state.withLock { state -> (MergeJob?, Int) in
            guard !state.isStopped, !state.isFailing, state.waiting?.compaction == nil,
                state.isBehind(environment.limits)
            else { return (nil, 0) }
            if !wasCatchingUp || state.isCompacting {
                let (isJoin, isCompaction) = (state.isJoining, state.isCompacting)
                state.giveUpJobs()
                writer.perform(unlessReloadedSince: state.reloadCount) { writerState in
                    self.noteGivenUp(isJoin: isJoin, isCompaction: isCompaction, isFailure: false, &writerState)
                }
            }
            return (MergeJob(&state, environment, MergeJob.range), state.jobsNumber)
        }
        (urgent.job, urgent.stage, urgent.number, urgent.isCatchingUp) = (job, .work, number, true)
    }

    /// Has the store go on with what a job has made, unless it was given up, and then removes what that superseded.
    func finishStep(_ urgent: inout UrgentJob, _ writer: StoreWriter) throws {
        let number = urgent.number
        guard urgent.stage == .cleanUp else {
            let isVoid = try attempt(&urgent.job, writer) { job in
                try state.withLock { state in
                    guard state.jobsNumber == number, !state.isStopped else {
                        job.cancel(environment)
                        return true
                    }
                    try job.finish(&state, environment, writer)
                    if job is CompactionJob { state.isCompacting = false }
                    if job is JoinJob { state.isJoining = false }
                    return false
                }
            }
            if isVoid { urgent.job = nil } else { urgent.stage = .cleanUp }
            return
        }
        let isMerge = urgent.job is MergeJob
        do {
            if try attempt(&urgent.job, writer, { try $0.cleanUp(environment, writer) }) {
                (urgent.job, urgent.stage) = (nil, .work)
            }
        } catch {
            urgent.stage = .work
            if !isMerge {
                writer.perform(unlessReloadedSince: state.withLock { $0.reloadCount }) { $0.isRewriting = false }
            }
            throw error
        }
    }

    /// Finishes what is being finished; a merge that is not done is given up.
    func finishUrgent(_ writer: StoreWriter) throws {
        try urgentJob.withLock { urgent in
            defer {
                urgent.cancel(environment)
                state.withLock { $0.isUrgent = false }
            }
            while urgent.job != nil, urgent.stage != .work { try finishStep(&urgent, writer) }
        }
    }
}

extension StoreMaintenance.State {
    /// Whether a table has more generations than merges in time would leave.
    func isBehind(_ limits: StoreLimits) -> Bool {
        generations.values.contains { $0.count > limits.generationCount }
    }
}
