/// What a run of a pack works with.
struct PackServices: Sendable {
    let posts: any PostProvider
    let comments: any CommentProvider
    let offlineComments: any OfflineCommentProvider
    let media: any OfflineMediaProvider
    let keeper: any MediaProvider
    let packs: any OfflinePackProvider
    let settings: any SettingsProvider
    let path: any NetworkPathProvider
    let activity: any ActivityRecorder
    let time: any TimeProvider
    let configuration: DefaultPackProvider.Configuration
    let scale = PackScale()

    /// Whether the person wants no media downloaded, whoever asks for them.
    var isOff: Bool { settings.settings.value.downloadPolicy == .never }

    /// Notes why a pack waits.
    ///
    /// - Parameters:
    ///   - request: Which one.
    ///   - stop: For what: a network, or another policy.
    func noteWaiting(_ request: PackRequest, for stop: PackReport.Stop = .network) {
        let now = request.isAutomatic ? settings.settings.value.downloadPolicy : nil
        let policy: DownloadPolicy? = stop == .policy ? .never : now
        activity.record(ActivityEvent(waiting: .packs, date: time.now, policy: policy, path: path.path.value))
    }

    /// Those of some packed posts that are more than may be kept: the oldest.
    ///
    /// Saved ones stay, and do not count.
    func surplus(of packed: [PackedPost], beyond limit: Int) async throws -> [Post.ID] {
        guard packed.count > max(0, limit) else { return [] }
        let saved = try await posts.items(packed.map(\.id)).filter(\.status.isSaved)
        let isSaved = Set(saved.map(\.id))
        return Array(packed.map(\.id).filter { !isSaved.contains($0) }.dropFirst(max(0, limit)))
    }

    /// Takes posts out of what was packed, with the files that only they hold.
    ///
    /// After a kill in between the files are held by posts that are not packed, and go with the next
    /// ``OfflineMediaProvider/sweep()``.
    func takeOut(_ ids: [Post.ID]) async throws -> FileUsage {
        guard !ids.isEmpty else { return FileUsage() }
        let gone = Set(ids)
        for pack in try await packs.packs() where pack.posts.contains(where: gone.contains) {
            var pack = pack
            pack.posts.removeAll { gone.contains($0) }
            // So that going on with it does not bring them back.
            try await packs.store(pack)
        }
        return try await media.release(try await packs.remove(ids))
    }
}
