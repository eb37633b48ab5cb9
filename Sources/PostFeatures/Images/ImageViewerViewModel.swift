public import Core
import Foundation

/// A picture in full size, or the pictures of a gallery one by one; saves the one that is shown.
///
/// Where a picture cannot be had, one of it that is on the device is shown, the largest there is.
@MainActor
public final class ImageViewerViewModel {
    /// The state of saving the picture that is shown.
    public enum Saving: Equatable, Sendable {
        /// Nobody asked.
        case none
        /// The picture is being saved.
        case saving
        /// The picture was saved, with a description of the place for people.
        case saved(String)
        /// The picture could not be saved.
        case failed(DataError)
    }

    /// The state of the viewer, to draw.
    public struct State: Equatable, Sendable {
        /// The pictures.
        public internal(set) var links: [ResourceLink]
        /// The index of the picture that is shown, from 0.
        public internal(set) var index = 0
        /// The state of loading the picture that is shown.
        public internal(set) var image: ImageLoadState
        /// The state of saving it.
        public internal(set) var saving = Saving.none

        /// Creates a state.
        ///
        /// - Parameters:
        ///   - links: The pictures.
        ///   - index: The index of the shown one; the first by default.
        ///   - image: It, as far as it has come; by default as it is before it is asked for.
        ///   - saving: The state of saving it; not asked for by default.
        public init(
            links: [ResourceLink], index: Int = 0, image: ImageLoadState? = nil, saving: Saving = .none
        ) {
            self.links = links
            self.index = index
            self.image = image ?? (links.isEmpty ? .empty : .idle)
            self.saving = saving
        }

        /// The link of the picture that is shown; `nil` where there is none.
        public var link: ResourceLink? { links.indices.contains(index) ? links[index] : nil }
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private let loading: LatestImageLoad
    private let gallery: any PictureGallery
    /// Other sizes of the only picture, best first.
    private var substitutes: [ResourceLink] = []

    /// Creates a viewer; resolves `ImageProvider` and `PictureGallery` and starts nothing.
    ///
    /// - Parameter links: The pictures in full size.
    public init(links: [ResourceLink]) {
        state = ObservableValue(State(links: links))
        loading = LatestImageLoad(Dependency.resolve((any ImageProvider).self))
        gallery = Dependency.resolve((any PictureGallery).self)
    }

    /// Creates a viewer for the pictures of a post.
    ///
    /// - Parameter media: A gallery's pictures, as far as they are available; of anything else the picture itself in
    ///   full size, or for a video and the like the largest preview.
    public convenience init(media: Media) {
        let links = Self.links(of: media)
        self.init(links: links)
        guard media.kind != .gallery else { return }
        substitutes = (PostMediaFiles(media).full + media.previews.reversed().map(\.link)).filter {
            !links.contains($0)
        }
    }

    /// Loads the picture that is shown, unless it is there; after a failure it tries again.
    public func load() async {
        guard let link = state.value.link else { return }
        if case .loaded = state.value.image { return }
        await loading.load(link, or: ImageSubstitutes(worse: substitutes)) { new in state.update { $0.image = new } }
    }

    /// Shows another picture and loads it.
    ///
    /// - Parameter index: Its index, from 0; nothing happens when there is none.
    public func show(_ index: Int) async {
        guard state.value.links.indices.contains(index), index != state.value.index else { return }
        loading.cancel()
        state.update { state in
            state.index = index
            state.image = .idle
            state.saving = .none
        }
        await load()
    }

    /// Saves the picture that is shown; nothing happens before it is there, or while it is being saved.
    public func save() async {
        guard case .loaded(let image) = state.value.image, let link = state.value.link,
            state.value.saving != .saving
        else { return }
        state.update { $0.saving = .saving }
        let outcome: Saving
        do {
            outcome = .saved(try await gallery.save(image, from: link))
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            outcome = isCancelled ? .none : .failed(DataError(error))
        }
        // The person may have turned the page meanwhile: what became of the last picture says nothing of this one.
        if state.value.link == link { state.update { $0.saving = outcome } }
    }

    private static func links(of media: Media) -> [ResourceLink] {
        switch media.kind {
        case .gallery: media.gallery.compactMap { $0.source?.link }
        case .image, .animated: [media.source ?? media.previews.last].compactMap { $0?.link }
        default: [media.previews.last].compactMap { $0?.link }
        }
    }
}
