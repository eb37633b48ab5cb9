import Core
import Dispatch

extension StoreWriter.State {
    /// Changes a table outside of a batch: what it holds stays the same, where that lies does not.
    mutating func change(
        _ name: String, _ environment: StoreEnvironment, _ body: (inout CollectionState) throws(RunFailure) -> Void
    ) {
        guard let journal, var table = view.tables[name] else { return }
        do throws(RunFailure) {
            try body(&table)
        } catch {
            // Not swallowed: derived data cannot be read, so the next write loads everything anew.
            needsReload = true
            return
        }
        var tables = view.tables
        tables[name] = table
        view = environment.view(
            tables: tables, journal: journal, more: extraFiles, reloadCount: reloadCount, after: view)
    }
}

extension StoreWriter {
    /// Freezes what is in memory when it is time for that, and hands it to the maintenance thread.
    func maintain(_ state: inout State) {
        restLater(&state)
        if state.isFreezing, !state.isHurrying, isTailFull(state) { hurry(&state) }
        guard !state.isFreezing, !state.isClosing, !state.needsReload else { return }
        join(&state, isBusy: true)
        let isBloated = isBloated(state)
        if isBloated || isTailFull(state) || state.needsManifestSoon { freeze(&state, compacting: isBloated) }
    }

    /// Has what is frozen written at the usual priority.
    ///
    /// While somebody reads, only when that is not done in a moment: commits wait by now, and leave their core to the
    /// maintenance thread, so that the reader keeps its own.
    private func hurry(_ state: inout State) {
        state.isHurrying = true
        guard state.isRead else { return maintenance.hurry(self) }
        let count = state.freezeCount
        queue.asyncAfter(deadline: .now() + Self.patience) {
            self.withState { state in
                if state.isFreezing, state.freezeCount == count { self.maintenance.hurry(self) }
            }
        }
    }

    private static var patience: DispatchTimeInterval { .milliseconds(4) }

    /// Whether enough has come since the last freeze for another one.
    func isTailFull(_ state: State) -> Bool {
        guard let journal = state.journal else { return false }
        return state.unsavedCount >= environment.limits.freezeCount
            || journal.totalBytes - state.savedBytes >= environment.limits.freezeBytes
    }

    /// Whether two tails are behind the last manifest, so that commits wait for the next one.
    ///
    /// Where none can be written, the writer is told so, and nobody waits.
    func isLagging(_ state: State) -> Bool {
        state.isFreezing && !state.isClosing && !state.needsReload && isTailFull(state)
    }

    /// A manifest describes what was frozen, or could not be written: the next tail can be frozen.
    func endFreezing(unlessReloadedSince reloadCount: Int) {
        maintenance.pace.resumeWriter()
        perform(unlessReloadedSince: reloadCount) { state in
            state.isFreezing = false
            self.maintain(&state)
        }
    }

    /// Has the rest merged once there were no commits for a while.
    private func restLater(_ state: inout State) {
        guard !state.isResting, !state.isClosing else { return }
        state.isResting = true
        let (activity, time, idleTime) = (state.activity, environment.time, environment.limits.idleTime)
        Task { [weak self] in
            // A clock that is taken away is no reason to merge.
            guard (try? await time.sleep(for: idleTime)) != nil, let self else { return }
            self.perform(unlessReloadedSince: nil) { state in
                state.isResting = false
                self.expire(&state)
                guard state.activity == activity else { return self.restLater(&state) }
                guard !state.isClosing else { return }
                self.publisher.forgetRecent()
                // What came while earlier changes were written, and no commit came behind it.
                if self.isTailFull(state), !state.needsReload {
                    self.freeze(&state, compacting: false)
                }
                self.maintenance.rest(self)
                self.join(&state, isBusy: false)
            }
        }
    }

    /// Has sealed files of the journal joined when there are enough of them.
    func join(_ state: inout State, isBusy: Bool) {
        guard !state.isRewriting, !state.isClosing, !state.needsReload, let journal = state.journal,
            journal.totalBytes >= state.joinFloor,
            let span = journal.joinable(environment.limits, isBusy: isBusy)
        else { return }
        do throws(FileError) {
            try state.lock?.noteOpen()
        } catch {
            // Not swallowed: nothing is joined then, and the disk says so again at the next commit.
            return
        }
        state.isRewriting = true
        let request = JoinRequest(
            span: span, fileID: journal.makeFileID(), activity: state.activity, reloadCount: state.reloadCount)
        maintenance.join(request, for: self)
    }

    /// Whether the journal should be compacted.
    func isBloated(_ state: State) -> Bool {
        guard let journal = state.journal, !state.isRewriting else { return false }
        // What does not fit there was not accepted, and a compaction would say that it was.
        guard environment.refusals.isEmpty else { return false }
        let limits = environment.limits
        let live = state.view.tables.values.reduce(0) { $0 + $1.liveBytes }
        let least = Double(live + state.compactionOverhead) * limits.compactionRatio
        return journal.totalBytes > state.compactionFloor
            && Double(journal.totalBytes) > least + Double(limits.compactionBytes)
    }

    /// Hands everything that is in memory to the maintenance thread.
    func freeze(_ state: inout State, compacting: Bool) {
        guard let frozen = makeFrozen(&state, compacting: compacting) else { return }
        maintenance.write(frozen, for: self)
    }

    /// Freezes what is in memory; nil when there is nothing to write and nothing to compact.
    ///
    /// - Parameters:
    ///   - state: What the writer has.
    ///   - compacting: Whether the journal is to be compacted behind it.
    ///   - isSynced: Whether all of the journal is on the disk.
    /// - Returns: What to hand over.
    func makeFrozen(_ state: inout State, compacting: Bool, isSynced: Bool = false) -> FrozenStore? {
        // Of two at once each would hold what the other has.
        guard let journal = state.journal, !state.isFreezing else { return nil }
        if journal.isInDoubt {
            // A manifest that vouches for nothing would have the next process write everything anew.
            do throws(FileError) {
                try state.lock?.noteOpen()
                if try !journal.repairIfIntact() { state.needsReload = true }
            } catch {
                // Not swallowed: the manifest says so, and the next commit reports it.
            }
        }
        var request: CompactionRequest?
        if compacting {
            do throws(FileError) {
                try state.lock?.noteOpen()
                try journal.roll()
                try journal.sync()
                // What is covered gets another content under its last name, where readers would look for the tip.
                state.tip.write(journal)
                if let sealed = journal.sealed, sealed.files.count == journal.files.count - 1 {
                    request = CompactionRequest(
                        sealed: sealed, fileID: journal.makeFileID(), undeclared: journal.undeclared)
                }
            } catch {
                // Not swallowed: the disk says so again at the next commit, and nothing vouches for these files.
                return nil
            }
        }
        var tables = state.view.tables
        var frozen: [String: FrozenCollection] = [:]
        for name in tables.namesInOrder {
            guard var table = tables[name], table.isDirty else { continue }
            frozen[name] = table.freeze()
            tables[name] = table
        }
        // A file may have been begun for a batch that was refused then.
        let lastFile = journal.files.last?.id
        let isUnnamed = state.lastNamedFile != nil && state.lastNamedFile != lastFile
        guard request != nil || !frozen.isEmpty || state.needsManifest || isUnnamed else { return nil }
        let checkpoint: JournalCheckpoint
        do throws(FileError) {
            checkpoint = try journal.checkpoint()
        } catch {
            // Not swallowed: nothing is frozen then, and the next commit tries again.
            return nil
        }
        // Counted before anybody looks what is in doubt: what fails in between is noticed by its number.
        let folderFailures = journal.folder.failureCount
        state.view = environment.view(
            tables: tables, journal: journal, more: state.extraFiles, reloadCount: state.reloadCount, after: state.view)
        state.unsavedCount = 0
        state.savedBytes = journal.totalBytes
        state.isFreezing = true
        state.freezeCount += 1
        state.isHurrying = false
        state.needsManifest = false
        state.lastNamedFile = lastFile
        state.needsManifestSoon = false
        if request != nil { state.isRewriting = true }
        return FrozenStore(
            view: state.view, tables: frozen, checkpoint: checkpoint,
            unsynced: journal.unsyncedSealed, isSynced: isSynced || request != nil, isInDoubt: journal.isInDoubt,
            folderFailures: folderFailures, compaction: request, reloadCount: state.reloadCount,
            number: state.freezeCount)
    }

    /// Makes everything derived anew from what lies on the disk.
    func reload(_ state: inout State) throws {
        guard let journal = state.journal else { throw environment.unavailable(state) }
        state.reloadCount += 1
        maintenance.stop()
        state.needsReload = true
        // Everything acknowledged is in the files; handles of views stay open by themselves.
        do throws(FileError) {
            try state.lock?.noteOpen()
            // A damaged file is not to be written anew but to be salvaged, which loading does.
            _ = try journal.repairIfIntact()
        } catch {
            throw StoreError(error)
        }
        // What could not be synced is written anew later on, and so is all of it beside a file that could not be removed.
        let isDurable = (try? journal.syncWithoutLeftover()) != nil
        let known = state.damages.count
        do {
            let loaded = try environment.loader.load(
                isFresh: true, highestFileID: journal.highestFileID, lock: state.lock, isDurable: isDurable,
                refuses: false)
            take(loaded, &state)
        } catch let error as FileError {
            throw StoreError(error)
        }
        // Not a commit, and yet there may be fewer records: whoever observes has to look.
        publisher.publish(state.view, [StoreCommit(number: state.view.version, changes: [:], lines: [])])
        publisher.announce(state.damages[known...])
    }

    /// Opens a store again that was suspended; another process may have written to it.
    func reopen(_ lock: StoreLock, _ state: inout State) throws {
        state.reloadCount += 1
        let loaded = try environment.loader.load(lock: lock, refuses: false)
        state.lock = lock
        state.isSuspended = false
        // What waited while it was suspended found no journal, and ended.
        state.isResting = false
        state.expiry.alarm?.cancel()
        state.expiry = ExpiryState()
        let known = state.damages.count
        take(loaded, &state)
        publisher.publish(state.view, [StoreCommit(number: state.view.version, changes: [:], lines: [])])
        publisher.announce(state.damages[known...])
    }

    /// Takes over what was loaded.
    private func take(_ loaded: StoreLoader.Loaded, _ state: inout State) {
        environment.refusals.set(loaded.refusals)
        state.journal = loaded.journal
        state.extraFiles = []
        state.view = environment.view(
            tables: loaded.tables, journal: loaded.journal, more: [], reloadCount: state.reloadCount, after: nil)
        state.unsavedCount = loaded.unsavedCount
        state.savedBytes = loaded.savedBytes
        state.needsManifest = loaded.manifest == nil && loaded.journal.nextNumber > 1
        state.lastNamedFile = loaded.manifest?.journal.files.last?.id
        state.needsManifestSoon = !loaded.damages.isEmpty
        state.isFreezing = false
        state.isRewriting = false
        state.compactionOverhead = 0
        state.compactionFloor = 0
        state.needsReload = false
        state.expiry.sweeps = [:]
        state.damages += loaded.damages
        state.tip.write(loaded.journal, isNewEpoch: true)
        maintenance.restart(StoreMaintenance.Start(loaded, reloadCount: state.reloadCount))
    }

    /// Shows the newest view with its commits, if there are any, and tells the callers of the batches.
    ///
    /// Observers are told of them after that: waking them takes as long as the rest of a small commit.
    func publish(_ commits: [StoreCommit], of writes: [PendingWrite], _ state: inout State) {
        guard !commits.isEmpty else {
            for write in writes { write.complete(nil) }
            return
        }
        if let journal = state.journal { state.tip.write(journal) }
        let (wasRead, announcement) = publisher.show(state.view, commits)
        state.readingCredit = wasRead ? Self.readingCredit : max(0, state.readingCredit - 1)
        for write in writes { write.complete(nil) }
        announcement.make()
    }

    /// Shows readers the tables as they lie now.
    func republish(_ state: inout State) {
        publisher.publish(state.view, [])
    }
}

extension StoreMaintenance.Start {
    init(_ loaded: StoreLoader.Loaded, reloadCount: Int) {
        self.init(
            generations: loaded.generations, nextGeneration: loaded.nextGeneration, manifest: loaded.manifest,
            reloadCount: reloadCount)
    }
}
