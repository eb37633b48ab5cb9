import Foundation
import Synchronization

/// The standard ``MediaProvider``: takes files from the store, then from the image cache, and last from the network.
///
/// ```swift
/// let media = DefaultMediaProvider(sites: [.reddit], online: DownloadingMediaProvider())
/// Dependency.register((any MediaProvider).self) { media }
/// let following = Task { await media.followFavourites() }
/// ```
///
/// Make one for the whole app, so that a file which two posts share is downloaded once. Its only state are running
/// downloads.
public final class DefaultMediaProvider: MediaProvider {
    private let sites: [Site]
    private let maximumFavouriteBytes: Int
    private let offline: any OfflineMediaProvider
    private let online: (any OnlineMediaProvider)?
    private let posts: any OfflinePostProvider
    private let images: (any ImageCacheProvider)?
    private let packs: (any OfflinePackProvider)?
    private let settings: any SettingsProvider
    private let files: any FileSystem
    private let activity: any ActivityRecorder
    private let time: any TimeProvider
    private let fetches = SingleFlight<ResourceLink, Fetched>()
    /// The last download of each link that has not ended, also where nobody waits for it any more.
    private let unended = Mutex<[ResourceLink: OneShot<Void>]>([:])
    private let favouriteRuns = SingleFlight<[Site], MediaReceipt>()

    /// The result of a download that did not fail.
    private enum Fetched: Sendable {
        case whole
        case missing(MediaReceipt.Reason, limit: Int)
    }

    /// Creates a provider, and starts nothing.
    ///
    /// The image cache, packs, settings, activity log and clock are used where they are registered.
    ///
    /// - Parameters:
    ///   - sites: The sites whose favourites are kept, each once.
    ///   - online: The downloads of all sites; `nil` where no network is to be used.
    ///   - maximumFavouriteBytes: The largest file that is downloaded for a favourite, 100 MB by default.
    ///   - offline: The store of kept files; the registered one by default.
    ///   - posts: The store of favourites; the registered one by default.
    public init(
        sites: [Site], online: (any OnlineMediaProvider)?, maximumFavouriteBytes: Int = 100_000_000,
        offline: any OfflineMediaProvider = Dependency.resolve((any OfflineMediaProvider).self),
        posts: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self)
    ) {
        self.sites = sites
        self.maximumFavouriteBytes = maximumFavouriteBytes
        self.offline = offline
        self.online = online
        self.posts = posts
        images = Dependency.registered((any ImageCacheProvider).self)
        packs = Dependency.registered((any OfflinePackProvider).self)
        settings = Dependency.settings
        files = Dependency.fileSystem
        activity = Dependency.resolve((any ActivityRecorder).self, default: DiscardingActivityRecorder())
        time = Dependency.clock
    }

    public func keep(
        _ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        let online = allowed
        let receipt = try await keep(
            post.id, PostMediaFiles(post).items(roles), from: online, maximumBytes: maximumBytes, priority: priority)
        guard roles.contains(.full) else { return receipt }
        return receipt + (try await keepSound(of: post, from: online, maximumBytes: maximumBytes, priority: priority))
    }

    public func keep(
        _ items: [PostMediaFiles.Item], of post: Post.ID, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        try await keep(post, items, from: allowed, maximumBytes: maximumBytes, priority: priority)
    }

    /// The downloads; nil while the download policy is `never`.
    private var allowed: (any OnlineMediaProvider)? {
        settings.settings.value.downloadPolicy == .never ? nil : online
    }

    private func keep(
        _ post: Post.ID, _ items: [PostMediaFiles.Item], from online: (any OnlineMediaProvider)?, maximumBytes: Int,
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

extension DefaultMediaProvider {
    // MARK: Sound

    /// Keeps the sound of a video whose plain file has none: the manifest, which names it, and the best of what it names.
    private func keepSound(
        of post: Post, from online: (any OnlineMediaProvider)?, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        guard let manifest = PostMediaFiles.manifest(of: post) else { return MediaReceipt() }
        var receipt = try await keep(
            post.id, [PostMediaFiles.Item(manifest, as: .full)], from: online,
            maximumBytes: min(maximumBytes, DASHManifest.maximumBytes), priority: priority)
        guard receipt.missing.isEmpty, let sound = try await sound(named: manifest) else { return receipt }
        receipt =
            receipt
            + (try await keep(
                post.id, [PostMediaFiles.Item(sound, as: .full)], from: online, maximumBytes: maximumBytes,
                priority: priority))
        return receipt
    }

    /// The best sound that a kept manifest names; nil where it names none.
    private func sound(named manifest: ResourceLink) async throws -> ResourceLink? {
        do {
            guard let file = try await offline.file(for: manifest), let bytes = try files.contents(of: file.path)
            else { return nil }
            return try DASHManifest(parsing: Data(bytes)).sounds.lazy.compactMap { $0.link(from: manifest) }.first
        } catch let error as CancellationError {
            throw error
        } catch {
            // A manifest that cannot be read names no sound; the video is there all the same.
            return nil
        }
    }
}

extension DefaultMediaProvider {
    // MARK: One file

    private struct Job: Sendable {
        let item: PostMediaFiles.Item
        let post: Post.ID
        let maximumBytes: Int
        let priority: RequestPriority
    }

    private enum Outcome {
        case held(bytes: Int, isNew: Bool)
        case missing(MediaReceipt.Reason)
    }

    private func keep(_ job: Job, from online: (any OnlineMediaProvider)?) async throws -> Outcome {
        // Another round is needed only where a joined download had a smaller limit, or the file was deleted meanwhile.
        for _ in 0..<4 {
            if let outcome = try await keepStored(job) { return outcome }
            guard let online else { return .missing(.waiting) }
            switch try await fetch(job, from: online) {
            case .whole: continue
            case .missing(.tooLarge, let limit) where limit < job.maximumBytes: continue
            case .missing(let reason, _): return .missing(reason)
            }
        }
        throw DataError(.fileMissing, isRetryable: true)
    }

    /// Keeps a file that is on the device already; nil when it is not.
    private func keepStored(_ job: Job) async throws -> Outcome? {
        let link = job.item.link
        let kept = try await offline.file(for: link)
        if let kept, let role = kept.holders[job.post], role == .full || job.item.role == .thumbnail {
            return .held(bytes: kept.bytes, isNew: false)
        }
        do {
            // Finds also a file whose process was killed before it could record it.
            let file = try await offline.keep(link, for: job.post, as: job.item.role, at: time.now)
            return .held(bytes: file.bytes, isNew: kept == nil && file.holders.count == 1)
        } catch let error as any CodedError where error.code == .notFound {
            // It is not stored: look in the image cache, then download it.
        }
        guard let image = await images?.image(for: link), ImageFormat(sniffing: image) != nil else { return nil }
        guard image.count <= job.maximumBytes else { return .missing(.tooLarge) }
        let file = try await offline.keep(image, as: link, for: job.post, as: job.item.role, at: time.now)
        return .held(bytes: file.bytes, isNew: file.holders.count == 1)
    }

    /// Downloads a file to its place, once for all who want it at the same time.
    private func fetch(_ job: Job, from online: any OnlineMediaProvider) async throws -> Fetched {
        let offline = offline
        return try await fetches.value(for: job.item.link) { _ in
            let (before, end) = self.begin(job.item.link)
            defer { self.end(job.item.link, end) }
            if let before {
                // A cancelled download has not ended yet: two must not write one file. It may even have completed.
                await before.value
                return .whole
            }
            let path = try await offline.place(for: job.item.link)
            do {
                _ = try await normalizingCancellation {
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

extension DefaultMediaProvider {
    // MARK: One download for each link at a time

    private func begin(_ link: ResourceLink) -> (before: OneShot<Void>?, end: OneShot<Void>) {
        let end = OneShot<Void>()
        return (unended.withLock { $0.updateValue(end, forKey: link) }, end)
    }

    private func end(_ link: ResourceLink, _ end: OneShot<Void>) {
        unended.withLock { if $0[link] === end { $0[link] = nil } }
        end.settle(())
    }
}

extension DefaultMediaProvider {
    // MARK: Favourites

    @discardableResult
    public func keepFavourites() async throws -> MediaReceipt {
        try await favouriteRuns.value(for: sites) { _ in try await self.keepAllFavourites() }
    }

    /// Keeps the media files of favourites at once and after each change of favourites, until its task is cancelled.
    ///
    /// A failure is tried again with the next change, and by ``keepFavourites()``.
    public func followFavourites() async {
        await followFavourites(of: sites, in: posts)
    }

    private func keepAllFavourites() async throws -> MediaReceipt {
        // The person marked them, so that their files are downloaded over any network.
        let isOff = settings.settings.value.downloadPolicy == .never
        var online = isOff ? nil : online
        var receipt = MediaReceipt()
        var failure: DataError?
        for item in try await favourites() {
            do {
                receipt = receipt + (try await keepFavourite(item, from: online))
            } catch let error as DataError {
                failure = failure ?? error
                // Without a network, files that are on the device are kept all the same.
                if [.offline, .timedOut, .captivePortal].contains(error.code) { online = nil }
                if [.noSpace, .readOnly, .storeClosed].contains(error.code) { throw error }
            }
            try await releaseIfUnmarked(item.id)
        }
        if isOff, self.online != nil, receipt.missing.contains(where: { $0.reason == .waiting }) {
            var event = ActivityEvent(.skipped, reason: .downloadsOff, host: "", date: time.now)
            event.subject = .favourites
            activity.record(event)
        }
        if let failure { throw failure }
        return receipt
    }

    private func favourites() async throws -> [FeedItem] {
        do {
            return try await posts.favourites(of: sites)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
    }

    private func keepFavourite(_ item: FeedItem, from online: (any OnlineMediaProvider)?) async throws -> MediaReceipt {
        let receipt = try await keep(
            item.post.id, PostMediaFiles(item.post).items(), from: online, maximumBytes: maximumFavouriteBytes,
            priority: .background)
        return receipt
            + (try await keepSound(
                of: item.post, from: online, maximumBytes: maximumFavouriteBytes, priority: .background))
    }

    /// Releases the files of a post whose favourite mark was removed while they were downloaded.
    private func releaseIfUnmarked(_ id: Post.ID) async throws {
        do {
            guard try await posts.items([id]).first?.status.isFavourite != true else { return }
            if let packs, try await packs.packedPosts().contains(where: { $0.id == id }) { return }
            _ = try await offline.release([id])
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
    }
}

extension MediaReceipt.Reason {
    /// The reason that an error concerns this one file; nil for one that concerns the network, the disk or the store.
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
