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

    /// Gets the image, unless it is there; after a failure it tries again.
    public func load() async {
        guard let link else { return }
        if case .loaded = state.value { return }
        generation += 1
        let mine = generation
        state.set(.loading)
        do {
            let image = try await provider.image(for: link)
            if mine == generation { state.set(.loaded(image)) }
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
        guard link != self.link else { return }
        self.link = link
        generation += 1
        state.set(link == nil ? .empty : .idle)
    }
}
