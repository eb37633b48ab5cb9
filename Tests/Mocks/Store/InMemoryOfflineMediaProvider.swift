package import Core
package import Foundation
import Synchronization

/// An ``Core/OfflineMediaProvider`` in memory, whose files lie on an ``InMemoryFileSystem``.
///
/// For tests of code that uses stored media, and for previews. It passes ``OfflineMediaProviderContract``.
package final class InMemoryOfflineMediaProvider: OfflineMediaProvider {
    private struct Record: Sendable {
        var bytes: Int
        var date: Date
        var holders: [Post.ID: MediaRole] = [:]
    }

    private struct State: Sendable {
        var records: [ResourceLink: Record] = [:]
        /// The names of files, by link: a number for each.
        var names: [ResourceLink: Int] = [:]
        var promised: Set<ResourceLink> = []
        /// The favourites and the stored posts among the holders, as they were when somebody last looked.
        var favourites: Set<Post.ID> = []
        var stored: Set<Post.ID> = []
        var failures: [any Error] = []

        mutating func takeFailure() throws {
            if !failures.isEmpty { throw failures.removeFirst() }
        }
    }

    /// The folder that files lie in.
    package let folder: String

    private let files: any FileSystem
    private let posts: (any OfflinePostProvider)?
    private let state = Mutex(State())
    private let announcements = Announcements<Void>()

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - files: The disk that files lie on; one of its own by default.
    ///   - folder: The folder that they lie in.
    ///   - posts: Where favourites are known: a favourite that is taken back, and a post that is evicted, let go of
    ///     what they hold. `nil`, the default, for tests without them.
    package init(
        files: any FileSystem = InMemoryFileSystem(), folder: String = "/media",
        posts: (any OfflinePostProvider)? = nil
    ) {
        self.files = files
        self.folder = folder
        self.posts = posts
    }

    /// Makes the next calls fail, one for each error; they change nothing.
    ///
    /// - Parameter errors: The errors to throw.
    package func fail(with errors: any Error...) {
        state.withLock { $0.failures += errors }
    }

    package func file(for link: ResourceLink) async throws -> MediaFile? {
        try await settle()
        return try state.withLock { try look(for: link, &$0) }
    }

    package func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]] {
        try await settle()
        return try state.withLock { state in
            var answer: [Post.ID: [MediaFile]] = [:]
            for link in state.records.keys.sorted(by: { ($0.text, $0.site.rawValue) < ($1.text, $1.site.rawValue) }) {
                guard let file = try look(for: link, &state) else { continue }
                for id in Set(ids) where file.holders[id] != nil { answer[id, default: []].append(file) }
            }
            for (id, files) in answer {
                let isSmall: (MediaFile) -> Bool = { $0.holders[id] == .thumbnail }
                answer[id] = files.filter(isSmall) + files.filter { !isSmall($0) }
            }
            return answer
        }
    }

    package func place(for link: ResourceLink) async throws -> String {
        try await settle()
        try files.makeDirectory(folder)
        return state.withLock { state in
            state.promised.insert(link)
            return path(of: link, &state)
        }
    }

    package func keep(
        _ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        try await settle()
        let file = try state.withLock { state in
            let known = try look(for: link, &state)
            guard let bytes = try known?.bytes ?? size(of: link, &state) else { throw DataError(.notFound) }
            var record = state.records[link] ?? Record(bytes: bytes, date: date)
            if record.holders[id] != .full { record.holders[id] = role }
            state.records[link] = record
            state.promised.remove(link)
            return described(link, record, &state)
        }
        announcements.send(())
        // From now on it is known whether the post is a favourite.
        try await settle()
        return file
    }

    package func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        try files.replace(try await place(for: link), with: [UInt8](data))
        return try await keep(link, for: id, as: role, at: date)
    }

    package func release(_ ids: [Post.ID]) async throws -> FileUsage {
        try await settle()
        let gone = try state.withLock { state in try release(Set(ids).subtracting(state.favourites), &state) }
        announcements.send(())
        return gone
    }

    package func sweep() async throws -> FileUsage {
        try await settle()
        return try state.withLock { state in
            var gone = FileUsage()
            if posts != nil {
                let holders = Set(state.records.values.flatMap(\.holders.keys))
                gone = try release(holders.subtracting(state.favourites), &state)
            }
            for link in state.records.keys { _ = try look(for: link, &state) }
            let needed = Set(state.names.filter { state.records[$0.key] != nil }.map { String($0.value) })
            let promised = Set(state.names.filter { state.promised.contains($0.key) }.map { String($0.value) })
            for name in try files.list(folder) {
                let stem = String(name.prefix { $0 != "." })
                guard !needed.contains(name), !promised.contains(stem) else { continue }
                gone = gone + (try remove("\(folder)/\(name)"))
            }
            return gone
        }
    }

    package func usage() async throws -> FileUsage {
        try await settle()
        return try state.withLock { state in
            for link in state.records.keys { _ = try look(for: link, &state) }
            return FileUsage(files: state.records.count, bytes: state.records.values.reduce(0) { $0 + $1.bytes })
        }
    }

    package func changes() -> AsyncStream<Void> { announcements.stream() }
}

extension InMemoryOfflineMediaProvider {
    /// Releases the files of favourites that were taken back, and of posts that were evicted.
    private func settle() async throws {
        try state.withLock { try $0.takeFailure() }
        guard let posts else { return }
        let items = try await posts.items(state.withLock { $0.records.values.flatMap(\.holders.keys) })
        let favourites = Set(items.filter(\.status.isFavourite).map(\.id))
        let stored = Set(items.map(\.id))
        try state.withLock { state in
            let gone = state.favourites.subtracting(favourites).union(state.stored.subtracting(stored))
            _ = try release(gone, &state)
            (state.favourites, state.stored) = (favourites, stored)
        }
    }

    private func release(_ ids: Set<Post.ID>, _ state: inout State) throws -> FileUsage {
        var gone = FileUsage()
        for (link, record) in state.records where record.holders.keys.contains(where: ids.contains) {
            let left = record.holders.filter { !ids.contains($0.key) }
            state.records[link]?.holders = left
            guard left.isEmpty else { continue }
            state.records[link] = nil
            gone = gone + (try remove(path(of: link, &state)))
        }
        return gone
    }

    private func remove(_ path: String) throws -> FileUsage {
        guard let bytes = try files.contents(of: path) else { return FileUsage() }
        try files.remove(path)
        return FileUsage(files: 1, bytes: bytes.count)
    }

    /// A kept file; one that is not on the disk as it was kept is forgotten.
    private func look(for link: ResourceLink, _ state: inout State) throws -> MediaFile? {
        guard let record = state.records[link] else { return nil }
        guard try size(of: link, &state) == record.bytes else {
            state.records[link] = nil
            _ = try remove(path(of: link, &state))
            return nil
        }
        return described(link, record, &state)
    }

    private func described(_ link: ResourceLink, _ record: Record, _ state: inout State) -> MediaFile {
        MediaFile(
            link: link, path: path(of: link, &state), bytes: record.bytes, date: record.date, holders: record.holders)
    }

    private func size(of link: ResourceLink, _ state: inout State) throws -> Int? {
        try files.contents(of: path(of: link, &state))?.count
    }

    private func path(of link: ResourceLink, _ state: inout State) -> String {
        let name = state.names[link] ?? state.names.count
        state.names[link] = name
        return "\(folder)/\(name)"
    }
}
