public import Core
public import Foundation

/// The kept media files in a folder, with records of the posts that hold them in a JSON store.
///
/// - A file is complete and synced before its record is written, and deleted after the deletion of its record is
///   synced: so every file of ``files(of:)`` can be opened, after `kill -9` and power loss too.
/// - Unmarking a favourite and evicting a post release their files in the same batch. The files are deleted a moment
///   later, or by the next process where this one ends before.
/// - Keeping is buffered: what a power loss takes can be downloaded again. A complete file without a record is found at
///   its path.
/// - A file that was deleted or cut by someone else is forgotten when it is read, and can be kept again.
/// - Names in the folder are hashes of the link and its site. Files with other names are left alone.
/// - A file that an earlier version kept under its link without a site belongs to the posts that hold it: the posts of
///   their sites find it under their own links, and nothing is downloaded again.
///
/// Disk work is done on threads of its own. Only the process that has the store open may use the folder.
public final class DatabaseMediaProvider: OfflineMediaProvider {
    private let media: MediaFiles
    private let cleaning: Task<Void, Never>

    /// Creates a provider, which deletes released files from now on, also those of an earlier process.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - folder: The path of the folder, which is created with the first file. Nothing else should be in it.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        store: JSONStore, folder: String,
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) {
        let media = MediaFiles(store: store, folder: MediaFolder(path: folder, files: files), time: time)
        let commits = store.commits()
        self.media = media
        cleaning = Task { await media.clean(after: commits) }
    }

    deinit {
        cleaning.cancel()
    }

    public func file(for link: ResourceLink) async throws -> MediaFile? {
        try await media.files { snapshot in
            try snapshot.record(snapshot.mediaID(of: link), in: MediaSchemas.files).map { [$0] } ?? []
        }.first?.file(on: link.site)
    }

    // O(n) in the files, some tens of microseconds each.
    public func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]] {
        let found = try await media.files { snapshot in
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

    public func place(for link: ResourceLink) async throws -> String {
        try await media.promise(try await media.id(of: link))
    }

    public func keep(
        _ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        guard let file = try await media.keep(link, for: id, as: role, at: date) else {
            throw DataError(.notFound, message: "No file of '\(link)' is on this device.")
        }
        return file
    }

    public func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        if let kept = try await media.keep(link, for: id, as: role, at: date) { return kept }
        try await media.write(data, to: try await media.id(of: link))
        return try await keep(link, for: id, as: role, at: date)
    }

    public func release(_ ids: [Post.ID]) async throws -> FileUsage {
        let gone = try await media.store.write(.buffered) { transaction in
            try transaction.releaseMedia(of: ids.filter { try !transaction.isFavourite($0) })
        }
        try await media.removeReleased()
        return FileUsage(files: gone.count, bytes: gone.reduce(0) { $0 + $1.bytes })
    }

    public func sweep() async throws -> FileUsage {
        try await media.sweep()
    }

    public func usage() async throws -> FileUsage {
        try await media.usage()
    }

    public func changes() -> AsyncStream<Void> {
        let commits = media.store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await commit in commits where commit.isReload || commit.changesMedia { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Deletes released files at once, for a process that is about to end.
    ///
    /// Else they are deleted a moment after each commit.
    ///
    /// - Throws: ``StoreError``; `FileError`.
    public func flush() async throws {
        try await media.removeReleased()
    }
}

extension StoreCommit {
    fileprivate var changesMedia: Bool {
        !ids(in: MediaSchemas.holds).isEmpty || !ids(in: MediaSchemas.files).isEmpty
    }
}
