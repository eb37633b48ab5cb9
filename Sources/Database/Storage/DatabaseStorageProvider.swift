public import Core
import Dispatch
public import Foundation

/// The storage report of a JSON store and of whatever else lies in its folder.
///
/// The journal's bytes are divided among the kinds by the lines of their live records; what is left of them, lines that
/// were replaced and the trailers of batches, is the database's own, as its indexes are. A folder in the store's is of
/// the kind that has its name: `images`, `media`, `state`, `tokens`.
///
/// The work is done on a thread of its own.
public final class DatabaseStorageProvider: OfflineStorageProvider {
    private let store: JSONStore
    private let folders: [StorageKind: String]
    private let queue = DispatchQueue(label: "Lantern.DatabaseStorageProvider", qos: .utility)

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/open(directory:ownCollections:files:time:)``. Once it is
    ///     closed, its size is still reported.
    ///   - folders: Folders outside the store's, such as an image cache in the system's caches, by the kind of their
    ///     content; none by default.
    public init(store: JSONStore, folders: [StorageKind: String] = [:]) {
        self.store = store
        self.folders = folders
    }

    public func report() async throws -> StorageReport {
        try await run { store, folders in
            var report = StorageReport()
            // The journal may be written anew between a look at its records and one at its files.
            for attempt in 1...Self.attemptCount {
                let records = store.snapshot().recordBytes()
                let files = try StorageScan(files: store.environment.files).list(store.directory)
                report = StorageReport(files, records: records)
                if report[.database].bytes >= 0 { break }
                // What is counted twice is taken out of the largest part, so that the sum holds all the same.
                if attempt == Self.attemptCount { report.settle() }
            }
            for (kind, folder) in folders {
                for file in try StorageScan(files: store.environment.files).list(folder) {
                    report[kind] = report[kind] + FileUsage(files: 1, bytes: file.bytes)
                }
            }
            return report
        }
    }

    public func posts() async throws -> [RetentionCandidate] {
        try await run { store, _ in try store.read { try $0.retentionCandidates() } }
    }

    public func forgettableMarks(
        before date: Date, without gone: Set<Post.ID>
    ) async throws -> RetentionReport.Amount {
        try await run { store, _ in try store.read { try $0.forgettableMarks(before: date, without: gone) } }
    }

    private static let attemptCount = 5

    private func run<Result: Sendable>(
        _ work: @escaping @Sendable (JSONStore, [StorageKind: String]) throws -> Result
    ) async throws -> Result {
        let (store, folders) = (store, folders)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work(store, folders) }) }
        }
    }
}

extension StorageReport {
    /// Counts files, and divides the journal's bytes among the records that are in it.
    fileprivate init(_ files: [StorageScan.File], records: [StorageKind: Int]) {
        self.init()
        var journal = 0
        for file in files {
            let kind = StorageKind(path: file.path)
            if kind == .posts {
                journal += file.bytes
                self[kind].files += 1
            } else {
                self[kind] = self[kind] + FileUsage(files: 1, bytes: file.bytes)
            }
        }
        for (kind, bytes) in records {
            self[kind].bytes += bytes
            journal -= bytes
        }
        self[.database].bytes += journal
    }

    /// Makes up for records that the journal has no room for.
    fileprivate mutating func settle() {
        guard self[.database].bytes < 0,
            let largest = StorageKind.allCases.max(by: { self[$0].bytes < self[$1].bytes })
        else { return }
        self[largest].bytes += self[.database].bytes
        self[.database].bytes = 0
    }
}
