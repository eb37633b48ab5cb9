public import Core
import Dispatch
import Foundation

/// Exports archives from a JSON store and merges them into it.
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
            + OutboxSchemas.all
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - time: The clock that archives are dated by; the registered one by default, else the system's.
    public init(
        store: JSONStore,
        time: any TimeProvider = Dependency.clock
    ) {
        self.store = store
        self.time = time
    }

    public func export() async throws -> Archive {
        let now = time.now
        // What other programs have done is part of it.
        try await store.takeHandovers()
        // A process that only reads takes nothing over: what lies there is unsent all the same.
        var left: [Draft] = []
        if store.access == .reading {
            left = try store.leftIntents().compactMap(Draft.init)
            try await store.flush()
        }
        return try await read { [left] snapshot in
            var archive = try snapshot.archive(at: now)
            archive.drafts += try snapshot.unsentTexts()
            let known = Set(archive.drafts.map(\.id))
            archive.drafts += try left.filter { try !known.contains($0.id) && !snapshot.isOnItsWay($0.id) }
            return archive
        }
    }

    public func preview(_ archive: Archive) async throws -> ArchiveReceipt {
        try await read { try ArchiveMerge(archive, into: $0).receipt }
    }

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
            queue.async { continuation.resume(with: Swift.Result { try store.read(work) }) }
        }
    }
}
