public import Core
import Dispatch
import Foundation

/// Archives out of a JSON store and into it.
///
/// An export and a preview read on a thread of their own; a merge is one synced batch, which the store's thread puts
/// together. Each reads every status, source and setting, some microseconds each.
public final class DatabaseArchiveProvider: ArchiveProvider {
    private let store: JSONStore
    private let time: any TimeProvider
    // Thousands of records take a while: not on Swift's cooperative threads.
    private let queue = DispatchQueue(label: "Lantern.DatabaseArchiveProvider", qos: .userInitiated)

    /// The collections that a store needs for archives.
    ///
    /// They are those of other providers: of two lists in which one collection stands, leave this one out.
    package static var collections: [AnyCollectionSchema] {
        DatabasePostProvider.collections + DatabaseSourceProvider.collections + DatabaseSettingsProvider.collections
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    ///   - time: The clock that archives are dated by; the registered one by default, else the system's.
    public init(
        store: JSONStore,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.store = store
        self.time = time
    }

    /// Everything that belongs into an archive, as the store is now.
    ///
    /// - Returns: The archive.
    /// - Throws: ``StoreError`` when the disk fails.
    /// - Complexity: O(*n*) in the statuses, sources and settings.
    public func export() async throws -> Archive {
        let now = time.now
        return try await read { try $0.archive(at: now) }
    }

    /// What a merge would change.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: What ``merge(_:)`` would return now; the version is that of the store as it is.
    /// - Throws: As ``merge(_:)``.
    /// - Complexity: O(*n* log *n*) in the entries of the archive and of the store.
    public func preview(_ archive: Archive) async throws -> ArchiveReceipt {
        try await read { try ArchiveMerge(archive, into: $0).receipt }
    }

    /// Puts an archive into the store, synced, all of it or nothing.
    ///
    /// Other writes wait meanwhile.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: What it came to.
    /// - Throws: `DataError` with an `ArchiveRefusal` as its `underlying` for an archive that says what cannot be, or
    ///   with the code `invalidInput` when a list of sources would be too long; ``StoreError`` when the disk fails;
    ///   `CancellationError` when the task was cancelled before the batch began. Nothing is changed then.
    /// - Complexity: O(*n* log *n*) in the entries of the archive and of the store.
    public func merge(_ archive: Archive) async throws -> ArchiveReceipt {
        try await store.write(.synced) { transaction in
            let merge = try ArchiveMerge(archive, into: transaction.snapshot)
            try transaction.write(merge)
            var receipt = merge.receipt
            // What changed nothing is no commit, and is there already.
            if !transaction.isEmpty { receipt.version = transaction.number }
            return receipt
        }
    }

    private func read<Result: Sendable>(
        _ work: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result {
        let store = store
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work(store.snapshot()) }) }
        }
    }
}
