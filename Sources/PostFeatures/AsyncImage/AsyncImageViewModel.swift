public import Core
public import Foundation

/// An image beside a text that does not wait for it.
///
/// Call ``load()`` when the image comes into sight, in a task that is cancelled when it goes out of sight: the
/// download then ends, unless another view waits for the same image.
///
/// The image of a post is shown by whatever of it is on the device, where the very size that was asked for is not: by the
/// full picture before anything is fetched, and by a smaller one when nothing can be.
@MainActor
public final class AsyncImageViewModel {
    /// What there is to draw.
    public enum State: Equatable, Sendable {
        /// There is no image.
        case empty
        /// Nothing was asked for yet, or what was asked for was cancelled.
        case idle
        /// The image is on its way.
        case loading
        /// The image file.
        case loaded(Data)
        /// The image cannot be had; ``AsyncImageViewModel/load()`` tries again.
        case failed(DataError)
    }

    /// What there is to draw.
    public let state: ObservableValue<State>
    /// The link that is shown; `nil` for no image.
    public private(set) var link: ResourceLink?
    /// The width divided by the height, as far as anybody said it.
    ///
    /// The server does before anything is downloaded; where it does not, the image itself does once it is loaded.
    public private(set) var aspectRatio: Double?

    private let provider: any ImageProvider
    /// What shows the same, where it is on the device.
    private var substitutes = Substitutes()
    /// Grows with every load and every new link: earlier results are void.
    private var generation = 0

    /// Creates an image; resolves `ImageProvider` and starts nothing.
    ///
    /// - Parameter link: Where it lies; `nil` for no image.
    public init(link: ResourceLink?) {
        self.link = link
        state = ObservableValue(link == nil ? .empty : .idle)
        provider = Dependency.resolve((any ImageProvider).self)
    }

    /// Creates the image of a post: the smallest one that is large enough.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - target: The size to fill, in pixels; where only the width matters, the height is 0.
    public convenience init(_ post: Post, target: PixelSize) {
        self.init(link: post.preview(for: target)?.link)
        aspectRatio = post.media.aspectRatio
        substitutes = Substitutes(post)
    }

    /// Gets the image, unless it is there; after a failure it tries again.
    public func load() async {
        guard let link else { return }
        if case .loaded = state.value { return }
        generation += 1
        let mine = generation
        state.set(.loading)
        do {
            let image = try await image(for: link, substitutes)
            guard mine == generation else { return }
            aspectRatio = aspectRatio ?? ImageHeader(image)?.size.aspectRatio
            state.set(.loaded(image))
        } catch {
            guard mine == generation else { return }
            let isCancelled = error is CancellationError || Task.isCancelled
            state.set(isCancelled ? .idle : .failed(DataError(error)))
        }
    }

    /// Shows another image, as a row does that is used again; what was on its way is void.
    ///
    /// - Parameter link: Where it lies; `nil` for no image.
    public func show(_ link: ResourceLink?) {
        show(link, aspectRatio: nil, Substitutes())
    }

    /// Shows the image of another post, as a row does that is used again.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - target: The size to fill, in pixels; where only the width matters, the height is 0.
    public func show(_ post: Post, target: PixelSize) {
        show(post.preview(for: target)?.link, aspectRatio: post.media.aspectRatio, Substitutes(post))
    }

    /// What shows the same as the link of a post.
    private struct Substitutes {
        /// As good or better: the picture in full.
        var better: [ResourceLink] = []
        /// Smaller than was asked for.
        var worse: [ResourceLink] = []

        init() {}

        init(_ post: Post) {
            let plan = MediaPlan(post)
            better = [plan.full.first].compactMap { $0 }
            worse = post.media.previews.reversed().map(\.link) + [plan.thumbnail].compactMap { $0 }
        }
    }

    private func image(for link: ResourceLink, _ substitutes: Substitutes) async throws -> Data {
        if !substitutes.better.isEmpty, await provider.storedImage(for: link) == nil,
            let image = await storedImage(among: substitutes.better, but: link)
        {
            return image
        }
        do {
            return try await provider.image(for: link)
        } catch let error as CancellationError {
            throw error
        } catch {
            guard !Task.isCancelled, let image = await storedImage(among: substitutes.worse, but: link) else {
                throw error
            }
            return image
        }
    }

    private func storedImage(among links: [ResourceLink], but link: ResourceLink) async -> Data? {
        for other in links where other != link {
            if let image = await provider.storedImage(for: other) { return image }
        }
        return nil
    }

    private func show(_ link: ResourceLink?, aspectRatio: Double?, _ substitutes: Substitutes) {
        self.substitutes = substitutes
        guard link != self.link else {
            // The same image; a server that says nothing about it now takes nothing back.
            self.aspectRatio = aspectRatio ?? self.aspectRatio
            return
        }
        self.link = link
        self.aspectRatio = aspectRatio
        generation += 1
        state.set(link == nil ? .empty : .idle)
    }
}
