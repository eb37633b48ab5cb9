import Foundation

/// The standard ``StorageProvider``: chooses what to delete, and has the providers that keep it delete it.
///
/// ```swift
/// Dependency.register((any OfflineStorageProvider).self) { DatabaseStorageProvider(store: store) }
/// Dependency.register((any StorageProvider).self) { DefaultStorageProvider() }
/// ```
public final class DefaultStorageProvider: StorageProvider {
    /// The providers of what belongs to posts; an app without packs or media leaves theirs out.
    package struct Providers: Sendable {
        /// The stored threads.
        package var comments: (any OfflineCommentProvider)?
        /// The stored media.
        package var media: (any OfflineMediaProvider)?
        /// The stored packs.
        package var packs: (any OfflinePackProvider)?
        /// The downloads of packs, which are stopped before packs are deleted.
        package var downloads: (any PackProvider)?
        /// The image cache.
        package var images: (any ManagedImageCache)?
        /// The stored answers to accounts.
        package var answers: (any OfflineAnswerProvider)?
        /// The stored values of resources.
        package var resources: (any OfflineResourceProvider)?

        /// Creates a list of providers.
        ///
        /// - Parameters:
        ///   - comments: The stored threads.
        ///   - media: The stored media.
        ///   - packs: The stored packs.
        ///   - downloads: The downloads of packs.
        ///   - images: The image cache.
        ///   - answers: The stored answers to accounts.
        ///   - resources: The stored values of resources.
        package init(
            comments: (any OfflineCommentProvider)? = nil, media: (any OfflineMediaProvider)? = nil,
            packs: (any OfflinePackProvider)? = nil, downloads: (any PackProvider)? = nil,
            images: (any ManagedImageCache)? = nil, answers: (any OfflineAnswerProvider)? = nil,
            resources: (any OfflineResourceProvider)? = nil
        ) {
            self.comments = comments
            self.media = media
            self.packs = packs
            self.downloads = downloads
            self.images = images
            self.answers = answers
            self.resources = resources
        }

        /// The registered providers.
        package static var registered: Providers {
            func find<T: Sendable>(_ type: T.Type) -> T? {
                Dependency.current.isRegistered(type) ? Dependency.resolve(type) : nil
            }
            return Providers(
                comments: find((any OfflineCommentProvider).self), media: find((any OfflineMediaProvider).self),
                packs: find((any OfflinePackProvider).self), downloads: find((any PackProvider).self),
                images: find((any ManagedImageCache).self), answers: find((any OfflineAnswerProvider).self),
                resources: find((any OfflineResourceProvider).self))
        }
    }

    private let storage: any OfflineStorageProvider
    private let posts: any OfflinePostProvider
    private let providers: Providers
    private let settings: any SettingsProvider
    private let time: any TimeProvider

    /// The posts that one batch evicts: others write between two batches.
    private static let batchSize = 250

    /// Creates a provider that uses the registered providers, settings and clock.
    public convenience init() { self.init(providers: .registered) }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - storage: The database's report of its own size; the registered one by default.
    ///   - posts: The stored posts; the registered one by default.
    ///   - providers: The providers of what belongs to posts; the registered ones by default.
    ///   - settings: The settings; the registered ones by default, else the defaults.
    ///   - time: The clock; the registered one by default, else the system's.
    package init(
        storage: any OfflineStorageProvider = Dependency.resolve((any OfflineStorageProvider).self),
        posts: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        providers: Providers = .registered,
        settings: any SettingsProvider = Dependency.settings,
        time: any TimeProvider = Dependency.clock
    ) {
        self.storage = storage
        self.posts = posts
        self.providers = providers
        self.settings = settings
        self.time = time
    }

    public func report() async throws -> StorageReport {
        try await translated { try await storage.report() }
    }

    public func planRetention(_ policy: RetentionPolicy?) async throws -> RetentionReport {
        try await retain(policy, isDryRun: true)
    }

    public func applyRetention(_ policy: RetentionPolicy?) async throws -> RetentionReport {
        try await retain(policy, isDryRun: false)
    }

    private func retain(_ policy: RetentionPolicy?, isDryRun: Bool) async throws -> RetentionReport {
        let (policy, now) = (policy ?? RetentionPolicy(settings.settings.value), time.now)
        return try await translated {
            let content = try await storedContent()
            let plan = RetentionPlan(
                policy, posts: content.posts, media: content.media, mediaBytes: content.mediaBytes, now: now)
            var evictions = plan.evictions
            if !isDryRun {
                let evicted = try await evict(evictions.map(\.id))
                // Posts that were saved since the plan was made have stayed.
                evictions.removeAll { !evicted.contains($0.id) }
            }
            var report = RetentionReport(
                isDryRun: isDryRun, posts: evictions, amounts: plan.amounts(of: evictions.map(\.id)),
                excessBytes: plan.excessBytes)
            if let days = policy.markDays {
                let date = now.addingTimeInterval(-Double(days) * 86_400)
                var marks = try await storage.forgettableMarks(before: date, without: Set(evictions.map(\.id)))
                if !isDryRun { marks.count = try await posts.forgetMarks(before: date) }
                if marks.count > 0 { report.amounts[.statuses] = marks }
            }
            if let days = policy.postDays, let answers = providers.answers {
                let date = now.addingTimeInterval(-Double(days) * 86_400)
                let forgotten = try await answers.forget(before: date, isDryRun: isDryRun)
                if forgotten.count > 0 {
                    report.amounts[.comments] = RetentionReport.Amount(
                        count: report[.comments].count + forgotten.count,
                        bytes: report[.comments].bytes + forgotten.bytes)
                }
            }
            if let resources = providers.resources {
                let forgotten = try await resources.forget(.outdated(now), isDryRun: isDryRun)
                // They take the room of posts, and are none.
                if forgotten.bytes > 0 {
                    report.amounts[.posts] = RetentionReport.Amount(
                        count: report[.posts].count, bytes: report[.posts].bytes + forgotten.bytes)
                }
            }
            if let bytes = plan.imageBytes, let images = providers.images {
                let trimmed = await images.trimDisk(toBytes: bytes, isDryRun: isDryRun)
                if trimmed.files > 0 {
                    report.amounts[.images] = RetentionReport.Amount(count: trimmed.files, bytes: trimmed.bytes)
                }
            }
            return report
        }
    }

    public func planErase(_ scope: EraseScope) async throws -> EraseReport {
        try await translated {
            var report = EraseReport(scope: scope, isDryRun: true)
            let usage = try await storage.report()[.images]
            if providers.images != nil, usage != FileUsage() { report.freed[.images] = usage }
            guard scope != .images else { return report }
            let content = try await storedContent()
            let plan = RetentionPlan(RetentionPolicy(), posts: content.posts, media: content.media, now: .distantPast)
            let ids =
                scope == .downloads
                ? content.unkeptDownloads : content.posts.filter { $0.kept == nil }.map(\.id)
            for (kind, amount) in plan.amounts(of: ids) where scope != .downloads || kind != .posts {
                // Texts and threads lie in files that stay.
                report.freed[kind] = FileUsage(files: kind == .media ? amount.count : 0, bytes: amount.bytes)
            }
            if scope == .fetched, let answers = providers.answers {
                let forgotten = try await answers.forget(before: .distantFuture, isDryRun: true)
                let others = report.freed[.comments] ?? FileUsage()
                if forgotten.bytes > 0 { report.freed[.comments] = others + FileUsage(bytes: forgotten.bytes) }
            }
            if scope == .fetched, let resources = providers.resources {
                let forgotten = try await resources.forget(.all, isDryRun: true)
                let others = report.freed[.posts] ?? FileUsage()
                if forgotten.bytes > 0 { report.freed[.posts] = others + FileUsage(bytes: forgotten.bytes) }
            }
            return report
        }
    }

    public func erase(_ scope: EraseScope) async throws -> EraseReport {
        try await translated {
            let before = try await storage.report()
            if scope != .images { try await clearDownloads() }
            if scope == .fetched {
                _ = try await evict(try await storage.posts().filter { $0.kept == nil }.map(\.id).sorted())
                try await providers.answers?.forget(before: .distantFuture, isDryRun: false)
                try await providers.resources?.forget(.all, isDryRun: false)
            }
            await providers.images?.clearMemory()
            await providers.images?.clearDisk()
            return EraseReport(scope: scope, before: before, after: try await storage.report())
        }
    }

    private func storedContent() async throws -> StoredContent {
        var stored = try await storage.posts()
        let packed = try await providers.packs?.packedPosts() ?? []
        let dates = Dictionary(packed.map { ($0.id, $0.date) }, uniquingKeysWith: max)
        for index in stored.indices { stored[index].packed = dates[stored[index].id] }
        let media = try await providers.media?.files(of: stored.map(\.id)) ?? [:]
        return StoredContent(
            posts: stored, media: media, mediaBytes: try await providers.media?.usage().bytes ?? 0,
            packed: packed.map(\.id))
    }

    /// Evicts posts in batches, with what belongs to them.
    ///
    /// - Returns: The evicted posts; those that were saved meanwhile stay.
    private func evict(_ ids: [Post.ID]) async throws -> Set<Post.ID> {
        var gone: Set<Post.ID> = []
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let receipt = try await posts.evict(Array(ids[start..<min(start + Self.batchSize, ids.count)]))
            // Also what belongs to posts that are not there.
            let evicted = receipt.evicted + receipt.unknown
            gone.formUnion(evicted)
            // Where everything is in one store it was deleted with the posts, and these find nothing.
            _ = try await providers.comments?.evictThreads(of: evicted)
            _ = try await providers.packs?.remove(evicted)
            _ = try await providers.media?.release(evicted)
        }
        return gone
    }

    /// Deletes packs, and the media and threads of packed posts that nobody keeps.
    private func clearDownloads() async throws {
        let packs = try await providers.packs?.packs() ?? []
        // A download that goes on would fetch again what is deleted.
        for pack in packs { await providers.downloads?.pause(pack.request) }
        try await providers.packs?.forget(packs.map(\.id))
        let unkept = try await storedContent().unkeptDownloads
        for start in stride(from: 0, to: unkept.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let ids = Array(unkept[start..<min(start + Self.batchSize, unkept.count)])
            _ = try await providers.packs?.remove(ids)
            _ = try await providers.comments?.evictThreads(of: ids)
            _ = try await providers.media?.release(ids)
        }
        _ = try await providers.media?.sweep()
    }
}

/// Everything that could be deleted.
private struct StoredContent: Sendable {
    var posts: [RetentionCandidate]
    var media: [Post.ID: [MediaFile]]
    var mediaBytes: Int
    /// The packed posts, stored or not.
    var packed: [Post.ID]

    /// The packed posts that are neither saved nor favourites.
    var unkeptDownloads: [Post.ID] {
        let kept = Set(posts.filter { $0.kept != nil }.map(\.id))
        return packed.filter { !kept.contains($0) }
    }
}
