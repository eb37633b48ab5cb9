import Dispatch
public import Foundation

/// The default ``ImageProvider``: it loads images from the cache, from files stored for favourites and packs, or else
/// over the network.
///
/// Register one for the whole app, or nothing is shared:
///
/// ```swift
/// Dependency.register((any ImageProvider).self) { ImageLoader() }
/// ```
///
/// However many ask for a link at the same time, there is one download, and it ends when the last of them cancels. When
/// somebody asks who is more urgent than those before, the request is made once more with that priority, and whichever
/// is answered first counts: a ``RequestProvider`` that shares equal requests raises the priority of the first, and
/// sends nothing twice. When that fails, because a person is not to wait any longer, those who have more time go on
/// waiting.
///
/// What is no image, as far as its first bytes tell, is given to whoever asked and not cached; when a cache holds such
/// a thing, it is fetched again.
///
/// While the setting `downloadPolicy` is `never`, nothing is fetched, also not for a person who opens a picture: what
/// is not on the device is a ``DataError`` with the code `downloadsOff`, and the activity log says so.
public final class ImageLoader: ImageProvider {
    private typealias Downloads = SingleFlight<ResourceLink, Data>

    private let cache: any ImageCacheProvider
    private let requests: any RequestProvider
    private let endpoints: any EndpointProvider
    private let media: (any OfflineMediaProvider)?
    private let files: any FileSystem
    private let settings: any SettingsProvider
    private let activity: any ActivityRecorder
    private let time: any TimeProvider
    private let downloads = Downloads()
    // Pictures are large and the disk is slow: off Swift's cooperative threads.
    private let disk = DispatchQueue(label: "Lantern.ImageLoader", qos: .userInitiated)

    /// Creates a loader; resolves `FileSystem`, `SettingsProvider`, `ActivityRecorder` and `TimeProvider`, or else uses
    /// their defaults.
    ///
    /// - Parameters:
    ///   - cache: The cache of images; the registered one by default.
    ///   - requests: The provider of network requests; the registered one by default.
    ///   - endpoints: The provider of links' addresses; the registered one by default.
    ///   - media: The files kept for favourites and packs; `nil`, the default, for the registered ones, else none.
    public init(
        cache: any ImageCacheProvider = Dependency.resolve((any ImageCacheProvider).self),
        requests: any RequestProvider = Dependency.resolve((any RequestProvider).self),
        endpoints: any EndpointProvider = Dependency.resolve((any EndpointProvider).self),
        media: (any OfflineMediaProvider)? = nil
    ) {
        self.cache = cache
        self.requests = requests
        self.endpoints = endpoints
        let isRegistered = Dependency.current.isRegistered((any OfflineMediaProvider).self)
        self.media = media ?? (isRegistered ? Dependency.resolve((any OfflineMediaProvider).self) : nil)
        files = Dependency.fileSystem
        settings = Dependency.settings
        activity = Dependency.resolve((any ActivityRecorder).self, default: DiscardingActivityRecorder())
        time = Dependency.clock
    }

    public func image(for link: ResourceLink) async throws -> Data {
        try await image(for: link, priority: .userInitiated)
    }

    public func image(for link: ResourceLink, priority: RequestPriority) async throws -> Data {
        try await downloads.value(for: link, priority: priority) { try await self.load(link, for: $0) }
    }

    // The cache first: memory is quicker than any file.
    public func storedImage(for link: ResourceLink) async -> Data? {
        if let stored = await cache.image(for: link), ImageFormat(sniffing: stored) != nil { return stored }
        guard let media else { return nil }
        do {
            guard let kept = try await media.file(for: link) else { return nil }
            let files = files
            return try await withCheckedThrowingContinuation { continuation in
                disk.async { continuation.resume(with: Result { try Self.image(at: kept.path, on: files) }) }
            }
        } catch {
            // A stored file that cannot be read counts as missing; the network may have it.
            return nil
        }
    }

    /// A file that is an image, as its first bytes tell; nothing more of a film is read.
    private static func image(at path: String, on files: any FileSystem) throws -> Data? {
        let file = try files.open(path, .read)
        defer { file.close() }
        guard ImageFormat(sniffing: Data(try file.read(at: 0, count: 12))) != nil else { return nil }
        return Data(try file.read(at: 0, count: try file.size()))
    }

    private enum Event: Sendable {
        case priorityChanged
        case ended(RequestPriority, Result<Data, any Error>)
    }

    /// Makes one attempt, and one more for each caller that is more urgent than the attempts before; the first image
    /// counts.
    private func load(_ link: ResourceLink, for callers: Downloads.Flight) async throws -> Data {
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        var attempts: [RequestPriority: Task<Void, Never>] = [:]
        defer { for attempt in attempts.values { attempt.cancel() } }
        callers.observe { _ in sink.yield(.priorityChanged) }
        sink.yield(.priorityChanged)
        for await event in events {
            switch event {
            case .priorityChanged:
                let priority = callers.urgency.priority
                if let highest = attempts.keys.max(), priority <= highest { continue }
                attempts[priority] = Task { sink.yield(.ended(priority, await self.fetch(link, priority))) }
            case .ended(_, .success(let image)): return image
            case .ended(let priority, .failure(let error)):
                attempts[priority] = nil
                guard let highest = attempts.keys.max() else { throw error }
                callers.end(with: error) { caller, _ in caller > highest }
            }
        }
        // The events end for one reason only: nobody waits any more.
        throw CancellationError()
    }

    private func fetch(_ link: ResourceLink, _ priority: RequestPriority) async -> Result<Data, any Error> {
        if let stored = await storedImage(for: link) { return .success(stored) }
        if settings.settings.value.downloadPolicy == .never {
            var event = ActivityEvent(.skipped, reason: .downloadsOff, host: "", date: time.now)
            event.subject = .pictures
            activity.record(event)
            return .failure(DataError(.downloadsOff))
        }
        do {
            try Task.checkCancellation()
            var request = try endpoints.request(for: link)
            request.priority = priority
            let image = try await requests.response(to: request).body
            // Nobody waits any more, or nothing came: neither belongs in the cache.
            try Task.checkCancellation()
            guard !image.isEmpty else { throw NetworkError(.malformed) }
            if ImageFormat(sniffing: image) != nil { await cache.store(image, for: link) }
            return .success(image)
        } catch  where error.isCancellation {
            return .failure(CancellationError())
        } catch {
            return .failure(DataError(error))
        }
    }
}
