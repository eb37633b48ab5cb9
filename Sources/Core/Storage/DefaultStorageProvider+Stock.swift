import Foundation

extension DefaultStorageProvider {
    /// Everything that could go, and what holds it.
    struct Stock: Sendable {
        var posts: [RetentionCandidate]
        var media: [Post.ID: [MediaFile]]
        var mediaBytes: Int
        /// The posts that were packed, stored or not.
        var packed: [Post.ID]
    }

    /// Finds out what there is.
    func stock() async throws -> Stock {
        var stored = try await storage.posts()
        let packed = try await keepers.packs?.packedPosts() ?? []
        let dates = Dictionary(packed.map { ($0.id, $0.date) }, uniquingKeysWith: max)
        for index in stored.indices { stored[index].packed = dates[stored[index].id] }
        let media = try await keepers.media?.files(of: stored.map(\.id)) ?? [:]
        return Stock(
            posts: stored, media: media, mediaBytes: try await keepers.media?.usage().bytes ?? 0,
            packed: packed.map(\.id))
    }

    /// Evicts posts in batches, with what belongs to them.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that went; who was saved meanwhile stays.
    /// - Throws: `CancellationError` between two batches; what the keepers throw.
    func evict(_ ids: [Post.ID]) async throws -> Set<Post.ID> {
        var gone: Set<Post.ID> = []
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let receipt = try await posts.evict(Array(ids[start..<min(start + Self.batchSize, ids.count)]))
            // Also what belongs to posts that are not there.
            let evicted = receipt.evicted + receipt.unknown
            gone.formUnion(evicted)
            // Where everything is in one store it went with the posts, and these find nothing.
            _ = try await keepers.comments?.evictThreads(of: evicted)
            _ = try await keepers.packs?.remove(evicted)
            _ = try await keepers.media?.release(evicted)
        }
        return gone
    }

    /// Lets go of packs, and of the media and threads of what was packed and is not kept.
    func clearDownloads() async throws {
        let packs = try await keepers.packs?.packs() ?? []
        // One that runs would fetch again what goes.
        for pack in packs { await keepers.running?.pause(pack.request) }
        try await keepers.packs?.forget(packs.map(\.id))
        let stock = try await stock()
        let going = stock.goingDownloads
        for start in stride(from: 0, to: going.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let ids = Array(going[start..<min(start + Self.batchSize, going.count)])
            _ = try await keepers.packs?.remove(ids)
            _ = try await keepers.comments?.evictThreads(of: ids)
            _ = try await keepers.media?.release(ids)
        }
        _ = try await keepers.media?.sweep()
    }

    /// What erasing would free.
    func preview(_ scope: EraseScope) async throws -> EraseReport {
        var report = EraseReport(scope: scope, isDryRun: true)
        let usage = try await storage.report()[.images]
        if keepers.images != nil, usage != FileUsage() { report.freed[.images] = usage }
        guard scope != .images else { return report }
        let stock = try await stock()
        let plan = RetentionPlan(RetentionPolicy(), posts: stock.posts, media: stock.media, now: .distantPast)
        let going =
            scope == .downloads
            ? stock.goingDownloads : stock.posts.filter { $0.kept == nil }.map(\.id)
        for (kind, amount) in plan.amounts(of: going) where scope != .downloads || kind != .posts {
            // Texts and threads lie in files that stay.
            report.freed[kind] = FileUsage(files: kind == .media ? amount.count : 0, bytes: amount.bytes)
        }
        return report
    }
}

extension DefaultStorageProvider.Stock {
    /// What was packed and nobody kept.
    fileprivate var goingDownloads: [Post.ID] {
        let kept = Set(posts.filter { $0.kept != nil }.map(\.id))
        return packed.filter { !kept.contains($0) }
    }
}
