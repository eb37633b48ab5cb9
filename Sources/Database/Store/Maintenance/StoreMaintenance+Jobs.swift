import Core
import Dispatch
import Synchronization

extension StoreMaintenance {
    /// The jobs under way; only the thread that has them locked touches them and their files.
    struct Jobs {
        /// A merge or a compaction.
        var job: (any MaintenanceJob)?
        /// A join of sealed files, which goes on when nothing is merged, and for a slice after each merge.
        var join: (any MaintenanceJob)?
        var isJoinNext = false
        /// What comes next for one of them, at the usual priority; nil while all that it needs is its own.
        var stage: Stage?
        /// The number of times that one got there.
        var stageCount = 0
        /// The state's number of given up jobs when they were begun.
        var number = 0

        enum Stage {
            case finish, cleanUp
        }

        /// Gives all of them up, and removes what was begun.
        mutating func cancel(_ environment: StoreEnvironment) {
            job?.cancel(environment)
            join?.cancel(environment)
            (job, join, isJoinNext, stage) = (nil, nil, false, nil)
        }
    }

    /// Does a slice of a job, and begins one where there is none.
    func slice(_ jobs: inout Jobs, _ writer: StoreWriter) throws -> Outcome {
        guard jobs.stage == nil, try begin(&jobs) else { return .nothing }
        let isReady = jobs.job != nil ? try work(&jobs.job, writer) : try work(&jobs.join, writer)
        guard isReady else { return .more }
        jobs.stage = .finish
        jobs.stageCount += 1
        finishLater(jobs.stageCount, writer)
        return .handedOver
    }

    /// Finishes a job step by step, so that what was frozen meanwhile comes in between.
    private func finishLater(_ count: Int, _ writer: StoreWriter) {
        urgentQueue.async {
            let outcome = self.jobs.withLock { jobs -> Outcome in
                guard jobs.stage != nil, jobs.stageCount == count else { return .nothing }
                do {
                    try self.finishStep(&jobs, writer)
                } catch {
                    // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
                    self.giveUp(&jobs, writer)
                }
                return jobs.stage == nil ? .more : .handedOver
            }
            if case .handedOver = outcome { self.finishLater(count, writer) } else { self.goOn(after: outcome, writer) }
        }
    }

    func giveUp(_ jobs: inout Jobs, _ writer: StoreWriter) {
        state.withLock { giveUp(&$0, writer) }
        jobs.cancel(environment)
    }

    /// Sees to it that there is a job; false when there is nothing to do.
    private func begin(_ jobs: inout Jobs) throws -> Bool {
        let (isFree, join) = try beginCompaction(&jobs)
        guard isFree else { return false }
        if let join { jobs.join = try JoinJob(join, environment) }
        guard jobs.job == nil else { return true }
        // Merges come first, as reads wait for them, but never for ever.
        if !jobs.isJoinNext {
            jobs.job = try state.withLock { $0.isCatchingUp ? nil : try MergeJob(&$0, environment) }
        }
        jobs.isJoinNext = jobs.job != nil && jobs.join != nil
        return jobs.job != nil || jobs.join != nil
    }

    /// Discards what was given up, and begins a compaction where one is to begin.
    ///
    /// - Returns: Whether something may be done, and the join that is to begin.
    private func beginCompaction(_ jobs: inout Jobs) throws -> (isFree: Bool, join: JoinRequest?) {
        let (isFree, number, compaction, join) = state.withLock { state in
            let isFree = !state.isStopped && !state.isFailing
            return (
                isFree, state.jobsNumber, isFree ? state.compaction.take() : nil, isFree ? state.join.take() : nil
            )
        }
        if jobs.number != number {
            jobs.cancel(environment)
            jobs.number = number
        }
        if let compaction { jobs.job = try CompactionJob(compaction, environment) }
        return (isFree, join)
    }

    /// Begins to merge what is left, where nothing else is to be done.
    func beginRest(_ writer: StoreWriter) {
        jobs.withLock { jobs in
            do {
                state.withLock { collect(&$0, writer) }
                guard jobs.stage == nil else { return }
                _ = try begin(&jobs)
                guard jobs.job == nil else { return }
                jobs.job = try state.withLock { state in
                    guard !state.isStopped, !state.isFailing, !state.isCatchingUp, state.waiting == nil else {
                        return nil
                    }
                    return try MergeJob(&state, environment, MergeJob.rest)
                }
            } catch {
                // Not swallowed: derived files can wait, and the next commits try again.
                giveUp(&jobs, writer)
            }
        }
    }

    /// Does a slice of a job's own work; true when there is no more of that.
    private func work(_ slot: inout (any MaintenanceJob)?, _ writer: StoreWriter) throws -> Bool {
        try attempt(&slot, writer) { try $0.work(environment) }
    }

    private func finishStep(_ jobs: inout Jobs, _ writer: StoreWriter) throws {
        if jobs.job != nil {
            try finishStep(&jobs.job, &jobs.stage, jobs.number, writer)
        } else {
            try finishStep(&jobs.join, &jobs.stage, jobs.number, writer)
        }
    }

    /// Has the store go on with what a job has made, unless it was given up, and then removes what that superseded.
    private func finishStep(
        _ slot: inout (any MaintenanceJob)?, _ stage: inout Jobs.Stage?, _ number: Int, _ writer: StoreWriter
    ) throws {
        let isDone = try attempt(&slot, writer) { job in
            guard stage != .cleanUp else { return try job.cleanUp(environment, writer) }
            return try state.withLock { state in
                guard state.jobsNumber == number, !state.isStopped else {
                    job.cancel(environment)
                    return true
                }
                try job.finish(&state, environment, writer)
                return false
            }
        }
        stage = isDone ? nil : .cleanUp
        guard isDone, let job = slot.take() else { return }
        state.withLock { state in
            guard state.jobsNumber == number else { return }
            if job is CompactionJob { state.isCompacting = false }
            if job is JoinJob { state.isJoining = false }
        }
    }

    private func finish(_ slot: inout (any MaintenanceJob)?, _ number: Int, _ writer: StoreWriter) throws {
        var stage: Jobs.Stage? = .finish
        while stage != nil { try finishStep(&slot, &stage, number, writer) }
    }

    /// Does something for a job; one that fails takes its drafts with it.
    private func attempt(
        _ slot: inout (any MaintenanceJob)?, _ writer: StoreWriter,
        _ body: (inout any MaintenanceJob) throws -> Bool
    ) throws -> Bool {
        guard var job = slot.take() else { return true }
        do {
            let isDone = try body(&job)
            slot = job
            return isDone
        } catch {
            job.cancel(environment)
            if (error as? StoreError)?.code == .storeDamaged {
                // A record of the journal: loading it anew keeps the file aside and salvages the rest.
                writer.reloadSoon(unlessReloadedSince: state.withLock { $0.reloadCount })
            }
            throw error
        }
    }
}

// MARK: When the idle thread gets no core

extension StoreMaintenance {
    /// Merges at the usual priority when there are so many generations that reads suffer.
    ///
    /// In slices, so that what is frozen meanwhile comes first; what the other thread has begun is void.
    func catchUp(_ writer: StoreWriter) {
        let number = state.withLock { state -> Int? in
            guard !state.isStopped, !state.isFailing, !state.isCatchingUp, state.isBehind(environment.limits) else {
                return nil
            }
            state.isCatchingUp = true
            let (wasCompacting, wasJoining) = (state.isCompacting, state.isJoining)
            state.giveUpJobs()
            writer.perform(unlessReloadedSince: state.reloadCount) { writerState in
                self.noteGivenUp(isJoin: wasJoining, isCompaction: wasCompacting, &writerState)
            }
            return state.jobsNumber
        }
        guard let number else { return }
        pace.begin()
        urgentJobs.withLock { $0.number = number }
        urgentQueue.async { self.catchUpSlice(writer) }
    }

    private func catchUpSlice(_ writer: StoreWriter) {
        let isMore = urgentJobs.withLock { jobs in
            do {
                if jobs.job == nil {
                    jobs.job = try state.withLock { state in
                        guard state.jobsNumber == jobs.number, !state.isStopped, !state.isFailing,
                            state.isBehind(environment.limits)
                        else { return nil }
                        return try MergeJob(&state, environment)
                    }
                }
                guard jobs.job != nil else { return false }
                if jobs.stage == nil, try work(&jobs.job, writer) { jobs.stage = .finish }
                if jobs.stage != nil { try finishStep(&jobs, writer) }
                return true
            } catch {
                // Not swallowed: derived files can wait, and the next freeze tries again.
                giveUp(&jobs, writer)
                return false
            }
        }
        if isMore { return urgentQueue.async { self.catchUpSlice(writer) } }
        state.withLock { $0.isCatchingUp = false }
        pace.end()
    }
}

extension StoreMaintenance.State {
    /// Whether a table has more generations than merges in time would leave.
    func isBehind(_ limits: StoreLimits) -> Bool {
        generations.values.contains { $0.count > limits.generationCount }
    }
}

// MARK: Closing

extension StoreMaintenance {
    /// Waits until what was frozen is written and no file of the journal is being rewritten, so that the writer can look
    /// whether it should be compacted.
    ///
    /// A compaction is finished; what can wait is given up.
    func drain(for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            urgentQueue.async {
                self.writeFrozen(writer)
                self.jobs.withLock { jobs in
                    do {
                        try self.finishRewriting(&jobs, writer)
                    } catch {
                        // Not swallowed: the files stay as they are, and the next opening may rewrite them.
                        self.giveUp(&jobs, writer)
                    }
                }
                continuation.resume()
            }
        }
    }

    private func finishRewriting(_ jobs: inout Jobs, _ writer: StoreWriter) throws {
        // What was stopped knows no longer which files there are.
        guard state.withLock({ !$0.isStopped }) else { return }
        try urgentJobs.withLock { jobs in
            // What it has superseded is removed.
            while jobs.stage == .cleanUp { try finishStep(&jobs, writer) }
            jobs.cancel(environment)
        }
        while jobs.stage == .cleanUp {
            try finishStep(&jobs, writer)
        }
        jobs.stage = nil
        if jobs.job is MergeJob {
            jobs.job?.cancel(environment)
            jobs.job = nil
        }
        let isJoinWaiting = try beginCompaction(&jobs).join != nil
        while jobs.job is CompactionJob {
            if try work(&jobs.job, writer) { try finish(&jobs.job, jobs.number, writer) }
        }
        guard isJoinWaiting || jobs.join != nil else { return }
        jobs.join?.cancel(environment)
        jobs.join = nil
        state.withLock { state in
            state.isJoining = false
            writer.perform(unlessReloadedSince: state.reloadCount) { $0.isRewriting = false }
        }
    }

    /// Writes what is left, compacts the journal when that was asked for, and stops.
    func finish(_ frozen: FrozenStore?, for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            urgentQueue.async {
                if let frozen { self.state.withLock { self.take(frozen, &$0) } }
                self.writeFrozen(writer)
                self.jobs.withLock { jobs in
                    do {
                        try self.finishRewriting(&jobs, writer)
                        try self.mergeTail(&jobs, writer)
                    } catch {
                        // Not swallowed: the journal has it all, and the next opening makes the rest.
                        self.giveUp(&jobs, writer)
                    }
                    // Where something failed: nothing that was begun is left.
                    jobs.cancel(self.environment)
                }
                self.state.withLock { $0.isStopped = true }
                // Behind what the other thread had handed over, which removes its files: the next owner may use their names.
                self.urgentQueue.async { continuation.resume() }
            }
        }
    }

    private func mergeTail(_ jobs: inout Jobs, _ writer: StoreWriter) throws {
        while true {
            jobs.job = try state.withLock { state in
                guard !state.isStopped, !state.isFailing else { return nil }
                jobs.number = state.jobsNumber
                return try MergeJob(&state, environment, MergeJob.tail)
            }
            guard jobs.job != nil else { return }
            while try !work(&jobs.job, writer) {}
            try finish(&jobs.job, jobs.number, writer)
        }
    }
}
