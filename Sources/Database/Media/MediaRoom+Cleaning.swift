import Core
import Foundation

extension MediaRoom {
    /// How many files one batch removes at most: the store's thread is everybody's.
    private static let stride = 16

    /// Removes what was let go: at once, and after each commit that lets something go, until the stream ends.
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

    /// Removes the files that nobody holds any more.
    func removeReleased() async throws {
        while true {
            let ids = try await read {
                try store.snapshot().window(
                    of: MediaSchemas.places, by: MediaSchemas.places.indexes[0], in: MediaPlace.released,
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
                    // Somebody may have promised or kept it since, and what was let go in a batch that is not synced yet
                    // may come back.
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

    /// Removes what nobody holds, and forgets what is not there.
    func sweep() async throws -> FileUsage {
        let released = try await releaseFromStrangers()
        try await forgetLost()
        try await removeReleased()
        return try await released + removeUnheld()
    }

    /// Takes from posts that are neither favourites nor packed what they hold: their fetch ended after they were let go.
    private func releaseFromStrangers() async throws -> FileUsage {
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

    /// Removes files of ours that no record speaks of, and promises that nobody keeps.
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

    /// Whether a file is one that is kept, or belongs to a download that may go on.
    private func isNeeded(_ name: MediaFolder.Name, at now: Date, in snapshot: StoreSnapshot) throws -> Bool {
        if name.isWhole, try snapshot.contains(name.file, in: MediaSchemas.files) { return true }
        return try snapshot.record(name.file, in: MediaSchemas.places)?.isPromised(at: now) ?? false
    }
}
