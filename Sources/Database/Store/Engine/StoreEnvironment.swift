import Core
import Foundation

/// What the parts of an open store share.
final class StoreEnvironment: Sendable {
    let files: any FileSystem
    let time: any TimeProvider
    let directory: String
    let definitions: [String: any TableDefinition]
    let limits: StoreLimits
    /// Collections that cannot be used as they are declared.
    let refusals = CollectionRefusals()
    /// Called when a view met a damaged derived file.
    private let onDamage: @Sendable (_ epoch: Int) -> Void

    init(
        files: any FileSystem, time: any TimeProvider, directory: String, definitions: [String: any TableDefinition],
        limits: StoreLimits, onDamage: @escaping @Sendable (Int) -> Void
    ) {
        self.files = files
        self.time = time
        self.directory = directory
        self.definitions = definitions
        self.limits = limits
        self.onDamage = onDamage
    }

    var loader: StoreLoader {
        StoreLoader(
            files: files, directory: directory, definitions: definitions, limits: limits, now: time.now)
    }

    /// The store with other tables, at the end of its journal.
    func view(
        tables: [String: TableState], journal: Journal, more: [JournalFile], epoch: Int, after old: StoreView?
    ) -> StoreView {
        let files: RecordFiles
        if let old, more.isEmpty, old.files.isMade(of: journal.files) {
            files = old.files
        } else {
            files = RecordFiles(journal.files, more: more)
        }
        return StoreView(
            version: journal.nextNumber - 1, directory: directory, tables: tables, definitions: definitions,
            files: files, position: journal.position, epoch: epoch, refusals: refusals, onDamage: onDamage)
    }

    var closedError: StoreError {
        StoreError(.storeClosed, path: directory, message: "The store '\(directory)' was closed. Open it again.")
    }
}

/// Sizes at which the engine does something; tests make them small.
struct StoreLimits: Sendable {
    /// After so many changes they are written to derived files: it bounds what has to be read after a crash.
    var freezeCount = 8_192
    /// When so many more came while those are being written, that is no longer left to idle cores.
    var hurryCount = 65_536
    /// The same in bytes of the journal.
    var freezeBytes = 8 << 20
    /// A journal segment ends at the first commit beyond this.
    var segmentBytes = 8 << 20
    /// A journal up to this size is checked whole whenever the store is opened.
    var checkedBytes = 8 << 20
    /// How many generations of like size are merged into one.
    var mergeCount = 4
    /// How many entries are merged at most when the store is closed.
    var closingCount = 262_144
    /// After so long without a commit what is left to merge is merged.
    var idleTime = Duration.milliseconds(250)
    /// How many entries a slice of a merge handles.
    var sliceCount = 16_384
    /// The journal is compacted when it takes more than this many times what its live records take.
    var compactionRatio = 1.5
    /// It is left alone until it takes at least so many bytes more.
    var compactionBytes = 16 << 10
}
