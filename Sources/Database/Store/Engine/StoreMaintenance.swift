import Core
import Dispatch
import Synchronization

/// The store's second thread: it writes derived files, merges them, and compacts the journal, beside reads and writes.
///
/// Large jobs run in slices, so that what was frozen meanwhile never waits for them.
final class StoreMaintenance: Sendable {
    /// What was found when the store was loaded.
    struct Start: Sendable {
        let generations: [String: [OpenGeneration]]
        let nextGeneration: Int
        let manifest: Manifest?
        let epoch: Int
    }

    /// What only `queue` touches.
    struct State {
        /// The open generations of each table, oldest first.
        var generations: [String: [OpenGeneration]]
        var nextGeneration: Int
        /// The last manifest that was written; nil when none reaches the present files.
        var manifest: Manifest?
        /// Frozen tables that wait to be written.
        var waiting: FrozenStore?
        var job: (any MaintenanceJob)?
        /// A compaction is under way, or comes behind what waits.
        var isCompacting = false
        var isStopped = false
        /// Sealed files that are known to be on the disk.
        var syncedFiles: Set<UInt32> = []
        /// Derived files could not be written; they are left alone until the next freeze.
        var isFailing = false
        /// What the last compaction has put in the place of what.
        var replacement: (covered: [JournalFile], file: JournalFile, size: Int)?
        let epoch: Int

        init(_ start: Start) {
            generations = start.generations
            nextGeneration = start.nextGeneration
            manifest = start.manifest
            epoch = start.epoch
        }
    }

    /// How many chunks of places are fetched ahead at most: four million records, 64 MiB.
    private static let largestFetch = 16_384
    private static let fetchSlice = 64

    let queue = WorkerThread(name: "Lantern.JSONStore.maintenance")
    /// For work that somebody waits for, or that has waited too long because all cores were busy.
    private let urgentQueue = DispatchQueue(label: "Lantern.JSONStore.maintenance.urgent")
    private let state: Mutex<State>
    /// What the writer has handed over and nobody has taken yet; at once visible to whoever works, on whichever thread.
    private let arrivals = Mutex<FrozenStore?>(nil)
    let environment: StoreEnvironment

    init(_ start: Start, environment: StoreEnvironment) {
        state = Mutex(State(start))
        self.environment = environment
    }

    /// Takes over what was frozen, and goes on with it at once.
    func write(_ frozen: FrozenStore, for writer: StoreWriter) {
        arrivals.withLock { $0 = frozen }
        queue.async { self.step(writer) }
    }

    /// Takes what the writer has handed over.
    private func collect(_ state: inout State) {
        guard let frozen = arrivals.withLock({ $0.take() }) else { return }
        // What was frozen before everything was loaded anew is void.
        guard frozen.epoch == state.epoch, !state.isStopped else { return }
        state.waiting = frozen
        if frozen.compaction != nil { state.isCompacting = true }
        state.isFailing = false
    }

    /// Reads what the first windows would have to wait for: the tables of contents of derived files, and where records
    /// lie.
    func prepare(_ slots: [StoredSlots]) {
        queue.async {
            let generations = self.state.withLock { $0.isStopped ? [] : $0.generations.values.flatMap { $0 } }
            for opened in generations {
                // Whoever needs what cannot be read meets the error again, and says what is to be done.
                guard (try? opened.generation.prepare()) != nil else { return }
            }
            self.fetchAhead(slots)
        }
    }

    private func fetchAhead(_ slots: [StoredSlots]) {
        guard let first = slots.first else { return }
        fetchAhead(first, from: 0) { self.fetchAhead(Array(slots.dropFirst())) }
    }

    private func fetchAhead(_ slots: StoredSlots, from chunk: Int, then next: @escaping @Sendable () -> Void) {
        guard chunk < min(slots.chunkCount, Self.largestFetch) else { return next() }
        queue.async {
            guard !self.state.withLock({ $0.isStopped }) else { return }
            let numbers = chunk..<min(slots.chunkCount, chunk + Self.fetchSlice)
            // Whoever needs what cannot be read meets the error again, and says what is to be done.
            guard (try? slots.fetchAhead(numbers)) != nil else { return }
            self.fetchAhead(slots, from: numbers.upperBound, then: next)
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
        let isMore = state.withLock { state -> Bool in
            guard !state.isStopped else { return false }
            collect(&state)
            do {
                return try advance(&state, writer)
            } catch {
                // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
                giveUp(&state, writer)
                return false
            }
        }
        if isMore { queue.async { self.step(writer) } }
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
        state.job = try MergeJob(&state, environment)
        return state.job != nil
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
                writer.reloadSoon(epoch: state.epoch)
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
        writer.perform(epoch: state.epoch) { writerState in
            // Only what was given up here: the writer may have frozen something meanwhile that is still to come.
            if let frozen {
                for (name, table) in frozen.tables {
                    writerState.change(name, self.environment) { $0.refreeze(table.changedSlots) }
                }
                writerState.isFreezing = false
            }
            if wasCompacting {
                writerState.isCompacting = false
                // Not again before the journal has grown as much once more: each attempt seals a segment.
                writerState.compactionFloor = 2 * (writerState.journal?.totalBytes ?? 0)
            }
        }
    }

    /// Writes what was frozen to a generation for each table, and then the manifest.
    private func write(_ frozen: FrozenStore, _ state: inout State, _ writer: StoreWriter) throws {
        let file = GenerationFile(files: environment.files, directory: environment.directory)
        var written: [String: OpenGeneration] = [:]
        do {
            for (name, table) in frozen.tables {
                guard let definition = environment.definitions[name] else { continue }
                written[name] = try file.write(table, definition, number: state.nextGeneration)
                state.nextGeneration += 1
            }
            try sync(frozen.files.filter { $0.segment != frozen.checkpoint.position.segment }, &state, writer)
        } catch {
            for opened in written.values {
                // Nobody's file; one that stays is removed at the next opening.
                try? environment.files.remove(Manifest.generationPath(environment.directory, opened.number))
            }
            throw error
        }
        var checkpoint = frozen.checkpoint
        if let (covered, file, size) = state.replacement {
            // It was frozen before the writer heard of the compaction.
            try checkpoint.replace(covered, by: file, size: size)
        }
        var manifest = Manifest(
            journal: checkpoint, isSynced: frozen.isSynced, nextGeneration: state.nextGeneration, tables: [:])
        for (name, definition) in environment.definitions {
            guard let table = frozen.view.tables[name] else { continue }
            manifest.tables[name] = Manifest.Table(
                definition: definition.definition, capacity: table.slots.capacity, free: table.slots.free,
                count: table.count, liveBytes: table.liveBytes, lastChange: table.lastChange, generations: [])
        }
        for (name, opened) in written { state.generations[name, default: []].append(opened) }
        state.waiting = nil
        writer.perform(epoch: state.epoch) { [written, environment] writerState in
            for (name, opened) in written {
                guard let definition = environment.definitions[name] else { continue }
                writerState.change(name, environment) {
                    $0.thaw(opened.generation, sections: definition.sections)
                }
            }
            writerState.isFreezing = false
            writer.republish(&writerState)
        }
        try state.write(manifest, environment)
        if let compaction = frozen.compaction {
            state.job?.cancel(environment)
            state.job = try CompactionJob(compaction, frozen.view, &state, environment)
        }
    }

    /// A manifest vouches for the sealed files of the journal, so they have to be on the disk first.
    ///
    /// The last one is left out: a commit that writes to a file while it is synced waits for the disk.
    private func sync(_ files: [JournalFile], _ state: inout State, _ writer: StoreWriter) throws {
        for file in files where !state.syncedFiles.contains(file.id) {
            do throws(FileError) {
                try file.handle.sync()
            } catch {
                // The system reports this once, so the writer has to know of it as well.
                writer.perform(epoch: state.epoch) { $0.journal?.markSuspect(file.id) }
                throw error
            }
            state.syncedFiles.insert(file.id)
        }
    }

    /// Merges what is left, as there is nothing else to do.
    func rest(_ writer: StoreWriter) {
        queue.async {
            self.state.withLock { state in
                self.collect(&state)
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
            collect(&state)
            do {
                while state.waiting != nil, !state.isStopped { _ = try advance(&state, writer) }
            } catch {
                // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
                giveUp(&state, writer)
            }
        }
    }

    /// Waits until what was frozen is written.
    func drain(for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            urgentQueue.async {
                self.writeFrozen(writer)
                continuation.resume()
            }
        }
    }

    /// Writes what is left, finishes the jobs that are short, and stops.
    func finish(_ frozen: FrozenStore?, for writer: StoreWriter) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            urgentQueue.async {
                self.state.withLock { state in
                    // What was stopped knows no longer which files there are.
                    guard !state.isStopped else { return }
                    if state.job is MergeJob {
                        state.job?.cancel(self.environment)
                        state.job = nil
                    }
                    if let frozen { state.waiting = frozen }
                    if frozen?.compaction != nil { state.isCompacting = true }
                    do {
                        while state.waiting != nil || state.job is CompactionJob {
                            guard try self.advance(&state, writer) else { break }
                        }
                        while !state.isFailing, var job = try MergeJob(&state, self.environment, MergeJob.tail) {
                            while try !self.step(&job, &state, writer) {}
                        }
                    } catch {
                        // Not swallowed: the journal has it all, and the next opening makes the rest.
                        self.giveUp(&state, writer)
                    }
                    state.isStopped = true
                }
                continuation.resume()
            }
        }
    }
}

extension StoreMaintenance.State {
    /// Writes a manifest with the generations that there are now.
    mutating func write(_ manifest: Manifest, _ environment: StoreEnvironment) throws(FileError) {
        var manifest = manifest
        manifest.nextGeneration = nextGeneration
        for (name, opened) in generations {
            manifest.tables[name]?.generations = opened.map { Manifest.Entry(number: $0.number, info: $0.info) }
        }
        try manifest.write(environment.files, environment.directory)
        self.manifest = manifest
    }
}

/// A store at the moment when it was frozen: what a manifest describes.
struct FrozenStore: Sendable {
    let view: StoreView
    /// The tables that changed since the last time.
    let tables: [String: FrozenTable]
    let checkpoint: JournalCheckpoint
    /// The journal's files up to the checkpoint.
    let files: [JournalFile]
    /// Whether all of the journal is known to be on the disk.
    let isSynced: Bool
    /// What to compact next, when it is time for that.
    let compaction: CompactionRequest?
    let epoch: Int
}

/// A large job that runs in slices.
protocol MaintenanceJob {
    /// Does a slice; true when it was the last.
    mutating func step(
        _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment, _ writer: StoreWriter
    ) throws -> Bool
    /// Gives up, and removes what was begun.
    mutating func cancel(_ environment: StoreEnvironment)
}
