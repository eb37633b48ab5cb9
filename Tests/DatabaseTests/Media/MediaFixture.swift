import Core
import Database
import Foundation
import Mocks

/// A store and a folder of media on a disk in memory.
struct MediaFixture {
    let files: InMemoryFileSystem
    let clock: ManualClock
    static let folder = "/tmp/media"

    init(_ files: InMemoryFileSystem = InMemoryFileSystem(), clock: ManualClock = ManualClock()) {
        self.files = files
        self.clock = clock
    }

    /// What one start of the process has.
    struct Session {
        let store: JSONStore
        let posts: DatabasePostProvider
        let media: DatabaseMediaProvider
    }

    /// Starts the process anew, on the disk as it sees it; one that never dies by default.
    func open(_ disk: (any FileSystem)? = nil) throws -> Session {
        let disk = disk ?? files
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: disk, time: clock)
        return Session(
            store: store, posts: DatabasePostProvider(store: store),
            media: DatabaseMediaProvider(store: store, folder: Self.folder, files: disk, time: clock))
    }

    /// The names in the folder.
    var names: [String] {
        files.paths.filter { $0.hasPrefix("\(Self.folder)/") }.map { String($0.dropFirst(Self.folder.count + 1)) }
    }

    /// Writes a file as a download does: a part, synced, and then its name, which is synced unless the process ends.
    func download(_ data: [UInt8], to path: String, syncsName: Bool = true) throws {
        let part = try files.open(path + ".part", .replace)
        defer { part.close() }
        try part.write(data, at: 0)
        try part.sync()
        try files.move(path + ".part", to: path)
        if syncsName { try files.syncDirectory(Self.folder) }
    }
}

extension MediaFixture.Session {
    /// Stores posts, and makes favourites of them.
    func favour(_ ids: Post.ID..., at date: Date) async throws {
        try await posts.store(ids.map { .mock($0.native) }, completeness: .full)
        _ = try await posts.apply(.set(.favourite(true), ids), at: date)
    }

    func takeBack(_ ids: Post.ID..., at date: Date) async throws {
        _ = try await posts.apply(.set(.favourite(false), ids), at: date)
    }
}
