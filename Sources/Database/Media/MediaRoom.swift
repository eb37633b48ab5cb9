import Core
import Dispatch
import Foundation

/// What a ``DatabaseMediaProvider`` works with: the store, the folder, and threads for the disk.
///
/// Whether a file is there is looked at, and files are removed, inside of batches, though disk work does not belong there
/// otherwise: batches run one after the other, so that nobody keeps a file at the moment when another one removes it. It
/// is a matter of some microseconds for a file.
struct MediaRoom: Sendable {
    let store: JSONStore
    let folder: MediaFolder
    let time: any TimeProvider
    private let reader = DispatchQueue(label: "Lantern.DatabaseMediaProvider.reader", qos: .userInitiated)
    private let writer = DispatchQueue(label: "Lantern.DatabaseMediaProvider.writer", qos: .utility)

    init(store: JSONStore, folder: MediaFolder, time: any TimeProvider) {
        self.store = store
        self.folder = folder
        self.time = time
    }

    func read<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await Self.run(on: reader, work)
    }

    /// One piece after the other, so that two drafts of one file do not meet.
    private func change<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await Self.run(on: writer, work)
    }

    private static func run<Result: Sendable>(
        on queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    // MARK: Reading

    /// A kept file, and who holds it.
    struct Kept: Sendable {
        let record: MediaRecord
        let path: String
        let holders: [Post.ID: MediaRole]

        /// The file as posts of a site hold it.
        func file(on site: Site) -> MediaFile {
            MediaFile(
                link: ResourceLink(record.link, on: record.site ?? site), path: path, bytes: record.bytes,
                date: record.date, holders: holders)
        }
    }

    /// Kept files that are on the disk; those that are not are forgotten.
    func files(_ records: @escaping @Sendable (StoreSnapshot) throws -> [MediaRecord]) async throws -> [Kept] {
        let (found, lost) = try await read {
            let snapshot = store.snapshot()
            var (found, lost): ([Kept], [String]) = ([], [])
            for record in try records(snapshot) {
                if try folder.holds(record) {
                    found.append(try kept(record, snapshot))
                } else {
                    lost.append(record.id)
                }
            }
            return (found, lost)
        }
        if !lost.isEmpty { try await forget(lost) }
        return found
    }

    func usage() async throws -> FileUsage {
        try await read {
            let names = Set(try folder.names().filter(\.isWhole).map(\.file))
            let kept = try store.snapshot().window(of: MediaSchemas.files).filter { names.contains($0.id) }
            return FileUsage(files: kept.count, bytes: kept.reduce(0) { $0 + $1.bytes })
        }
    }

    /// The id of a link's file.
    func id(of link: ResourceLink) async throws -> String {
        try await read { try store.snapshot().mediaID(of: link) }
    }

    private func kept(_ record: MediaRecord, _ snapshot: StoreSnapshot) throws -> Kept {
        let holds = try snapshot.window(of: MediaSchemas.holds, in: MediaHold.holders(of: record.id))
        return Kept(
            record: record, path: folder.path(of: record.id),
            holders: Dictionary(holds.map { ($0.post, $0.role) }) { first, _ in first })
    }

    /// Forgets files that are not on the disk as they were kept, unless they are being fetched anew.
    func forget(_ ids: [String]) async throws {
        let now = time.now
        try await store.write(.buffered) { transaction in
            for id in ids {
                guard let record = try transaction.record(id, in: MediaSchemas.files), try !folder.holds(record),
                    try !transaction.isMediaPromised(id, at: now)
                else { continue }
                try forget(id, &transaction)
            }
        }
    }

    /// Forgets a file, and removes what is left of it, at once: nobody is to take that for the whole.
    private func forget(_ id: String, _ transaction: inout WriteTransaction) throws {
        for name in MediaFolder.Name.all(of: id) where name.isWhole { _ = try folder.remove(name) }
        try transaction.forgetMedia(id)
    }

    // MARK: Keeping

    func promise(_ id: String) async throws -> String {
        try await change { try folder.files.makeDirectory(folder.path) }
        let now = time.now
        try await store.write(.buffered) { transaction in
            let place = try transaction.record(id, in: MediaSchemas.places)
            // Not written anew with each try of one download.
            if let promised = place?.promised, abs(now.timeIntervalSince(promised)) < MediaPlace.lifetime / 7 { return }
            try transaction.upsert(MediaPlace(id: id, promised: now), in: MediaSchemas.places)
        }
        return folder.path(of: id)
    }

    func write(_ data: Data, to id: String) async throws {
        _ = try await promise(id)
        try await change {
            // Somebody else may have been quicker, and it is the same file.
            if try folder.size(of: id) == nil { try folder.write(data, to: id) }
        }
    }

    /// Notes that a post holds a file; nil when it is not there.
    func keep(_ link: ResourceLink, for post: Post.ID, as role: MediaRole, at date: Date) async throws -> MediaFile? {
        let now = time.now
        let record = try await store.write(.buffered) { transaction -> MediaRecord? in
            let id = try transaction.mediaID(of: link)
            let known = try transaction.record(id, in: MediaSchemas.files)
            let bytes = try folder.size(of: id)
            if let known, known.bytes != bytes, try !transaction.isMediaPromised(id, at: now) {
                // Removed, cut, or written over by somebody: not what was kept.
                try forget(id, &transaction)
                return nil
            }
            guard let bytes else { return nil }
            return try transaction.keepMedia(id, of: link, bytes: bytes, for: post, as: role, at: date)
        }
        guard let record else { return nil }
        return try await read { try kept(record, store.snapshot()).file(on: link.site) }
    }
}

extension StoreSnapshot {
    /// The id of a link's file: the one of earlier versions where a post of the link's site holds that.
    func mediaID(of link: ResourceLink) throws -> String {
        let key = MediaKey(link)
        guard try !contains(key.id, in: MediaSchemas.files), try contains(key.sitelessID, in: MediaSchemas.files),
            try !window(
                of: MediaSchemas.holds, in: MediaHold.holders(of: key.sitelessID, on: link.site), limit: 1
            ).isEmpty
        else { return key.id }
        return key.sitelessID
    }

    /// What a post holds.
    func mediaHolds(of post: Post.ID) throws -> [MediaHold] {
        try window(of: MediaSchemas.holds, by: MediaSchemas.holds.indexes[0], in: MediaHold.held(by: post))
    }
}
