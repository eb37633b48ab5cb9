public import Core
import Dispatch
public import Foundation
import Synchronization

/// Gets images from the cache, from what is kept for favourites and packs, or else over the network; the
/// ``Core/ImageProvider`` of an app.
///
/// Register one for the whole app, or nothing is shared:
///
/// ```swift
/// Dependency.register((any ImageProvider).self) { ImageLoader() }
/// ```
///
/// However many ask for a link at the same time, there is one download, and it ends when the last of them cancels. When
/// somebody asks who is more urgent than those before, the request is made once more with that priority, and whichever
/// is answered first counts: a ``Core/RequestProvider`` that shares equal requests takes it as a word to hurry up, and
/// sends nothing twice. When that fails, because a person is not to wait any longer, those who have more time go on waiting.
///
/// What is no image, as far as its first bytes tell, is given to whoever asked and not cached; when a cache holds such
/// a thing, it is fetched again.
///
/// While the setting `downloadPolicy` is `never`, nothing is fetched, also not for a person who opens a picture: what is
/// not on the device is a ``Core/DataError`` with the code `downloadsOff`, and the activity log says so.
public final class ImageLoader: ImageProvider {
    private struct Asker: Sendable {
        let priority: RequestPriority
        let continuation: CheckedContinuation<Data, any Error>
    }

    private struct Download: Sendable {
        let number: Int
        /// How urgent the most urgent attempt is.
        var priority: RequestPriority
        /// What was sent for it: one thing, and one more for each time that somebody more urgent came.
        var attempts: [RequestPriority: Task<Void, Never>]
        var askers: [Int: Asker] = [:]

        /// Goes on with the attempts that are left, without those who were more urgent than any of them.
        ///
        /// The attempts go with those only when nobody stays.
        mutating func partWithAskers(above next: RequestPriority) -> Download {
            priority = next
            var ended = self
            ended.askers = askers.filter { $0.value.priority > next }
            askers = askers.filter { $0.value.priority <= next }
            if !askers.isEmpty { ended.attempts = [:] }
            return ended
        }
    }

    private struct State: Sendable {
        var downloads: [ResourceLink: Download] = [:]
        /// Askers whose task was cancelled before they asked.
        var cancelled: Set<Int> = []
        var lastNumber = 0

        mutating func makeNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let cache: any ImageCacheProvider
    private let requests: any RequestProvider
    private let endpoints: any EndpointProvider
    private let media: (any OfflineMediaProvider)?
    private let files: any FileSystem
    private let settings: any SettingsProvider
    private let activity: any ActivityRecorder
    private let time: any TimeProvider
    private let state = Mutex(State())
    // Pictures are large and the disk is slow: off Swift's cooperative threads.
    private let disk = DispatchQueue(label: "Lantern.ImageLoader", qos: .userInitiated)

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - cache: Where images are cached; resolved by default.
    ///   - requests: The road to the network; resolved by default.
    ///   - endpoints: Where links lead; resolved by default.
    ///   - media: What is kept for favourites and packs; `nil`, the default, for the registered one, else nothing.
    ///   - files: The disk that kept files are on; the registered one by default, else the system's.
    ///   - settings: Where the setting `downloadPolicy` is; the registered one by default, else the defaults.
    ///   - activity: Hears that pictures are not fetched; the registered one by default, else nobody.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        cache: any ImageCacheProvider = Dependency.resolve((any ImageCacheProvider).self),
        requests: any RequestProvider = Dependency.resolve((any RequestProvider).self),
        endpoints: any EndpointProvider = Dependency.resolve((any EndpointProvider).self),
        media: (any OfflineMediaProvider)? = nil,
        files: any FileSystem = Dependency.resolve((any FileSystem).self, default: LocalFileSystem()),
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider()),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        let isRegistered = Dependency.current.isRegistered((any OfflineMediaProvider).self)
        self.media = media ?? (isRegistered ? Dependency.resolve((any OfflineMediaProvider).self) : nil)
        self.files = files
        self.settings = settings
        self.activity = activity
        self.time = time
        self.cache = cache
        self.requests = requests
        self.endpoints = endpoints
    }

    /// The bytes of an image, for a person who waits.
    ///
    /// - Parameter link: The link as its post holds it.
    /// - Returns: The whole image file.
    /// - Throws: ``Core/DataError`` when it cannot be had, `CancellationError`.
    public func image(for link: ResourceLink) async throws -> Data {
        try await image(for: link, priority: .userInitiated)
    }

    /// The bytes of an image.
    ///
    /// - Parameters:
    ///   - link: The link as its post holds it.
    ///   - priority: Who waits; the request that is made has it.
    /// - Returns: The whole image file.
    /// - Throws: ``Core/DataError`` when it cannot be had, `CancellationError`.
    public func image(for link: ResourceLink, priority: RequestPriority) async throws -> Data {
        let number = state.withLock { $0.makeNumber() }
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                join(link, as: number, Asker(priority: priority, continuation: continuation))
            }
        } onCancel: {
            leave(link, as: number)
        }
    }

    /// The bytes of an image that is on this device: in the cache, or kept for a favourite or a pack.
    ///
    /// - Parameter link: The link as its post holds it.
    /// - Returns: The whole image file; `nil` when it is not here, cannot be read, or is no image.
    public func storedImage(for link: ResourceLink) async -> Data? {
        // The cache first: memory is quicker than any file.
        if let stored = await cache.image(for: link), ImageFormat(sniffing: stored) != nil { return stored }
        guard let media else { return nil }
        do {
            guard let kept = try await media.file(for: link) else { return nil }
            let files = files
            return try await withCheckedThrowingContinuation { continuation in
                disk.async { continuation.resume(with: Result { try Self.image(at: kept.path, on: files) }) }
            }
        } catch {
            // What cannot be read is as good as not kept; the network may have it.
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

    private func join(_ link: ResourceLink, as number: Int, _ asker: Asker) {
        let priority = asker.priority
        let isCancelled = state.withLock { state in
            if state.cancelled.contains(number) { return true }
            var download =
                state.downloads[link]
                ?? Download(number: state.makeNumber(), priority: priority, attempts: [:])
            if download.attempts.isEmpty || priority > download.priority {
                let number = download.number
                // It cannot finish before it is in the table: finishing takes the lock that is held here.
                let task = Task { finish(link, number, priority, with: await fetch(link, priority)) }
                download.attempts[priority] = task
                download.priority = priority
            }
            download.askers[number] = asker
            state.downloads[link] = download
            return false
        }
        if isCancelled { asker.continuation.resume(throwing: CancellationError()) }
    }

    private func leave(_ link: ResourceLink, as number: Int) {
        let (asker, attempts) = state.withLock { state -> (Asker?, [Task<Void, Never>]) in
            guard let asker = state.downloads[link]?.askers.removeValue(forKey: number) else {
                state.cancelled.insert(number)
                return (nil, [])
            }
            guard state.downloads[link]?.askers.isEmpty == true else { return (asker, []) }
            // Out of the table at once, so that the next one who asks begins anew.
            return (asker, state.downloads.removeValue(forKey: link).map { Array($0.attempts.values) } ?? [])
        }
        for attempt in attempts { attempt.cancel() }
        asker?.continuation.resume(throwing: CancellationError())
    }

    private func finish(
        _ link: ResourceLink, _ number: Int, _ priority: RequestPriority, with result: Result<Data, any Error>
    ) {
        let ended = state.withLock { state -> Download? in
            guard var download = state.downloads[link], download.number == number else { return nil }
            download.attempts[priority] = nil
            let ended: Download?
            if case .failure = result, let next = download.attempts.keys.max() {
                ended = download.partWithAskers(above: next)
            } else {
                (ended, download.askers) = (download, [:])
            }
            state.downloads[link] = download.askers.isEmpty ? nil : download
            return ended
        }
        guard let ended else { return }
        for attempt in ended.attempts.values { attempt.cancel() }
        for (_, asker) in ended.askers.sorted(by: { $0.key < $1.key }) { asker.continuation.resume(with: result) }
    }

    private func fetch(_ link: ResourceLink, _ priority: RequestPriority) async -> Result<Data, any Error> {
        if let stored = await storedImage(for: link) { return .success(stored) }
        if settings.settings.value.downloadPolicy == .never {
            activity.record(
                ActivityEvent(date: time.now, kind: .skipped, reason: .downloadsOff, host: "", subject: .pictures))
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
