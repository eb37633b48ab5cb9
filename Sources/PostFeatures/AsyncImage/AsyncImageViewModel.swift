public import Core
public import Foundation

/// An image beside a text that does not wait for it.
///
/// Call ``load()`` when the image comes into sight, in a task that is cancelled when it goes out of sight: the
/// download then ends, unless another view waits for the same image.
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
    }

    /// Gets the image, unless it is there; after a failure it tries again.
    public func load() async {
        guard let link else { return }
        if case .loaded = state.value { return }
        generation += 1
        let mine = generation
        state.set(.loading)
        do {
            let image = try await provider.image(for: link)
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
        show(link, aspectRatio: nil)
    }

    /// Shows the image of another post, as a row does that is used again.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - target: The size to fill, in pixels; where only the width matters, the height is 0.
    public func show(_ post: Post, target: PixelSize) {
        show(post.preview(for: target)?.link, aspectRatio: post.media.aspectRatio)
    }

    private func show(_ link: ResourceLink?, aspectRatio: Double?) {
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
