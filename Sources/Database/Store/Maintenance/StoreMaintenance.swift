import Core
import Dispatch
import Synchronization

/// The store's second thread: it writes derived files, merges them, and compacts the journal, beside reads and writes.
///
/// Large jobs run in slices, so that what was frozen meanwhile never waits for them.
final class StoreMaintenance: Sendable {
    let queue = WorkerThread(name: "Lantern.JSONStore.maintenance")
    /// For work that somebody waits for, or that has waited too long because all cores were busy.
    private let urgentQueue = DispatchQueue(label: "Lantern.JSONStore.maintenance.urgent")
    let state: Mutex<State>
    /// The work that the writer has handed over and nobody has taken yet; visible to all threads at once.
    private let arrivals = Mutex(Arrivals())
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

    /// Takes over what was frozen, and goes on with it at once.
    func write(_ frozen: FrozenStore, for writer: StoreWriter) {
        arrivals.withLock { $0.frozen = frozen }
        pace.begin()
        queue.async { self.step(writer) }
    }

    /// Takes what the writer has handed over.
    private func collect(_ state: inout State, _ writer: StoreWriter) {
        let (frozen, join) = arrivals.withLock { ($0.frozen.take(), $0.join.take()) }
        if let frozen { take(frozen, &state) }
        if let join { take(join, &state, writer) }
    }

    private func take(_ frozen: FrozenStore, _ state: inout State) {
        // What was frozen before everything was loaded anew is void.
        guard frozen.reloadCount == state.reloadCount, !state.isStopped else { return }
        state.waiting = frozen
        if frozen.compaction != nil { state.isCompacting = true }
        state.isFailing = false
    }

    private func take(_ request: JoinRequest, _ state: inout State, _ writer: StoreWriter) {
        guard request.reloadCount == state.reloadCount, !state.isStopped else { return }
        do throws(FileError) {
            if !state.isFailing { state.join = try JoinJob(request, environment) }
            state.isJoining = state.join != nil
        } catch {
            // Not swallowed: the files stay as they are, and are joined another time.
        }
        if state.join == nil {
            writer.perform(unlessReloadedSince: request.reloadCount) { $0.isRewriting = false }
        }
    }

    /// Writes what was frozen at the usual priority, because there is too much of it by now.
    func hurry(_ writer: StoreWriter) {
        urgentQueue.async {
            self.writeFrozen(writer)
            self.queue.async { self.step(writer) }
        }
    }

    /// Gives up whatever is under way; for the writer's thread, which this one never waits for.
    func stop() {
        state.withLock { state in
            state.job?.cancel(environment)
            state.job = nil
            state.cancelJoin(environment)
            state.waiting = nil
            state.isStopped = true
        }
    }

    /// Begins anew with other files.
    func restart(_ start: Start) {
        state.withLock { $0 = State(start) }
    }

    /// One slice of work; comes back while there is more.
    private func step(_ writer: StoreWriter) {
        pace.makeWay()
        let (isMore, draft) = state.withLock { state -> (Bool, JournalDraft?) in
            guard !state.isStopped else { return (false, nil) }
            collect(&state, writer)
            do {
                let isMore = try advance(&state, writer)
                return (isMore, state.draftToSync.take())
            } catch {
                // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
                giveUp(&state, writer)
                return (false, nil)
            }
        }
        do throws(FileError) {
            // Without the lock, so that nothing that was frozen waits for the disk.
            try draft?.sync()
        } catch {
            // Not swallowed, as above.
            state.withLock { giveUp(&$0, writer) }
        }
        if isMore { queue.async { self.step(writer) } } else { pace.end() }
    }

    private func advance(_ state: inout State, _ writer: StoreWriter) throws -> Bool {
        if let frozen = state.waiting {
            try write(frozen, &state, writer)
            return true
        }
        if state.isFailing { return false }
        if var job = state.job {
            state.job = nil
            let isDone = try step(&job, &state, writer)
            if !isDone {
                state.job = job
            } else if job is CompactionJob {
                state.isCompacting = false
            }
            return true
        }
        // Merges come first, as reads wait for them, but never for ever.
        if !state.isJoinNext { state.job = try MergeJob(&state, environment) }
        state.isJoinNext = state.job != nil && state.join != nil
        if state.job != nil { return true }
        guard var join = state.join else { return false }
        state.join = nil
        if try !step(&join, &state, writer) { state.join = join } else { state.isJoining = false }
        return true
    }

    /// Joins sealed files of the journal when there is time for that.
    func join(_ request: JoinRequest, for writer: StoreWriter) {
        arrivals.withLock { $0.join = request }
        queue.async { self.step(writer) }
    }

    /// Does a slice of a job; one that fails takes its drafts with it.
    private func step(
        _ job: inout some MaintenanceJob, _ state: inout State, _ writer: StoreWriter
    ) throws -> Bool {
        do {
            return try job.step(&state, environment, writer)
        } catch {
            job.cancel(environment)
            if (error as? StoreError)?.code == .storeDamaged {
                // A record of the journal: loading it anew keeps the file aside and salvages the rest.
                writer.reloadSoon(unlessReloadedSince: state.reloadCount)
            }
            throw error
        }
    }

    private func giveUp(_ state: inout State, _ writer: StoreWriter) {
        state.isFailing = true
        state.job?.cancel(environment)
        state.job = nil
        let frozen = state.waiting
        state.waiting = nil
        let wasCompacting = state.isCompacting
        state.isCompacting = false
        let wasJoining = state.isJoining
        state.cancelJoin(environment)
        writer.perform(unlessReloadedSince: state.reloadCount) { writerState in
            // Only what was given up here: the writer may have frozen something meanwhile that is still to come.
            if let frozen {
                for (name, table) in frozen.tables {
                    writerState.change(name, self.environment) { $0.refreeze(table.changedSlots) }
                }
                writerState.isFreezing = false
                writerState.isHurrying = false
            }
            if wasJoining {
                writerState.isRewriting = false
                // Not again before the journal has grown by some segments: each attempt copies what it gets to.
                let more = self.environment.limits.joinedBytes / 8
                writerState.joinFloor = (writerState.journal?.totalBytes ?? 0) + more
            }
            if wasCompacting {
                writerState.isRewriting = false
                // Not again before the journal has grown as much once more: each attempt seals a segment.
                writerState.compactionFloor = 2 * (writerState.journal?.totalBytes ?? 0)
            }
        }
    }

    /// Writes what was frozen to a generation for each table, and then the manifest.
    private func write(_ frozen: FrozenStore, _ state: inout State, _ writer: StoreWriter) throws {
        let file = GenerationFile(files: environment.files, directory: environment.directory)
        var written: [String: OpenGeneration] = [:]
        var checkpoint = frozen.checkpoint
        let isSealedDurable: Bool
        do {
            for (name, table) in frozen.tables {
                guard let definition = environment.definitions[name] else { continue }
                written[name] = try file.write(table, definition, number: state.nextGeneration)
                state.nextGeneration += 1
            }
            isSealedDurable = try sync(frozen, &state)
            if let (covered, file, size, _) = state.replacement {
                // It was frozen before the writer heard of the compaction.
                try checkpoint.replace(covered, by: file, size: size)
            }
        } catch {
            for opened in written.values {
                // Nobody's file; one that stays is removed at the next opening.
                try? environment.files.remove(Manifest.generationPath(environment.directory, opened.number))
            }
            throw error
        }
        var manifest = Manifest(
            journal: checkpoint, isSynced: frozen.isSynced, isSealedDurable: isSealedDurable,
            nextGeneration: state.nextGeneration, tables: [:])
        for (name, definition) in environment.definitions {
            // Without one of its tables a manifest is none: the next opening reads the journal, and refuses as well.
            guard environment.refusals[name] == nil, let table = frozen.view.tables[name] else { continue }
            manifest.tables[name] = Manifest.Table(
                definition: definition.definition, capacity: table.slots.capacity, free: table.slots.free,
                count: table.count, liveBytes: table.liveBytes, lastChange: table.lastChange,
                unreadableRecords: table.unreadableRecords, generations: [])
            if let moves = state.replacement?.unreadableRecords[name] {
                manifest.tables[name]?.unreadableRecords.move(moves)
            }
        }
        for (name, opened) in written { state.generations[name, default: []].append(opened) }
        state.waiting = nil
        writer.perform(unlessReloadedSince: state.reloadCount) { [written, environment] writerState in
            for (name, opened) in written {
                guard let definition = environment.definitions[name] else { continue }
                writerState.change(name, environment) {
                    $0.thaw(opened.generation, sections: definition.sections)
                }
            }
            writer.republish(&writerState)
        }
        // Commits may wait for it, and where it cannot be written they go on.
        defer { writer.endFreezing(unlessReloadedSince: frozen.reloadCount) }
        try state.write(manifest, environment)
        let listed = Set(checkpoint.files.dropLast().map(\.id))
        writer.perform(unlessReloadedSince: frozen.reloadCount) { writerState in
            writerState.journal?.noteListed(listed, failures: isSealedDurable ? frozen.folderFailures : nil)
        }
        if let compaction = frozen.compaction {
            state.job?.cancel(environment)
            state.job = try CompactionJob(compaction, frozen.view, &state, environment)
        }
    }

    /// Syncs the sealed files of the journal and the names of all, as a manifest tells the next opening of them.
    ///
    /// The last one is left out: a commit that writes to a file while it is synced waits for the disk.
    ///
    /// - Returns: Whether they are on the disk; not when something about them was in doubt.
    private func sync(_ frozen: FrozenStore, _ state: inout State) throws(FileError) -> Bool {
        if frozen.isSynced { return true }
        for file in frozen.unsynced where !state.syncedFiles.contains(file.id) {
            try file.sync()
            file.letGo()
            state.syncedFiles.insert(file.id)
        }
        let names = Set(frozen.checkpoint.files.map(\.id))
        if !names.isSubset(of: state.named.files) || state.named.failures != environment.folder.failureCount {
            state.named = (names, try environment.folder.sync())
        }
        return !frozen.isInDoubt && state.named.failures == frozen.folderFailures
    }

    /// Merges what is left, as there is nothing else to do.
    func rest(_ writer: StoreWriter) {
        queue.async {
            self.state.withLock { state in
                self.collect(&state, writer)
                guard !state.isStopped, !state.isFailing, state.waiting == nil, state.job == nil else { return }
                do {
                    state.job = try MergeJob(&state, self.environment, MergeJob.rest)
                } catch {
                    // Not swallowed: derived files can wait, and the next commits try again.
                    self.giveUp(&state, writer)
                }
            }
            self.step(writer)
        }
    }

    /// Writes everything that was frozen, without a pause.
    private func writeFrozen(_ writer: StoreWriter) {
        state.withLock { state in
            collect(&state, writer)
            do {
                while state.waiting != nil, !state.isStopped { _ = try advance(&state, writer) }
            } catch {
                // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
                giveUp(&state, writer)
            }
        }
    }

    /// Waits until what was frozen is written and no file of the journal is being rewritten, so that the writer can look
    /// whether it should be compacted.
    ///
    /// A compaction is finished; what can wait is given up.
    func drain(for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            urgentQueue.async {
                self.writeFrozen(writer)
                self.state.withLock { state in
                    // What was stopped knows no longer which files there are.
                    guard !state.isStopped else { return }
                    do {
                        try self.finishRewriting(&state, writer)
                    } catch {
                        // Not swallowed: the files stay as they are, and the next opening may rewrite them.
                        self.giveUp(&state, writer)
                    }
                }
                continuation.resume()
            }
        }
    }

    private func finishRewriting(_ state: inout State, _ writer: StoreWriter) throws {
        if state.job is MergeJob {
            state.job?.cancel(environment)
            state.job = nil
        }
        while state.job is CompactionJob {
            guard try advance(&state, writer) else { break }
        }
        guard var join = state.join else { return }
        state.join = nil
        if join.isRenamed { _ = try step(&join, &state, writer) } else { join.cancel(environment) }
        state.isJoining = false
        writer.perform(unlessReloadedSince: state.reloadCount) { $0.isRewriting = false }
    }

    /// Writes what is left, compacts the journal when that was asked for, and stops.
    func finish(_ frozen: FrozenStore?, for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            urgentQueue.async {
                self.state.withLock { state in
                    // What was stopped knows no longer which files there are.
                    guard !state.isStopped else { return }
                    if let frozen { self.take(frozen, &state) }
                    do {
                        while state.waiting != nil, try self.advance(&state, writer) {}
                        try self.finishRewriting(&state, writer)
                        while !state.isFailing, var job = try MergeJob(&state, self.environment, MergeJob.tail) {
                            while try !self.step(&job, &state, writer) {}
                        }
                    } catch {
                        // Not swallowed: the journal has it all, and the next opening makes the rest.
                        self.giveUp(&state, writer)
                    }
                    // Where something failed: nothing that was begun is left.
                    state.job?.cancel(self.environment)
                    state.job = nil
                    state.cancelJoin(self.environment)
                    state.isStopped = true
                }
                continuation.resume()
            }
        }
    }
}
