import Core
import Dispatch
import Synchronization

/// Syncs of sealed journal files, on a thread of their own: each takes as long as the disk needs for some MiB, and a commit
/// may wait for the manifest. A manifest says how many of the files it did not wait for.
extension StoreMaintenance {
    /// The sealed files at the end of a checkpoint that are not known to be on the disk with their names; nil where
    /// something is in doubt, so that nobody vouches for any of them.
    func pendingSyncs(_ frozen: FrozenStore, _ checkpoint: JournalCheckpoint, _ state: State) -> Int? {
        if frozen.isSynced { return 0 }
        guard !frozen.isInDoubt, environment.folder.failureCount == frozen.folderFailures else { return nil }
        let pending = Set(frozen.unsynced.map(\.id)).subtracting(state.durableFiles)
        let sealed = checkpoint.files.dropLast()
        return sealed.count - sealed.prefix { !pending.contains($0.id) }.count
    }

    /// Syncs the sealed files of the journal and the names of all, as later manifests tell the next opening of them.
    ///
    /// The last file is left out: a commit that writes to a file while it is synced waits for the disk.
    func syncSealed(_ frozen: FrozenStore, _ state: inout State, _ writer: StoreWriter) {
        let files = frozen.unsynced.filter { !state.durableFiles.contains($0.id) }
        let names = Set(frozen.checkpoint.files.map(\.id))
        // The next manifest asks for what comes meanwhile.
        guard !frozen.isSynced, !state.isSyncing, !files.isEmpty || !names.isSubset(of: state.syncedNames) else {
            return
        }
        state.isSyncing = true
        syncQueue.async {
            let isDurable = self.sync(files, frozen.folderFailures)
            let ids = Set(files.map(\.id))
            let isCurrent = self.state.withLock { state in
                guard state.reloadCount == frozen.reloadCount, !state.isStopped else { return false }
                state.isSyncing = false
                if isDurable {
                    state.durableFiles.formUnion(ids)
                    state.syncedNames = names
                }
                return true
            }
            guard isDurable, isCurrent else { return }
            writer.perform(unlessReloadedSince: frozen.reloadCount) {
                $0.journal?.noteDurable(ids, failures: frozen.folderFailures)
            }
        }
    }

    /// - Returns: Whether files and names are on the disk.
    private func sync(_ files: [JournalFile], _ failures: Int) -> Bool {
        do throws(FileError) {
            for file in files {
                try file.sync()
                file.letGo()
            }
            return try environment.folder.sync() == failures
        } catch {
            // Not swallowed: the file and the folder remember it, and the writer writes anew what it was about.
            return false
        }
    }

    /// Stops, and waits for a sync that is under way: where it fails after another process has the store, that process
    /// would not know of it.
    func end() {
        stop()
        syncQueue.sync {}
    }
}
