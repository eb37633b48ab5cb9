public import Core
public import Foundation
import Synchronization

/// Gets images from the cache, or else over the network; the ``Core/ImageProvider`` of an app.
///
/// Register one for the whole app, or nothing is shared:
///
/// ```swift
/// Dependency.register((any ImageProvider).self) { ImageLoader() }
/// ```
///
/// However many ask for a link at the same time, there is one download, and it ends when the last of them cancels.
public final class ImageLoader: ImageProvider {
    private typealias Asker = CheckedContinuation<Data, any Error>

    private struct Download: Sendable {
        let number: Int
        let task: Task<Void, Never>
        var askers: [Int: Asker] = [:]
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
    private let state = Mutex(State())

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - cache: Where images are kept; resolved by default.
    ///   - requests: The road to the network; resolved by default.
    ///   - endpoints: Where links lead; resolved by default.
    public init(
        cache: any ImageCacheProvider = Dependency.resolve((any ImageCacheProvider).self),
        requests: any RequestProvider = Dependency.resolve((any RequestProvider).self),
        endpoints: any EndpointProvider = Dependency.resolve((any EndpointProvider).self)
    ) {
        self.cache = cache
        self.requests = requests
        self.endpoints = endpoints
    }

    /// The bytes of an image.
    ///
    /// - Parameter link: The link as its post holds it.
    /// - Returns: The whole image file.
    /// - Throws: ``Core/DataError`` when it cannot be had, `CancellationError`.
    public func image(for link: ResourceLink) async throws -> Data {
        let number = state.withLock { $0.makeNumber() }
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { join(link, as: number, $0) }
        } onCancel: {
            leave(link, as: number)
        }
    }

    private func join(_ link: ResourceLink, as number: Int, _ asker: Asker) {
        let isCancelled = state.withLock { state in
            if state.cancelled.contains(number) { return true }
            if state.downloads[link] == nil {
                let number = state.makeNumber()
                // It cannot finish before it is in the table: finishing takes the lock that is held here.
                let task = Task { finish(link, number, with: await download(link)) }
                state.downloads[link] = Download(number: number, task: task)
            }
            state.downloads[link]?.askers[number] = asker
            return false
        }
        if isCancelled { asker.resume(throwing: CancellationError()) }
    }

    private func leave(_ link: ResourceLink, as number: Int) {
        let (asker, task) = state.withLock { state -> (Asker?, Task<Void, Never>?) in
            guard let asker = state.downloads[link]?.askers.removeValue(forKey: number) else {
                state.cancelled.insert(number)
                return (nil, nil)
            }
            guard state.downloads[link]?.askers.isEmpty == true else { return (asker, nil) }
            // Out of the table at once, so that the next one who asks begins anew.
            return (asker, state.downloads.removeValue(forKey: link)?.task)
        }
        task?.cancel()
        asker?.resume(throwing: CancellationError())
    }

    private func finish(_ link: ResourceLink, _ number: Int, with result: Result<Data, any Error>) {
        let askers = state.withLock { state -> [Int: Asker] in
            guard state.downloads[link]?.number == number else { return [:] }
            return state.downloads.removeValue(forKey: link)?.askers ?? [:]
        }
        for (_, asker) in askers.sorted(by: { $0.key < $1.key }) { asker.resume(with: result) }
    }

    private func download(_ link: ResourceLink) async -> Result<Data, any Error> {
        if let stored = await cache.image(for: link) { return .success(stored) }
        do {
            try Task.checkCancellation()
            let request = try endpoints.request(for: .resource(link))
            let image = try await requests.response(to: request).body
            // Nobody waits any more, or nothing came: neither belongs in the cache.
            try Task.checkCancellation()
            guard !image.isEmpty else { throw NetworkError(.malformed) }
            await cache.store(image, for: link)
            return .success(image)
        } catch let error as CancellationError {
            return .failure(error)
        } catch {
            return .failure(DataError(error))
        }
    }
}
