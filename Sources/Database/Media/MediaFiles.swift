import Core
import Dispatch
import Foundation

/// The files and records of a ``DatabaseMediaProvider``: the store, the folder, and threads for the disk.
///
/// Files are checked and deleted inside of batches, although disk work does not belong there: batches run one after the
/// other, so that no file is kept at the moment when it is deleted. It takes some microseconds for a file.
struct MediaFiles: Sendable {
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

    /// Runs one write after the other, so that two drafts of one file do not collide.
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

    /// A kept file with the posts that hold it.
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

    /// Reads kept files, and forgets those that are not on the disk.
    func files(_ records: @escaping @Sendable (StoreSnapshot) throws -> [MediaRecord]) async throws -> [Kept] {
        let (found, lost) = try await read {
            try store.read { snapshot in
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
        }
        if !lost.isEmpty { try await forget(lost) }
        return found
    }

    func usage() async throws -> FileUsage {
        try await read {
            let names = Set(try folder.names().filter(\.isWhole).map(\.file))
            let kept = try store.read { try $0.window(of: MediaSchemas.files) }.filter { names.contains($0.id) }
            return FileUsage(files: kept.count, bytes: kept.reduce(0) { $0 + $1.bytes })
        }
    }

    /// The id of a link's file.
    func id(of link: ResourceLink) async throws -> String {
        try await read { try store.read { try $0.mediaID(of: link) } }
    }

    private func kept(_ record: MediaRecord, _ snapshot: StoreSnapshot) throws -> Kept {
        let holds = try snapshot.window(of: MediaSchemas.holds, in: MediaReference.holders(of: record.id))
        return Kept(
            record: record, path: folder.path(of: record.id),
            holders: Dictionary(holds.map { ($0.post, $0.role) }) { first, _ in first })
    }

    /// Forgets files that are not on the disk as they were kept, unless they are being downloaded again.
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

    /// Forgets a file, and deletes what is left of it in the same batch, so that it is not taken for the complete file.
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
            if let promised = place?.promised, abs(now.timeIntervalSince(promised)) < PendingMediaFile.lifetime / 7 {
                return
            }
            try transaction.upsert(PendingMediaFile(id: id, promised: now), in: MediaSchemas.places)
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

    /// Stores that a post holds a file; nil when the file is not there.
    func keep(_ link: ResourceLink, for post: Post.ID, as role: MediaRole, at date: Date) async throws -> MediaFile? {
        try await syncName(of: link)
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

    /// Makes the name of a file durable that no record vouches for.
    ///
    /// The process that renamed it may have ended before it synced the folder; a power loss would take the name back
    /// and leave the record.
    private func syncName(of link: ResourceLink) async throws {
        let isNew = try await read {
            let snapshot = store.snapshot()
            let id = try snapshot.mediaID(of: link)
            guard let bytes = try folder.size(of: id) else { return false }
            return try snapshot.record(id, in: MediaSchemas.files)?.bytes != bytes
        }
        if isNew { try await change { try folder.files.syncDirectory(folder.path) } }
    }
}

extension StoreSnapshot {
    /// The id of a link's file: the one of earlier versions where a post of the link's site holds that.
    func mediaID(of link: ResourceLink) throws -> String {
        let key = MediaKey(link)
        guard try !contains(key.id, in: MediaSchemas.files), try contains(key.sitelessID, in: MediaSchemas.files),
            try !window(
                of: MediaSchemas.holds, in: MediaReference.holders(of: key.sitelessID, on: link.site), limit: 1
            ).isEmpty
        else { return key.id }
        return key.sitelessID
    }

    /// The files that a post holds.
    func mediaHolds(of post: Post.ID) throws -> [MediaReference] {
        try window(of: MediaSchemas.holds, by: MediaSchemas.holds.indexes[0], in: MediaReference.held(by: post))
    }
}

extension MediaFiles {
    /// The maximum number of files that one batch deletes, so that it does not block the store's thread for long.
    private static let stride = 16

    /// Deletes released files at once, and after each commit that releases some, until the stream ends.
    func clean(after commits: AsyncStream<StoreCommit>) async {
        await removeReleasedIfPossible()
        for await commit in commits where !commit.ids(in: MediaSchemas.places).isEmpty {
            await removeReleasedIfPossible()
        }
    }

    private func removeReleasedIfPossible() async {
        do {
            try await removeReleased()
        } catch {
            // Nobody waits for it. What is to be removed stays noted, and is tried again with the next commit, by the
            // next sweep, and at the next start.
        }
    }

    /// Deletes the files that no post holds any more.
    func removeReleased() async throws {
        while true {
            let ids = try await read {
                try store.snapshot().window(
                    of: MediaSchemas.places, by: MediaSchemas.places.indexes[0], in: PendingMediaFile.released,
                    limit: Self.stride
                ).map(\.id)
            }
            guard !ids.isEmpty else { return }
            // A file goes after the record of it, whatever a power loss takes back.
            try await store.flush()
            let count = try await store.write(.buffered) { transaction in
                let published = store.snapshot()
                var count = 0
                for id in ids {
                    // Somebody may have promised or kept it since, and what was let go in a batch that is not synced
                    // yet may come back.
                    guard let place = try transaction.record(id, in: MediaSchemas.places), place.promised == nil,
                        try transaction.record(id, in: MediaSchemas.files) == nil,
                        try !published.contains(id, in: MediaSchemas.files)
                    else { continue }
                    for name in MediaFolder.Name.all(of: id) { _ = try folder.remove(name) }
                    try transaction.delete(id, from: MediaSchemas.places)
                    count += 1
                }
                return count
            }
            // What is left will be announced by the commit that lets it go.
            if count == 0 { return }
        }
    }

    /// Deletes files that no post needs, and forgets files that are not there.
    func sweep() async throws -> FileUsage {
        let released = try await releaseFromUnstoredPosts()
        try await forgetLost()
        try await removeReleased()
        return try await released + removeUnheld()
    }

    /// Releases the files of posts that are neither favourites nor packed: downloads that ended after their release.
    private func releaseFromUnstoredPosts() async throws -> FileUsage {
        let holders = try await read {
            let snapshot = store.snapshot()
            return Set(try snapshot.window(of: MediaSchemas.holds).map(\.post)).sorted()
        }
        var released = FileUsage()
        for start in Swift.stride(from: 0, to: holders.count, by: 256) {
            let some = holders[start..<min(holders.count, start + 256)]
            let gone = try await store.write(.buffered) { transaction in
                try transaction.releaseMedia(of: some.filter { try !transaction.mayHoldMedia($0) })
            }
            released = released + FileUsage(files: gone.count, bytes: gone.reduce(0) { $0 + $1.bytes })
        }
        return released
    }

    private func forgetLost() async throws {
        let lost = try await read {
            try store.snapshot().window(of: MediaSchemas.files).filter { try !folder.holds($0) }.map(\.id)
        }
        for start in Swift.stride(from: 0, to: lost.count, by: Self.stride) {
            try await forget(Array(lost[start..<min(lost.count, start + Self.stride)]))
        }
    }

    /// Deletes files of the folder without a record, and reservations that have expired.
    private func removeUnheld() async throws -> FileUsage {
        let now = time.now
        let (names, places) = try await read {
            // In this order: what was promised or kept after the listing is not in it.
            let names = try folder.names()
            let snapshot = store.snapshot()
            let places = try snapshot.window(of: MediaSchemas.places).filter { !$0.isPromised(at: now) }.map(\.id)
            return (try names.filter { try !isNeeded($0, at: now, in: snapshot) }, places)
        }
        var removed = FileUsage()
        for start in Swift.stride(from: 0, to: names.count, by: Self.stride) {
            let some = names[start..<min(names.count, start + Self.stride)]
            let usage = try await store.write(.buffered) { transaction in
                let published = store.snapshot()
                var usage = FileUsage()
                for name in some {
                    let isKept = try name.isWhole && transaction.record(name.file, in: MediaSchemas.files) != nil
                    let isPromised = try transaction.isMediaPromised(name.file, at: now)
                    guard !isKept, !isPromised, try !isNeeded(name, at: now, in: published) else { continue }
                    usage = usage + (try folder.remove(name))
                }
                return usage
            }
            removed = removed + usage
        }
        try await store.write(.buffered) { transaction in
            for id in places {
                guard let place = try transaction.record(id, in: MediaSchemas.places), place.promised != nil,
                    !place.isPromised(at: now)
                else { continue }
                try transaction.delete(id, from: MediaSchemas.places)
            }
        }
        return removed
    }

    /// Whether a file is kept, or belongs to a download that can be resumed.
    private func isNeeded(_ name: MediaFolder.Name, at now: Date, in snapshot: StoreSnapshot) throws -> Bool {
        if name.isWhole, try snapshot.contains(name.file, in: MediaSchemas.files) { return true }
        return try snapshot.record(name.file, in: MediaSchemas.places)?.isPromised(at: now) ?? false
    }
}
