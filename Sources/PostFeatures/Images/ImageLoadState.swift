public import Core
public import Foundation

/// The state of loading one image.
public enum ImageLoadState: Equatable, Sendable {
    /// There is no image to load.
    case empty
    /// Nothing was asked for yet, or what was asked for was cancelled.
    case idle
    /// The image is being loaded.
    case loading
    /// The image file.
    case loaded(Data)
    /// The image could not be loaded; loading it again tries again.
    case failed(DataError)
}

/// Other files that show the same as a link, for when they are on the device and the link's own is not.
struct ImageSubstitutes {
    /// As good or better: shown before anything is fetched.
    var better: [ResourceLink] = []
    /// Smaller than was asked for: shown when nothing can be fetched.
    var worse: [ResourceLink] = []
}

/// Loads one image at a time for a view model; a newer load makes the one before it void.
@MainActor
final class LatestImageLoad {
    private let images: any ImageProvider
    private var generation = 0

    init(_ images: any ImageProvider) {
        self.images = images
    }

    /// Makes the load that is under way void: nothing of it is shown any more.
    func cancel() {
        generation += 1
    }

    /// Loads an image.
    ///
    /// - Parameters:
    ///   - link: The link of the image.
    ///   - substitutes: Other files that show the same.
    ///   - end: How an image ends that is not on the device; nil, the default, where it is fetched.
    ///   - show: Takes each state, unless a newer load has begun.
    func load(
        _ link: ResourceLink, or substitutes: ImageSubstitutes, withoutFetching end: ImageLoadState? = nil,
        show: @MainActor (ImageLoadState) -> Void
    ) async {
        generation += 1
        let mine = generation
        show(.loading)
        let result: ImageLoadState
        do {
            if let end {
                let stored = await storedImage(among: [link] + substitutes.better + substitutes.worse)
                result = stored.map { .loaded($0) } ?? end
            } else {
                result = .loaded(try await image(for: link, substitutes))
            }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            result = isCancelled ? .idle : .failed(DataError(error))
        }
        if mine == generation { show(result) }
    }

    private func image(for link: ResourceLink, _ substitutes: ImageSubstitutes) async throws -> Data {
        if !substitutes.better.isEmpty, await images.storedImage(for: link) == nil,
            let image = await storedImage(among: substitutes.better, but: link)
        {
            return image
        }
        do {
            return try await images.image(for: link)
        } catch let error as CancellationError {
            throw error
        } catch {
            guard !Task.isCancelled, let image = await storedImage(among: substitutes.worse, but: link) else {
                throw error
            }
            return image
        }
    }

    private func storedImage(among links: [ResourceLink], but link: ResourceLink? = nil) async -> Data? {
        for other in links where other != link {
            if let image = await images.storedImage(for: other) { return image }
        }
        return nil
    }
}
