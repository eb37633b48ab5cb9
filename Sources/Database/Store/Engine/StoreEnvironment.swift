import Core
import Foundation

/// The environment that the parts of an open store share.
final class StoreEnvironment: Sendable {
    /// The folder of the store.
    let folder: JournalFolder
    var files: any FileSystem { folder.files }
    var storeFiles: StoreFileSystem { folder.storeFiles }
    var directory: String { folder.path }
    let time: any TimeProvider
    let definitions: [String: any CollectionDefinition]
    /// Those whose records expire, in the order of their names.
    let expiringDefinitions: [any CollectionDefinition]
    let limits: StoreLimits
    /// Collections that cannot be used as they are declared.
    let refusals = CollectionRefusals()
    /// Values that were computed of whole collections.
    let derived = DerivedValues()
    /// The folder of what is left for the process that writes; `nil` in that process.
    let leavingFolder: HandoverFolder?
    /// Called when a view met a damaged derived file.
    let onDamage: @Sendable (_ reloadCount: Int) -> Void

    init(
        files: any FileSystem, time: any TimeProvider, directory: String,
        definitions: [String: any CollectionDefinition],
        limits: StoreLimits, access: StoreAccess, onDamage: @escaping @Sendable (Int) -> Void
    ) {
        folder = JournalFolder(
            files: files, path: directory, openFiles: OpenFileLimit(count: limits.openFiles), access: access)
        leavingFolder = access == .reading ? HandoverFolder(files: files, store: directory) : nil
        self.time = time
        self.definitions = definitions
        expiringDefinitions = definitions.inOrderOfNames.map(\.value).filter { $0.expiryAge != nil }
        self.limits = limits
        self.onDamage = onDamage
    }

    var loader: StoreLoader {
        StoreLoader(
            folder: folder, definitions: definitions, limits: limits, now: time.now)
    }

    /// The store with other tables, at the end of its journal.
    func view(
        tables: [String: CollectionState], journal: Journal, more: [JournalFile], reloadCount: Int,
        after old: StoreView?
    ) -> StoreView {
        let files: RecordFiles
        if let old, more.isEmpty, old.files.isMade(of: journal.files) {
            files = old.files
        } else {
            files = RecordFiles(journal.files, more: more)
        }
        return StoreView(
            of: self, tables: tables, files: files, position: journal.position, reloadCount: reloadCount)
    }

    /// The error for a store that has no journal open.
    func unavailable(_ state: StoreWriter.State) -> StoreError {
        guard state.isSuspended else {
            return StoreError(
                .storeClosed, path: directory, message: "The store '\(directory)' was closed. Open it again.")
        }
        return StoreError(
            .storeSuspended, path: directory,
            message: "The store '\(directory)' is suspended, so that other processes can write to it. Call resume().")
    }
}

/// The limits at which the engine freezes, merges and compacts; tests make them small.
struct StoreLimits: Sendable {
    /// The number of changes after which they are written to derived files: it bounds what has to be read after a
    /// crash.
    ///
    /// When so many more come while those are being written, writing is not left to idle cores any more, and commits
    /// wait for it.
    var freezeCount = 1_024
    /// The number of the journal's bytes after which the changes in them are written to derived files, however few.
    ///
    /// More of them count as more changes do. With what comes meanwhile, an opening reads 1 MiB.
    var freezeBytes = 512 << 10
    /// The number of changes that are held in memory while a journal is read that no derived file speaks for.
    var spillCount = 65_536
    /// The length of a journal segment, which ends at the first commit beyond it.
    var segmentBytes = Journal.segmentBytes
    /// The maximum length of a file that sealed segments are joined to.
    var joinedBytes = 256 << 20
    /// The number of short segments that are joined at once, at least, when there is nothing else to do.
    var joinCount = 8
    /// The same while something is committed.
    var busyJoinCount = 24
    /// The number of the store's files that are open at once, whatever there are: with those that come and go it stays
    /// below 32.
    var openFiles = 24
    /// A journal up to this size is checked whole whenever the store is opened.
    var checkedBytes = 8 << 20
    /// The number of generations of like size that are merged into one.
    var mergeCount = 4
    /// The number of generations of a table beyond which they are merged at the usual priority.
    ///
    /// Reads ask each of them, and with merges in time there are fewer than half as many.
    var generationCount = 64
    /// The maximum number of entries that are merged when the store is closed.
    var closingCount = 262_144
    /// The time without a commit after which the rest is merged.
    var idleTime = Duration.milliseconds(250)
    /// The number of expired records that are deleted in one commit.
    var expiryCount = 2_048
    /// The number of entries in a slice of a merge: what was frozen waits for the present one, and commits for that.
    var sliceCount = 4_096
    /// The journal is compacted when it takes more than this many times what its live records take.
    var compactionRatio = 1.5
    /// The number of bytes beyond the live records below which it is never compacted.
    var compactionBytes = 16 << 10
}
