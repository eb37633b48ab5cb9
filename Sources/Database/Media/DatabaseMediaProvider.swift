public import Core
public import Foundation

/// Kept media as files of a folder, and who holds them in a JSON store.
///
/// - A file is there, whole and synced, before the store speaks of it, and is removed after the store has forgotten it and
///   synced that: so what ``files(of:)`` names can be opened, after `kill -9` and power loss too.
/// - What changes who holds a file is one batch with it: taking a favourite back, and evicting a post, lets go of files in
///   that batch. They are removed a moment later, and where the process ends before, by the next one.
/// - Keeping is buffered: what a power loss takes can be fetched again. What lies whole at its place is found there.
/// - A file that somebody removed or cut is forgotten when it is asked for, and can be kept again.
/// - Names in the folder are hashes of links, each with its site. Files with other names are left alone.
/// - A file that an earlier version kept, by its link without a site, belongs to the posts that hold it: the posts of their
///   sites find it under their own links, and nothing is fetched again.
///
/// Disk work is done on threads of its own. One process uses a folder: the one that has the store open.
public final class DatabaseMediaProvider: OfflineMediaProvider {
    private let room: MediaRoom
    private let cleaning: Task<Void, Never>

    /// Creates a provider; it removes files that were let go from now on, and those that an earlier run has left.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    ///   - folder: Where the files lie; created with the first one. Nothing else should lie there.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        store: JSONStore, folder: String,
        files: any FileSystem = Dependency.resolve((any FileSystem).self, default: LocalFileSystem()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        let room = MediaRoom(store: store, folder: MediaFolder(path: folder, files: files), time: time)
        let commits = store.commits()
        self.room = room
        cleaning = Task { await room.clean(after: commits) }
    }

    deinit {
        cleaning.cancel()
    }

    /// A kept file by its link.
    ///
    /// - Parameter link: The link as posts hold it.
    /// - Returns: The file; `nil` when it is not kept, or is not on the disk any more.
    /// - Throws: ``StoreError``; `FileError` when the disk cannot say.
    public func file(for link: ResourceLink) async throws -> MediaFile? {
        try await room.files { snapshot in
            try snapshot.record(snapshot.mediaID(of: link), in: MediaSchemas.files).map { [$0] } ?? []
        }.first?.file(on: link.site)
    }

    /// The kept files of some posts.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: For each post that holds any, its files; thumbnails first, then by link.
    /// - Throws: ``StoreError``; `FileError` when the disk cannot say.
    /// - Complexity: O(*n*) in the files, some tens of microseconds each.
    public func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]] {
        let found = try await room.files { snapshot in
            var names: Set<String> = []
            for id in Set(ids) { names.formUnion(try snapshot.mediaHolds(of: id).map(\.file)) }
            return try names.sorted().compactMap { try snapshot.record($0, in: MediaSchemas.files) }
        }
        let wanted = Set(ids)
        var files: [Post.ID: [MediaFile]] = [:]
        for kept in found {
            for id in kept.holders.keys where wanted.contains(id) {
                files[id, default: []].append(kept.file(on: id.site))
            }
        }
        return files.reduce(into: [:]) { sorted, entry in
            sorted[entry.key] = entry.value.sorted { left, right in
                let isSmall = (left.holders[entry.key] == .thumbnail, right.holders[entry.key] == .thumbnail)
                guard isSmall.0 == isSmall.1 else { return isSmall.0 }
                return left.link.text.utf8.lexicographicallyPrecedes(right.link.text.utf8)
            }
        }
    }

    /// Where a download of a link is to be put; noted, buffered, so that ``sweep()`` leaves it alone for seven days.
    ///
    /// - Parameter link: The link as posts hold it.
    /// - Returns: A path in the folder, which is there.
    /// - Throws: `FileError` when the folder cannot be made; ``StoreError``.
    public func place(for link: ResourceLink) async throws -> String {
        try await room.promise(try await room.id(of: link))
    }

    /// Keeps a file that lies whole at ``place(for:)``, or is kept already, for a post; buffered.
    ///
    /// - Parameters:
    ///   - link: The link as posts hold it.
    ///   - id: The post that holds it from now on.
    ///   - role: What the post has it for.
    ///   - date: When.
    /// - Returns: The file.
    /// - Throws: `DataError` with the code `notFound` when no file lies there; ``StoreError``; `FileError`.
    public func keep(
        _ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        guard let file = try await room.keep(link, for: id, as: role, at: date) else {
            throw DataError(.notFound, message: "No file of '\(link)' is on this device.")
        }
        return file
    }

    /// Keeps bytes that are there already, as from a cache, for a post; the file is synced, the note of it buffered.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - link: The link as posts hold it.
    ///   - id: The post that holds it from now on.
    ///   - role: What the post has it for.
    ///   - date: When.
    /// - Returns: The file.
    /// - Throws: `FileError` when the disk fails; ``StoreError``.
    public func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        if let kept = try await room.keep(link, for: id, as: role, at: date) { return kept }
        try await room.write(data, to: try await room.id(of: link))
        return try await keep(link, for: id, as: role, at: date)
    }

    /// Takes from posts what they hold; files that nobody holds any more are removed when it returns.
    ///
    /// - Parameter ids: Which posts. One that is a favourite keeps what it holds.
    /// - Returns: What went.
    /// - Throws: ``StoreError``, and nothing is changed then; `FileError` when a file cannot be removed: it is held by nobody
    ///   then, and is removed later.
    public func release(_ ids: [Post.ID]) async throws -> FileUsage {
        let gone = try await room.store.write(.buffered) { transaction in
            try transaction.releaseMedia(of: ids.filter { try !transaction.isFavourite($0) })
        }
        try await room.removeReleased()
        return FileUsage(files: gone.count, bytes: gone.reduce(0) { $0 + $1.bytes })
    }

    /// Removes files that nobody holds and forgets files that are gone; worth calling once at the start of an app.
    ///
    /// What posts hold that are neither favourites nor packed goes too. Parts of downloads stay for seven days.
    ///
    /// - Returns: What went: files, and parts that nobody goes on with.
    /// - Throws: ``StoreError``; `FileError`.
    /// - Complexity: O(*n*) in the files that are kept.
    public func sweep() async throws -> FileUsage {
        try await room.sweep()
    }

    /// How much is kept: the files that are in the folder, and nothing beside them.
    ///
    /// - Returns: The files and their bytes.
    /// - Throws: ``StoreError``; `FileError`.
    /// - Complexity: O(*n*) in the files that are kept.
    public func usage() async throws -> FileUsage {
        try await room.usage()
    }

    /// Says that what is kept, or who holds it, has changed, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken.
    public func changes() -> AsyncStream<Void> {
        let commits = room.store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await commit in commits where commit.isReload || commit.changesMedia { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Removes what was let go, now: for a process that is about to end.
    ///
    /// It happens by itself a moment after each commit.
    ///
    /// - Throws: ``StoreError``; `FileError`.
    public func flush() async throws {
        try await room.removeReleased()
    }
}

extension StoreCommit {
    fileprivate var changesMedia: Bool {
        !ids(in: MediaSchemas.holds).isEmpty || !ids(in: MediaSchemas.files).isEmpty
    }
}
