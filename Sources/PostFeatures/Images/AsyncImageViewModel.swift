public import Core

/// An image that is loaded when it comes into sight, such as the one of a row in a list.
///
/// Call ``load()`` when the image comes into sight, in a task that is cancelled when it goes out of sight: the
/// download then ends, unless another view waits for the same image.
///
/// The image of a post is shown by whatever of it is on the device, where the very size that was asked for is not: by
/// the full picture before anything is fetched, and by a smaller one when nothing can be.
@MainActor
public final class AsyncImageViewModel {
    /// The state of loading the image, to draw.
    public typealias State = ImageLoadState

    /// The state to draw.
    public let state: ObservableValue<State>
    /// The link that is shown; `nil` for no image.
    public private(set) var link: ResourceLink?
    /// The width divided by the height, as far as anybody said it.
    ///
    /// The server does before anything is downloaded; where it does not, the image itself does once it is loaded.
    public private(set) var aspectRatio: Double?

    private let loading: LatestImageLoad
    private let path: any NetworkPathProvider
    private let settings: any SettingsProvider
    private let connectivity: (any ConnectivityProvider)?
    private var substitutes = ImageSubstitutes()

    /// Creates an image; resolves `ImageProvider`, and `NetworkPathProvider`, `SettingsProvider` and
    /// `ConnectivityProvider` or else their defaults, and starts nothing.
    ///
    /// - Parameter link: The link of the image; `nil` for none.
    public init(link: ResourceLink?) {
        self.link = link
        state = ObservableValue(link == nil ? .empty : .idle)
        loading = LatestImageLoad(Dependency.resolve((any ImageProvider).self))
        path = Dependency.resolve((any NetworkPathProvider).self, default: ManualNetworkPathProvider())
        settings = Dependency.settings
        connectivity = Dependency.registered((any ConnectivityProvider).self)
    }

    /// Creates the image of a post: the smallest one that is large enough.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - target: The size to fill, in pixels; where only the width matters, the height is 0.
    public convenience init(_ post: Post, target: PixelSize) {
        self.init(link: post.preview(for: target)?.link)
        aspectRatio = post.media.aspectRatio
        substitutes = Self.substitutes(post)
    }

    /// Loads the image, unless it is there; after a failure it tries again.
    public func load() async {
        await load(withoutFetching: nil)
    }

    /// Loads the image where nobody asked for it, as when a post is opened: what is on this device is shown, and anything
    /// else is fetched only where that costs nothing.
    ///
    /// Nothing is fetched while no server answers, in low-data mode, and by a network that is expensive unless the setting
    /// `downloadPolicy` is `always`. The image is `idle` then, and ``load()`` fetches it. While that setting is `never`
    /// it has `failed` with the code `downloadsOff`, as ``load()`` does not fetch it either.
    public func loadUnasked() async {
        await load(withoutFetching: unaskedEnd)
    }

    /// How an image ends that nobody asked for and that is not on the device; nil where it may be fetched.
    private var unaskedEnd: State? {
        let (policy, path) = (settings.settings.value.downloadPolicy, path.path.value)
        guard policy != .never else { return .failed(DataError(.downloadsOff)) }
        guard connectivity?.connectivity.value.offlineSince == nil else { return .idle }
        return (policy == .wifi ? path.isCostly : path.isConstrained) ? .idle : nil
    }

    private func load(withoutFetching end: State?) async {
        guard let link else { return }
        if case .loaded = state.value { return }
        await loading.load(link, or: substitutes, withoutFetching: end) { new in
            if case .loaded(let image) = new { aspectRatio = aspectRatio ?? ImageHeader(image)?.size.aspectRatio }
            state.set(new)
        }
    }

    /// Shows another image, as a row does that is used again; what was on its way is void.
    ///
    /// - Parameter link: The link of the image; `nil` for none.
    public func show(_ link: ResourceLink?) {
        show(link, aspectRatio: nil, ImageSubstitutes())
    }

    /// Shows the image of another post, as a row does that is used again.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - target: The size to fill, in pixels; where only the width matters, the height is 0.
    public func show(_ post: Post, target: PixelSize) {
        show(post.preview(for: target)?.link, aspectRatio: post.media.aspectRatio, Self.substitutes(post))
    }

    private func show(_ link: ResourceLink?, aspectRatio: Double?, _ substitutes: ImageSubstitutes) {
        self.substitutes = substitutes
        guard link != self.link else {
            // The same image; a server that says nothing about it now takes nothing back.
            self.aspectRatio = aspectRatio ?? self.aspectRatio
            return
        }
        self.link = link
        self.aspectRatio = aspectRatio
        loading.cancel()
        state.set(link == nil ? .empty : .idle)
    }

    private static func substitutes(_ post: Post) -> ImageSubstitutes {
        let files = PostMediaFiles(post)
        return ImageSubstitutes(
            better: [files.full.first].compactMap { $0 },
            worse: post.media.previews.reversed().map(\.link) + [files.thumbnail].compactMap { $0 })
    }
}
