import AppScreens
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit
import TerminalPictures

/// A picture as large as the screen, or those of a gallery one by one.
@MainActor
final class PictureScreen: AppScreen {
    private let context: ReaderContext
    private let display: PictureDisplay
    private let model: ImageViewerViewModel
    private let view: PictureView
    private let name: String
    private let media: Media
    private let captions: [String?]
    private let first: Int
    private var token: ObservationToken?
    /// The picture that is being fetched; nobody waits for it once another one is shown.
    private var fetching: Task<Void, Never>?

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - display: The way in which pictures are drawn.
    ///   - title: The title of the post.
    ///   - media: Its pictures.
    ///   - first: The picture to begin with.
    init(
        _ context: ReaderContext, _ display: PictureDisplay, title: String, media: Media, beginningAt first: Int
    ) {
        (self.context, self.display, name, self.media) = (context, display, title, media)
        captions = media.gallery.filter { $0.source != nil }.map(\.caption)
        self.first = first
        model = ImageViewerViewModel(media: media)
        view = PictureView(display, queue: context.queue)
    }

    private var state: ImageViewerViewModel.State { model.state.value }

    var title: StyledText { StyledText(name.trimmingWhitespace, CellStyle(.yellow, attributes: .bold)) }
    var detail: String { state.links.count > 1 ? "\(state.index + 1)/\(state.links.count)" : "" }
    var actions: [ReaderAction] { ReaderAction.inPicture.filter { $0 != .refresh || banner != nil } }
    var isFetching: Bool { state.image == .loading }
    var banner: Banner? {
        if case .failed(let error) = state.saving { return Banner(error, cause: .content) }
        if case .failed(let error) = state.image { return Banner(error, cause: .content) }
        return nil
    }

    func start() {
        token = context.follow(model.state)
        fetching = context.run { [model, first] in
            if first > 0 { await model.show(first) } else { await model.load() }
        }
    }

    func stop() {
        token = nil
        fetching?.cancel()
        view.forget()
    }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        switch action {
        case .nextPicture, .pageDown, .open: return show(state.index + 1)
        case .previousPicture, .pageUp: return show(state.index - 1)
        case .top: return show(0)
        case .bottom: return show(state.links.count - 1)
        case .refresh: tryAgain()
        case .savePicture: context.keep { [model] in await model.save() }
        case .copyLink: return state.link.map { .copy($0.text) } ?? .none
        case .back: return .close
        default: break
        }
        if let index = action.row(from: state.index, count: state.links.count, page: 1) { return show(index) }
        return .none
    }

    /// Does again what has failed: the saving, or the fetching.
    private func tryAgain() {
        if case .failed = state.saving {
            context.keep { [model] in await model.save() }
        } else {
            fetching = context.run { [model] in await model.load() }
        }
    }

    func click(row: Int) -> ScreenChange<ReaderAction> { show(state.index + 1) }

    private func show(_ index: Int) -> ScreenChange<ReaderAction> {
        guard state.links.indices.contains(index) else { return .say(context.text(.noOtherPicture)) }
        guard index != state.index else { return .none }
        fetching?.cancel()
        fetching = context.run { [model] in await model.show(index) }
        return .none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        let words = below
        let bottom = words.isEmpty ? nil : rest.takeBottom(1)
        if let bottom {
            screen.draw(StyledText(words, .dim).truncated(toColumns: bottom.columns.count), row: 0, in: bottom)
        }
        guard rest.rows.count > 0, case .loaded(let data) = state.image else { return }
        let size = ImageHeader(data)?.size ?? source?.size
        let box = display.box(aspectRatio: size?.aspectRatio, size: size, within: rest.size)
        guard let lines = view.lines(of: data, in: box) else {
            guard let failure = view.failure else { return }
            for (row, line) in PictureWords(context: context).words(for: failure)
                .lines(toColumns: rest.columns.count).enumerated()
            {
                screen.draw(line, row: row, in: rest)
            }
            return
        }
        if let picture = view.picture { screen.pictures[picture.id] = picture }
        // In the middle of the room that there is.
        _ = rest.takeTop((rest.rows.count - box.rows) / 2)
        _ = rest.takeLeft((rest.columns.count - box.columns) / 2)
        for (row, line) in lines.enumerated() { screen.draw(line, row: row, in: rest) }
    }

    private var source: MediaSource? {
        media.kind == .gallery ? media.gallery.compactMap(\.source).first { $0.link == state.link } : media.source
    }

    /// The caption, and what became of saving the picture.
    private var below: String {
        let caption = captions.indices.contains(state.index) ? captions[state.index] : nil
        let saving: String? =
            switch state.saving {
            case .saved(let place): context.format.text(ScreenPhrase.pictureSaved, filling: place)
            case .saving: context.text(.pictureSaving)
            case .none, .failed: nil
            }
        let loading = state.image == .loading ? context.format.text(ListPhrase.loading) : nil
        return [loading, caption?.trimmingWhitespace, saving].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}
