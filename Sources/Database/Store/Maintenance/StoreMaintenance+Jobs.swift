import Core
import Dispatch
import Synchronization

extension StoreMaintenance {
    /// The jobs of the thread of idle priority, which has them locked for as long as a slice takes.
    ///
    /// Only closing and loading anew wait for that.
    struct Jobs {
        /// A merge or a compaction.
        var job: (any MaintenanceJob)?
        /// A join of sealed files, which goes on when nothing is merged, and for a slice after each merge.
        var join: (any MaintenanceJob)?
        var isJoinNext = false
        /// The state's number of given up jobs when they were begun.
        var number = 0

        /// Gives all of them up, and removes what was begun.
        mutating func cancel(_ environment: StoreEnvironment) {
            job?.cancel(environment)
            join?.cancel(environment)
            (job, join, isJoinNext) = (nil, nil, false)
        }
    }

    /// Does a slice of a job, and begins one where there is none.
    func slice(_ jobs: inout Jobs, _ writer: StoreWriter) throws -> Outcome {
        guard try begin(&jobs) else { return .nothing }
        let isReady = jobs.job != nil ? try work(&jobs.job, writer) : try work(&jobs.join, writer)
        guard isReady else { return .more }
        let isFree = state.withLock { state in
            guard !state.isUrgent, !state.isDraining else { return false }
            state.isUrgent = true
            return true
        }
        // Else whoever works at the usual priority has this thread go on behind it.
        guard isFree, let job = jobs.job.take() ?? jobs.join.take() else { return .nothing }
        finish(ReadyJob(job: job, number: jobs.number), writer)
        return .handedOver
    }

    /// Sees to it that there is a job; false when there is nothing to do.
    private func begin(_ jobs: inout Jobs) throws -> Bool {
        let (isFree, join) = try beginCompaction(&jobs)
        guard isFree else { return false }
        if let join {
            jobs.join?.cancel(environment)
            jobs.join = try JoinJob(join, environment)
        }
        guard jobs.job == nil else { return true }
        // Merges come first, as reads wait for them, but never for ever.
        if !jobs.isJoinNext { jobs.job = beginMerge(MergeJob.range) }
        jobs.isJoinNext = jobs.job != nil && jobs.join != nil
        return jobs.job != nil || jobs.join != nil
    }

    private func beginMerge(_ choose: @Sendable ([Int], StoreLimits) -> Range<Int>?) -> MergeJob? {
        state.withLock { state in
            state.isUrgent || state.isStopped || state.isFailing ? nil : MergeJob(&state, environment, choose)
        }
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
                _ = try begin(&jobs)
                if jobs.job == nil, state.withLock({ $0.waiting == nil }) { jobs.job = beginMerge(MergeJob.rest) }
            } catch {
                // Not swallowed: derived files can wait, and the next commits try again.
                giveUp(&jobs, writer)
            }
        }
    }

    func giveUp(_ jobs: inout Jobs, _ writer: StoreWriter) {
        state.withLock { giveUp(&$0, writer) }
        jobs.cancel(environment)
    }

    /// Does a slice of a job's own work; true when there is no more of that.
    func work(_ slot: inout (any MaintenanceJob)?, _ writer: StoreWriter) throws -> Bool {
        try attempt(&slot, writer) { try $0.work(environment) }
    }

    /// Does something for a job; one that fails takes its drafts with it.
    func attempt(
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

// MARK: Closing

extension StoreMaintenance {
    /// Waits until what was frozen is written and no file of the journal is being rewritten, so that the writer can look
    /// whether it should be compacted.
    ///
    /// A compaction is finished; what can wait is given up.
    func drain(for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            workAlone {
                self.writeFrozen(writer, isLast: true)
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

    /// Works on the urgent queue while nothing is on its way there from the other thread.
    private func workAlone(_ work: @escaping @Sendable () -> Void) {
        urgentQueue.async {
            self.state.withLock { $0.isDraining = true }
            // A slice that began before may still hand a job over: with `isUrgent` taken back by what comes here, another one
            // could begin beside that, and of two merges of the same files the second takes the place of newer ones.
            self.jobs.withLock { _ in }
            // Behind what was on its way by then.
            self.urgentQueue.async {
                work()
                self.state.withLock { $0.isDraining = false }
            }
        }
    }

    private func finishRewriting(_ jobs: inout Jobs, _ writer: StoreWriter) throws {
        // What was stopped knows no longer which files there are.
        guard state.withLock({ !$0.isStopped }) else { return }
        try finishUrgent(writer)
        if jobs.job is MergeJob {
            jobs.job?.cancel(environment)
            jobs.job = nil
        }
        let isJoinWaiting = try beginCompaction(&jobs).join != nil
        if jobs.job is CompactionJob { try complete(&jobs, writer) }
        guard isJoinWaiting || jobs.join != nil else { return }
        jobs.join?.cancel(environment)
        jobs.join = nil
        state.withLock { state in
            state.isJoining = false
            writer.perform(unlessReloadedSince: state.reloadCount) { $0.isRewriting = false }
        }
    }

    /// Does all that is left of a job.
    private func complete(_ jobs: inout Jobs, _ writer: StoreWriter) throws {
        while try !work(&jobs.job, writer) {}
        var urgent = UrgentJob(job: jobs.job.take(), stage: .finish, number: jobs.number)
        while urgent.job != nil { try finishStep(&urgent, writer) }
    }

    /// Writes what is left, compacts the journal when that was asked for, and stops.
    func finish(_ frozen: FrozenStore?, for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            workAlone {
                if let frozen { self.state.withLock { self.take(frozen, &$0) } }
                self.writeFrozen(writer, isLast: true)
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
            jobs.number = state.withLock { $0.jobsNumber }
            jobs.job = beginMerge(MergeJob.tail)
            guard jobs.job != nil else { return }
            try complete(&jobs, writer)
        }
    }
}
