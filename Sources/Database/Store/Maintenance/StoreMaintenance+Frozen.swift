import Core
import Dispatch
import Synchronization

/// An attempt to write frozen tables to generations, with the numbers of those.
struct FrozenWrite: Sendable {
    let frozen: FrozenStore
    /// The number of the first generation; one for each table follows.
    let firstGeneration: Int

    /// Writes the generations: nobody else's files.
    func write(_ environment: StoreEnvironment) throws -> [String: OpenGeneration] {
        let file = GenerationFile(files: environment.files, directory: environment.directory)
        var written: [String: OpenGeneration] = [:]
        do {
            for (name, table) in frozen.tables {
                guard let definition = environment.definitions[name] else { continue }
                written[name] = try file.write(table, definition, number: firstGeneration + written.count)
            }
        } catch {
            Self.remove(written, environment)
            throw error
        }
        return written
    }

    static func remove(_ written: [String: OpenGeneration], _ environment: StoreEnvironment) {
        for opened in written.values {
            // Nobody's file; one that stays is removed at the next opening.
            try? environment.files.remove(Manifest.generationPath(environment.directory, opened.number))
        }
    }
}

extension StoreMaintenance.State {
    /// Begins an attempt to write the frozen tables that wait, which they do until one has succeeded; nil when none wait.
    mutating func beginWrite() -> FrozenWrite? {
        guard !isStopped, let frozen = waiting else { return nil }
        defer { nextGeneration += frozen.tables.count }
        return FrozenWrite(frozen: frozen, firstGeneration: nextGeneration)
    }
}

extension StoreMaintenance {
    /// Writes what was frozen to generations, which another thread may do as well: whoever is done first has it count.
    func write(_ write: FrozenWrite, _ writer: StoreWriter) -> Outcome {
        let written: [String: OpenGeneration]
        do {
            written = try write.write(environment)
        } catch {
            state.withLock { giveUp(write, &$0, writer) }
            return .more
        }
        state.withLock { if $0.waits(for: write) { $0.isWaitingWritten = true } }
        // Also when it is too late: nothing is removed here, where there may be no core for it.
        urgentQueue.async {
            self.take(written, of: write, writer)
            self.catchUp(writer)
            self.goOn(after: .more, writer)
        }
        return .handedOver
    }

    /// Writes everything that was frozen, at the usual priority.
    ///
    /// - Parameters:
    ///   - writer: The writer.
    ///   - isLast: Whether the store is being closed, so that nothing is begun behind it.
    func writeFrozen(_ writer: StoreWriter, isLast: Bool = false) {
        while true {
            let waiting = state.withLock { state -> FrozenWrite? in
                collect(&state, writer)
                return state.beginWrite()
            }
            guard let waiting else { return }
            do {
                take(try waiting.write(environment), of: waiting, writer)
                if !isLast { catchUp(writer) }
            } catch {
                state.withLock { giveUp(waiting, &$0, writer) }
            }
        }
    }

    /// Gives up what could not be written, unless another thread has written it.
    private func giveUp(_ write: FrozenWrite, _ state: inout State, _ writer: StoreWriter) {
        // Not swallowed: what is derived can wait. The journal has it all, and the next freeze tries again.
        if state.waits(for: write) { giveUp(&state, writer) }
    }

    /// Has the store go on with generations that were written.
    private func take(_ written: [String: OpenGeneration], of write: FrozenWrite, _ writer: StoreWriter) {
        let isTaken = state.withLock { state in
            guard state.waits(for: write) else { return false }
            do {
                try adopt(written, of: write.frozen, &state, writer)
                return true
            } catch {
                let isNamed = state.waiting == nil
                giveUp(&state, writer)
                // Nothing is left to be frozen then, and closing is to write the manifest all the same.
                if isNamed {
                    writer.perform(unlessReloadedSince: state.reloadCount) { $0.needsManifest = true }
                }
                return isNamed
            }
        }
        if !isTaken { FrozenWrite.remove(written, environment) }
    }

    /// Adopts what was frozen, and writes the manifest.
    private func adopt(
        _ written: [String: OpenGeneration], of frozen: FrozenStore, _ state: inout State, _ writer: StoreWriter
    ) throws {
        var checkpoint = frozen.checkpoint
        let isSealedDurable = try sync(frozen, &state)
        if let (covered, file, size, _) = state.replacement {
            // It was frozen before the writer heard of the compaction.
            try checkpoint.replace(covered, by: file, size: size)
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
        writer.perform(unlessReloadedSince: state.reloadCount) { [environment] writerState in
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
        state.isFailing = false
        let listed = Set(checkpoint.files.dropLast().map(\.id))
        writer.perform(unlessReloadedSince: frozen.reloadCount) { writerState in
            writerState.journal?.noteListed(listed, failures: isSealedDurable ? frozen.folderFailures : nil)
        }
        if let compaction = frozen.compaction {
            // A merge that goes on would move the place of what the compaction makes.
            state.giveUpJobs()
            state.isCompacting = true
            state.compaction = CompactionPlan(
                request: compaction, view: frozen.view, generationCounts: state.generations.mapValues(\.count),
                reloadCount: state.reloadCount)
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
}

extension StoreMaintenance.State {
    /// Whether something that was begun to be written has not been written yet.
    fileprivate func waits(for write: FrozenWrite) -> Bool {
        !isStopped && waiting?.number == write.frozen.number && reloadCount == write.frozen.reloadCount
    }
}
