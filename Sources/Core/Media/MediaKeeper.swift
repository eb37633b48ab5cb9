import Foundation
import Synchronization

/// Keeps the files of posts: from what is kept already, from the image cache, and last from the network.
///
/// ```swift
/// let keeper = MediaKeeper(sites: [.reddit], online: DownloadingMediaProvider())
/// Dependency.register((any MediaProvider).self) { keeper }
/// let following = Task { await keeper.followFavourites() }
/// ```
///
/// One for the whole app, so that a file which two posts share is fetched once. The only state is what is under way.
public final class MediaKeeper: MediaProvider {
    /// Whose favourites.
    public let sites: [Site]
    /// The largest file that is fetched for a favourite.
    public let maximumFavouriteBytes: Int

    let offline: any OfflineMediaProvider
    let online: (any OnlineMediaProvider)?
    let posts: any OfflinePostProvider
    let images: (any ImageCacheProvider)?
    let packs: (any OfflinePackProvider)?
    let settings: any SettingsProvider
    let activity: any ActivityRecorder
    let time: any TimeProvider
    private let fetches = SharedWork<ResourceLink, Fetched>()
    /// The last fetch of each link that has not ended, also where nobody waits for it any more.
    private let unended = Mutex<[ResourceLink: OneShot<Void>]>([:])
    let favouriteRuns = SharedWork<[Site], MediaReceipt>()

    /// How a fetch ended that did not fail.
    private enum Fetched: Sendable {
        case whole
        case missing(MediaReceipt.Reason, limit: Int)
    }

    /// Creates a keeper, and starts nothing.
    ///
    /// - Parameters:
    ///   - sites: Whose favourites, each site once; their links are resolved by each site's backend.
    ///   - online: The road to the files of all sites; `nil` where there is no network to be used.
    ///   - maximumFavouriteBytes: The largest file that is fetched for a favourite, 100 MB by default.
    ///   - offline: Where files are kept; the registered one by default.
    ///   - posts: Where favourites are known; the registered one by default.
    ///   - images: What may have pictures already; `nil`, the default, for the registered one, else none.
    ///   - packs: Where packed posts are known, which hold files too; `nil`, the default, for the registered one, else none.
    ///   - settings: Where the setting `downloadPolicy` is; the registered one by default, else the defaults.
    ///   - activity: Hears why favourites wait; the registered one by default, else nobody.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        sites: [Site], online: (any OnlineMediaProvider)?, maximumFavouriteBytes: Int = 100_000_000,
        offline: any OfflineMediaProvider = Dependency.resolve((any OfflineMediaProvider).self),
        posts: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        images: (any ImageCacheProvider)? = nil, packs: (any OfflinePackProvider)? = nil,
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider()),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        func registered<T: Sendable>(_ type: T.Type) -> T? {
            Dependency.current.isRegistered(type) ? Dependency.resolve(type) : nil
        }
        self.sites = sites
        self.maximumFavouriteBytes = maximumFavouriteBytes
        self.offline = offline
        self.online = online
        self.posts = posts
        self.images = images ?? registered((any ImageCacheProvider).self)
        self.packs = packs ?? registered((any OfflinePackProvider).self)
        self.settings = settings
        self.activity = activity
        self.time = time
    }

    /// Keeps the files of a post.
    ///
    /// A server that fails ends the call; one that refuses a file, or has it no more, costs that file only. While the
    /// setting `downloadPolicy` is `never`, nothing is fetched: what is not on the device is `waiting`.
    ///
    /// - Parameters:
    ///   - post: The post as it is stored.
    ///   - roles: Which of its files.
    ///   - maximumBytes: The largest file that is brought onto the device; one that is there already is held whatever its
    ///     length.
    ///   - priority: Who waits; of several who wait for one file, whoever came first decides.
    /// - Returns: What came, and what cannot be had.
    /// - Throws: `CancellationError`; ``DataError`` when the network, the disk or the store fails.
    public func keep(
        _ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        try await keep(
            post.id, MediaPlan(post).items(roles), from: allowed, maximumBytes: maximumBytes, priority: priority)
    }

    /// Keeps some files of a post.
    ///
    /// - Parameters:
    ///   - items: Which files.
    ///   - post: The post that holds them from now on.
    ///   - maximumBytes: The largest file that is brought onto the device.
    ///   - priority: Who waits.
    /// - Returns: What came, and what cannot be had.
    /// - Throws: `CancellationError`; ``DataError`` when the network, the disk or the store fails.
    public func keep(
        _ items: [MediaPlan.Item], of post: Post.ID, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        try await keep(post, items, from: allowed, maximumBytes: maximumBytes, priority: priority)
    }

    /// The road to files; nil while the person wants no media downloaded.
    private var allowed: (any OnlineMediaProvider)? {
        settings.settings.value.downloadPolicy == .never ? nil : online
    }

    func keep(
        _ post: Post.ID, _ items: [MediaPlan.Item], from online: (any OnlineMediaProvider)?, maximumBytes: Int,
        priority: RequestPriority
    ) async throws -> MediaReceipt {
        var receipt = MediaReceipt()
        do {
            for item in items {
                try Task.checkCancellation()
                let job = Job(item: item, post: post, maximumBytes: maximumBytes, priority: priority)
                switch try await keep(job, from: online) {
                case .held(let bytes, let isNew):
                    let usage = FileUsage(files: 1, bytes: bytes)
                    receipt.held = receipt.held + usage
                    if isNew { receipt.added = receipt.added + usage }
                case .missing(let reason):
                    receipt.missing.append(
                        MediaReceipt.Missing(item.link, of: post, as: item.role, reason: reason))
                }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
        return receipt
    }
}

extension MediaKeeper {
    // MARK: One file

    private struct Job: Sendable {
        let item: MediaPlan.Item
        let post: Post.ID
        let maximumBytes: Int
        let priority: RequestPriority
    }

    private enum Outcome {
        case held(bytes: Int, isNew: Bool)
        case missing(MediaReceipt.Reason)
    }

    private func keep(_ job: Job, from online: (any OnlineMediaProvider)?) async throws -> Outcome {
        // Each round ends with an answer unless somebody else's fetch had a smaller limit, or what was just there is
        // gone again; neither goes on for ever.
        for _ in 0..<4 {
            if let outcome = try await keepWhatIsHere(job) { return outcome }
            guard let online else { return .missing(.waiting) }
            switch try await fetch(job, from: online) {
            case .whole: continue
            case .missing(.tooLarge, let limit) where limit < job.maximumBytes: continue
            case .missing(let reason, _): return .missing(reason)
            }
        }
        throw DataError(.fileMissing, isRetryable: true)
    }

    /// Holds what is on the device already; nil when it is nowhere.
    private func keepWhatIsHere(_ job: Job) async throws -> Outcome? {
        let link = job.item.link
        let kept = try await offline.file(for: link)
        if let kept, let role = kept.holders[job.post], role == .full || job.item.role == .thumbnail {
            return .held(bytes: kept.bytes, isNew: false)
        }
        do {
            // Also what a process that was killed had fetched, and had no time left to note.
            let file = try await offline.keep(link, for: job.post, as: job.item.role, at: time.now)
            return .held(bytes: file.bytes, isNew: kept == nil && file.holders.count == 1)
        } catch let error as any CodedError where error.code == .notFound {
            // It has to come from elsewhere.
        }
        guard let image = await images?.image(for: link), ImageFormat(sniffing: image) != nil else { return nil }
        guard image.count <= job.maximumBytes else { return .missing(.tooLarge) }
        let file = try await offline.keep(image, as: link, for: job.post, as: job.item.role, at: time.now)
        return .held(bytes: file.bytes, isNew: file.holders.count == 1)
    }

    /// Fetches a file to its place, once for all who want it at the same time.
    private func fetch(_ job: Job, from online: any OnlineMediaProvider) async throws -> Fetched {
        let offline = offline
        return try await fetches.value(for: job.item.link) {
            let (before, end) = self.begin(job.item.link)
            defer { self.end(job.item.link, end) }
            if let before {
                // Cancelled, and not ended yet: two must not write one file. It may even have come whole.
                await before.value
                return .whole
            }
            let path = try await offline.place(for: job.item.link)
            do {
                _ = try await asking {
                    try await online.download(
                        job.item.link, to: path, maximumBytes: job.maximumBytes, priority: job.priority,
                        progress: { _ in })
                }
                return .whole
            } catch let error as CancellationError {
                throw error
            } catch {
                guard let reason = MediaReceipt.Reason(error) else { throw error }
                return .missing(reason, limit: job.maximumBytes)
            }
        }
    }
}

extension MediaKeeper {
    // MARK: One after the other

    private func begin(_ link: ResourceLink) -> (before: OneShot<Void>?, end: OneShot<Void>) {
        let end = OneShot<Void>()
        return (unended.withLock { $0.updateValue(end, forKey: link) }, end)
    }

    private func end(_ link: ResourceLink, _ end: OneShot<Void>) {
        unended.withLock { if $0[link] === end { $0[link] = nil } }
        end.settle(())
    }
}

extension MediaReceipt.Reason {
    /// Why one file cannot be had, where its server is there and everything else may well be; nil for what is not about
    /// the file.
    init?(_ error: any Error) {
        guard let error = error as? any CodedError, !error.isRetryable else { return nil }
        switch error.code {
        case .notFound: self = .gone
        case .tooLarge: self = .tooLarge
        case .forbidden, .accessClosed, .unauthorized, .badRequest, .redirected, .invalidInput, .pinMismatch:
            self = .refused
        case .malformed: self = .broken
        default: return nil
        }
    }
}
