import Foundation

/// The ``StorageProvider`` of an app: decides what goes, and asks those who keep it.
///
/// ```swift
/// Dependency.register((any OfflineStorageProvider).self) { DatabaseStorageProvider(store: store) }
/// Dependency.register((any StorageProvider).self) { DefaultStorageProvider() }
/// ```
public final class DefaultStorageProvider: StorageProvider {
    /// Those who keep what belongs to posts; an app that has no packs or no media leaves them out.
    public struct Keepers: Sendable {
        /// Keeps threads.
        public var comments: (any OfflineCommentProvider)?
        /// Keeps media.
        public var media: (any OfflineMediaProvider)?
        /// Keeps what was packed.
        public var packs: (any OfflinePackProvider)?
        /// Fetches packs: told to stop before they are let go of.
        public var running: (any PackProvider)?
        /// Caches images.
        public var images: (any ManagedImageCache)?

        /// Creates a list of keepers.
        ///
        /// - Parameters:
        ///   - comments: Keeps threads.
        ///   - media: Keeps media.
        ///   - packs: Keeps what was packed.
        ///   - running: Fetches packs.
        ///   - images: Caches images.
        public init(
            comments: (any OfflineCommentProvider)? = nil, media: (any OfflineMediaProvider)? = nil,
            packs: (any OfflinePackProvider)? = nil, running: (any PackProvider)? = nil,
            images: (any ManagedImageCache)? = nil
        ) {
            self.comments = comments
            self.media = media
            self.packs = packs
            self.running = running
            self.images = images
        }

        /// Those that are registered.
        public static var registered: Keepers {
            func find<T: Sendable>(_ type: T.Type) -> T? {
                Dependency.current.isRegistered(type) ? Dependency.resolve(type) : nil
            }
            return Keepers(
                comments: find((any OfflineCommentProvider).self), media: find((any OfflineMediaProvider).self),
                packs: find((any OfflinePackProvider).self), running: find((any PackProvider).self),
                images: find((any ManagedImageCache).self))
        }
    }

    let storage: any OfflineStorageProvider
    let posts: any OfflinePostProvider
    let keepers: Keepers
    private let settings: any SettingsProvider
    private let time: any TimeProvider

    /// How many posts one batch evicts: others write between two of them.
    static let batchSize = 250

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - storage: What the database knows of its size; the registered one by default.
    ///   - posts: Where posts are kept; the registered one by default.
    ///   - keepers: Those who keep what belongs to posts; by default those that are registered.
    ///   - settings: What the person has set; the registered ones by default, else the defaults.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        storage: any OfflineStorageProvider = Dependency.resolve((any OfflineStorageProvider).self),
        posts: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        keepers: Keepers = .registered,
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.storage = storage
        self.posts = posts
        self.keepers = keepers
        self.settings = settings
        self.time = time
    }

    /// What lies on the disk, by kind.
    ///
    /// - Returns: The report.
    /// - Throws: `CancellationError`; ``DataError`` when the disk fails.
    public func report() async throws -> StorageReport {
        try await translated { try await storage.report() }
    }

    /// Lets go of what is too old or too much.
    ///
    /// - Parameters:
    ///   - policy: The limits; `nil` for those that the person has set.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: What went.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    public func applyRetention(_ policy: RetentionPolicy?, isDryRun: Bool) async throws -> RetentionReport {
        let (policy, now) = (policy ?? RetentionPolicy(settings.settings.value), time.now)
        return try await translated {
            let stock = try await stock()
            let plan = RetentionPlan(
                policy, posts: stock.posts, media: stock.media, mediaBytes: stock.mediaBytes, now: now)
            var evictions = plan.evictions
            if !isDryRun {
                let evicted = try await evict(evictions.map(\.id))
                // Who was saved since the plan was made has stayed.
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
            if let bytes = plan.imageBytes, let images = keepers.images {
                let trimmed = await images.trimDisk(toBytes: bytes, isDryRun: isDryRun)
                if trimmed.files > 0 {
                    report.amounts[.images] = RetentionReport.Amount(count: trimmed.files, bytes: trimmed.bytes)
                }
            }
            return report
        }
    }

    /// Lets go of what can be fetched again.
    ///
    /// - Parameters:
    ///   - scope: What of it.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: What went.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    public func erase(_ scope: EraseScope, isDryRun: Bool) async throws -> EraseReport {
        try await translated {
            if isDryRun { return try await preview(scope) }
            let before = try await storage.report()
            if scope != .images { try await clearDownloads() }
            if scope == .fetched {
                _ = try await evict(try await storage.posts().filter { $0.kept == nil }.map(\.id).sorted())
            }
            await keepers.images?.clearMemory()
            await keepers.images?.clearDisk()
            return EraseReport(scope: scope, before: before, after: try await storage.report())
        }
    }
}
