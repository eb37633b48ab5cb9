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

    /// The state of derived files; at idle priority it is held for moments only, and nothing is opened or written then.
    struct State: Sendable {
        /// The open generations of each table, oldest first.
        var generations: [String: [OpenGeneration]]
        var nextGeneration: Int
        /// The last manifest that was written; nil when none reaches the present files.
        var manifest: Manifest?
        /// Frozen tables that wait to be written.
        var waiting: FrozenStore? {
            didSet { isWaitingWritten = false }
        }
        /// Whether their generations are written, and only the manifest is not.
        var isWaitingWritten = false
        /// A compaction is under way, or comes behind what waits.
        var isCompacting = false
        /// The compaction that is to begin.
        var compaction: CompactionPlan?
        /// Whether sealed files are being joined, or are going to be.
        var isJoining = false
        /// The join that is to begin.
        var join: JoinRequest?
        /// Goes up when jobs are given up: what was begun before is void.
        var jobsNumber = 0
        /// Whether a job is being done or finished at the usual priority, and no merge or compaction is to begin.
        var isUrgent = false
        /// Whether no job is to be handed over, as all of them are going to be finished or given up.
        var isDraining = false
        var isStopped = false
        /// Sealed files that are known to be on the disk.
        var syncedFiles: Set<UInt32> = []
        /// The files whose names are known to be on the disk, and the failed syncs of the folder at that time.
        var named: (files: Set<UInt32>, failures: Int) = ([], 0)
        /// Derived files could not be written; they are left alone until a freeze has its manifest: the last one may say
        /// less than the generations that there are.
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

    /// Whether all of these files belong to the journal: what is to take their place must not take that of another one.
    func lists(_ files: [UInt32]) -> Bool {
        guard let manifest else { return true }
        return Set(files).isSubset(of: manifest.journal.files.map(\.id))
    }

    /// Gives up the jobs, of which the thread that works on them removes what was begun.
    mutating func giveUpJobs() {
        jobsNumber += 1
        (compaction, isCompacting) = (nil, false)
        (join, isJoining) = (nil, false)
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
    /// Larger than that of what was frozen before.
    let number: Int
}

/// A large job that runs in slices.
protocol MaintenanceJob {
    /// Does a slice of what concerns nobody else; true when there is no more of that.
    mutating func work(_ environment: StoreEnvironment) throws -> Bool
    /// Has the store go on with what was made.
    mutating func finish(
        _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment, _ writer: StoreWriter
    ) throws
    /// Removes a file that is superseded by then; true when none is left.
    mutating func cleanUp(_ environment: StoreEnvironment, _ writer: StoreWriter) throws -> Bool
    /// Gives up, and removes what was begun.
    mutating func cancel(_ environment: StoreEnvironment)
}
