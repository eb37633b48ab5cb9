import Core

extension StoreMaintenance {
    /// The derived files that were found when the store was loaded.
    struct Start: Sendable {
        let generations: [String: [OpenGeneration]]
        let nextGeneration: Int
        let manifest: Manifest?
        /// The number of times that the store had been loaded anew before.
        let reloadCount: Int
    }

    /// The state of derived files; the working thread holds the lock for as long as a slice takes.
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
        /// A join of sealed files, which goes on when nothing is merged, and for a slice after each merge.
        var join: JoinJob?
        /// Whether there is one, also during its slices.
        var isJoining = false
        var isJoinNext = false
        /// The draft that is to be synced behind the present slice.
        var draftToSync: JournalDraft?
        var isStopped = false
        /// Sealed files that are known to be on the disk.
        var syncedFiles: Set<UInt32> = []
        /// The files whose names are known to be on the disk, and the failed syncs of the folder at that time.
        var named: (files: Set<UInt32>, failures: Int) = ([], 0)
        /// Derived files could not be written; they are left alone until the next freeze.
        var isFailing = false
        /// The replacement that the last compaction or join made.
        ///
        /// Ids, because a file that is held keeps its room on the disk.
        var replacement:
            (
                covered: Set<UInt32>, file: JournalFile, size: Int,
                unreadableRecords: [String: [UnreadableRecordTable.Place: UnreadableRecordTable.Place]]
            )?
        /// The number of loadings that came before this state: the writer ignores what an earlier one's jobs hand in.
        let reloadCount: Int

        init(_ start: Start) {
            generations = start.generations
            nextGeneration = start.nextGeneration
            manifest = start.manifest
            reloadCount = start.reloadCount
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

    /// Has the store go on with a journal file that has its name by now.
    ///
    /// A failure leaves only the journal to say where things are: nothing is merged or written by what was known before,
    /// and everything is loaded anew.
    mutating func goOn(_ writer: StoreWriter, _ adopt: (inout Self) throws -> Void) rethrows {
        do {
            try adopt(&self)
        } catch {
            isStopped = true
            writer.perform(unlessReloadedSince: reloadCount) { $0.needsReload = true }
            throw error
        }
    }

    mutating func cancelJoin(_ environment: StoreEnvironment) {
        join?.cancel(environment)
        join = nil
        isJoining = false
    }
}

/// A store at the moment when it was frozen: what a manifest describes.
struct FrozenStore: Sendable {
    let view: StoreView
    /// The tables that changed since the last time.
    let tables: [String: FrozenCollection]
    let checkpoint: JournalCheckpoint
    /// The journal's sealed files that are not known to be on the disk.
    let unsynced: [JournalFile]
    /// Whether all of the journal is known to be on the disk.
    let isSynced: Bool
    /// Whether a part of the journal has to be written anew before anybody vouches for it.
    let isInDoubt: Bool
    /// The syncs of the folder that had failed.
    let folderFailures: Int
    /// The next compaction, when it is due.
    let compaction: CompactionRequest?
    /// The number of times that the store had been loaded anew when it was frozen.
    let reloadCount: Int
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
