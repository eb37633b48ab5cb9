extension PackDependencies {
    /// The oldest of some packed posts beyond a limit; saved posts stay and do not count.
    func surplus(of packed: [PackedPost], beyond limit: Int) async throws -> [Post.ID] {
        guard packed.count > max(0, limit) else { return [] }
        let saved = try await posts.items(packed.map(\.id)).filter(\.status.isSaved)
        let isSaved = Set(saved.map(\.id))
        return Array(packed.map(\.id).filter { !isSaved.contains($0) }.dropFirst(max(0, limit)))
    }

    /// Removes posts from all packs, with the files that only they hold.
    ///
    /// After a kill in between, the files are held by posts that are not packed, and the next
    /// ``OfflineMediaProvider/sweep()`` deletes them.
    func removeFromPacks(_ ids: [Post.ID]) async throws -> FileUsage {
        guard !ids.isEmpty else { return FileUsage() }
        let gone = Set(ids)
        for pack in try await packs.packs() where pack.posts.contains(where: gone.contains) {
            var pack = pack
            pack.posts.removeAll { gone.contains($0) }
            // So that resuming the pack does not bring them back.
            try await packs.store(pack)
        }
        return try await media.release(try await packs.remove(ids))
    }
}
