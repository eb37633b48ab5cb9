import AppScreens
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit
import TerminalPictures

/// The pictures of an open post: one is shown, and the others of a gallery by a key.
///
/// A picture that is on this device is shown at once. Another one is fetched where that costs nothing, or when it is asked for.
/// The rows are there before the picture is, as many as it will take.
@MainActor
final class PostPictures {
    /// The values that the lines depend on.
    struct Key: Equatable {
        var index = 0
        var state = ImageLoadState.empty
        var revision = 0
        var isDecided = false
        var isHidden = false
        var mode = PictureDisplay.Mode.words
        var rows = 0
    }

    private struct Entry: Equatable {
        var source: MediaSource?
        var caption: String?
    }

    /// The share of the screen's rows that a picture takes at most.
    private static let shareOfRows = (2, 3)

    private let context: ReaderContext
    private let display: PictureDisplay?
    private let view: PictureView?
    private var post: Post?
    private var entries: [Entry] = []
    private var index = 0
    private var image: AsyncImageViewModel?
    private var token: ObservationToken?
    /// The picture that is being fetched; nobody waits for it once another one is shown.
    private var fetching: Task<Void, Never>?
    /// Whether it is known if the picture is loaded without being asked for.
    private var isDecided = false
    /// Whether the post's pictures are covered until somebody asks to see them.
    private var isCovered = false
    private var wasAskedFor = false
    private var rows = 1

    init(_ context: ReaderContext) {
        self.context = context
        display = context.pictures
        view = display.map { PictureView($0, queue: context.queue) }
    }

    /// The values that the lines depend on now.
    var key: Key {
        Key(
            index: index, state: image?.state.value ?? .empty, revision: view?.revision ?? 0, isDecided: isDecided,
            isHidden: isHidden, mode: mode, rows: rows)
    }

    private var mode: PictureDisplay.Mode { display?.mode ?? .words }
    private var isHidden: Bool { isCovered && !wasAskedFor }
    private var entry: Entry? { entries.indices.contains(index) ? entries[index] : nil }

    // MARK: Following

    /// Follows the post, and the room that there is.
    ///
    /// - Parameters:
    ///   - item: The post; nil until it is there.
    ///   - height: The rows of the screen.
    func follow(_ item: FeedItem?, height: Int) {
        rows = max(3, height * Self.shareOfRows.0 / Self.shareOfRows.1)
        guard let item, item.post.media != post?.media else { return }
        let isFirst = post == nil
        post = item.post
        if isFirst { isCovered = PostRow(item, now: context.now, format: context.format).isCovered }
        let found = Self.entries(of: item.post)
        guard found != entries else { return }
        entries = found
        if !entries.isEmpty { select(min(index, entries.count - 1)) }
    }

    /// Ends following; the screen is not seen any more.
    func stop() {
        token = nil
        fetching?.cancel()
        view?.forget()
    }

    private static func entries(of post: Post) -> [Entry] {
        let media = post.media
        switch media.kind {
        case .gallery: return media.gallery.map { Entry(source: $0.source, caption: $0.caption) }
        case .removed, .text, .crosspost: return []
        case .image, .animated:
            let known = media.source ?? media.previews.last ?? post.thumbnail.map { MediaSource(link: $0) }
            return known.map { [Entry(source: $0)] } ?? []
        default: return media.previews.last.map { [Entry(source: $0)] } ?? []
        }
    }

    private func select(_ index: Int) {
        guard let post else { return }
        self.index = index
        view?.forget()
        (token, isDecided) = (nil, false)
        fetching?.cancel()
        let image =
            post.media.kind == .gallery
            ? AsyncImageViewModel(link: entries[index].source?.link)
            : AsyncImageViewModel(post, target: target)
        self.image = image
        token = context.follow(image.state)
        guard mode != .words, !isHidden, !isFilm(entries[index]) else {
            isDecided = true
            return
        }
        fetching = context.run { [weak self] in
            await image.loadUnasked()
            if self?.image === image { self?.isDecided = true }
        }
    }

    /// The pixels that are needed: a cell of half blocks is one wide, and a larger file would be fetched for nothing.
    private var target: PixelSize {
        PixelSize(width: 80 * (mode == .kitty ? display?.cell.width ?? 1 : 2))
    }

    // MARK: Actions

    /// Fetches the picture, or shows it where it is covered.
    func fetch() -> ScreenChange<ReaderAction> {
        guard let image, let entry, entry.source != nil else { return .say(context.text(.noPicture)) }
        guard !isFilm(entry) else { return .say(context.text(.filmHere)) }
        guard mode != .words else { return .say(context.text(.picturesOff)) }
        wasAskedFor = true
        fetching = context.run { [context] in
            await image.load()
            // The words may be out of sight, and a key that does nothing says why.
            if let error = image.state.value.downloadsOff { context.relay.say(context.message(for: error)) }
        }
        return .none
    }

    /// Shows another picture of a gallery.
    ///
    /// - Parameter step: How many further; below 0, how many back.
    /// - Returns: What the screens have to do.
    func step(by step: Int) -> ScreenChange<ReaderAction> {
        guard entries.indices.contains(index + step) else { return .say(context.text(.noOtherPicture)) }
        select(index + step)
        return .none
    }

    /// Whether there is a picture to show on a screen of its own.
    var hasPicture: Bool { display != nil && mode != .words && entry?.source != nil }

    /// Shows the picture on a screen of its own.
    func open() -> ScreenChange<ReaderAction> {
        guard let post, entry?.source != nil else { return .say(context.text(.noPicture)) }
        guard let display, mode != .words else { return .say(context.text(.picturesOff)) }
        wasAskedFor = true
        guard entry?.source?.link.isFilm != true || post.media.kind != .gallery else {
            return .say(context.text(.filmHere))
        }
        let before = entries[..<index].count { $0.source.map { !$0.link.isFilm } ?? false }
        return .show(PictureScreen(context, display, title: post.title, media: post.media.stills, beginningAt: before))
    }

    // MARK: Drawing

    /// Gives the screen the picture of which it has the lines.
    func put(on screen: inout Screen) {
        if let picture = view?.picture { screen.pictures[picture.id] = picture }
    }

    /// Makes the lines of the picture and its caption.
    ///
    /// - Parameter columns: The width.
    /// - Returns: The lines, with a blank one behind them; none where there are no pictures.
    func lines(columns: Int) -> [StyledText] {
        guard let entry, let image else { return [] }
        let width = max(8, min(columns, 80))
        var caption = entries.count > 1 ? ["\(index + 1)/\(entries.count)"] : []
        if let words = entry.caption?.trimmingWhitespace, !words.isEmpty { caption.append(words) }
        if entries.count > 1 {
            caption.append("\(context.key(.previousPicture)) \(context.key(.nextPicture))")
        }
        let below = caption.isEmpty ? [] : wrapped(caption.joined(separator: " · "), width)
        return picture(entry, image, width) + below + [""]
    }

    private func picture(_ entry: Entry, _ image: AsyncImageViewModel, _ width: Int) -> [StyledText] {
        let words = PictureWords(context: context)
        let name = words.name(entry.source?.size)
        guard entry.source != nil else { return wrapped(context.text(.pictureGone), width) }
        if isFilm(entry) { return wrapped("[\(words.film(entry.source?.size))]", width) + link(entry, width) }
        guard mode != .words, let view, let display else { return wrapped("[\(name)]", width) }
        if isHidden {
            return wrapped(
                "[\(name)] " + context.format.text(ScreenPhrase.pictureCovered, filling: context.key(.fetchPicture)),
                width)
        }
        let box = display.box(
            aspectRatio: image.aspectRatio ?? entry.source?.size?.aspectRatio, size: entry.source?.size,
            within: ScreenSize(columns: width, rows: rows))
        switch image.state.value {
        case .loaded(let data):
            if let failure = view.failure { return wrapped("[\(name)] \(words.words(for: failure))", width) }
            return view.lines(of: data, in: box) ?? view.failure.map { wrapped(words.words(for: $0), width) }
                ?? reserved(box, name)
        case .idle where isDecided:
            return wrapped(
                "[\(name)] " + context.format.text(ScreenPhrase.pictureElsewhere, filling: context.key(.fetchPicture)),
                width)
        case .idle, .loading: return reserved(box, name)
        case .failed(let error):
            // No key helps, only the setting that the words name.
            guard error.code != .downloadsOff else { return wrapped("[\(name)] \(context.message(for: error))", width) }
            let again = context.format.text(AppPhrase.triesAgain, filling: context.key(.fetchPicture))
            return wrapped("[\(name)] \(context.message(for: error)) (\(again))", width)
        case .empty: return wrapped(context.text(.pictureGone), width)
        }
    }

    /// Whether there is a film where a picture is expected; of a post's only film, a preview is shown.
    private func isFilm(_ entry: Entry) -> Bool {
        guard let post, entry.source?.link.isFilm == true else { return false }
        return post.media.kind == .gallery || post.preview(for: target) == nil
    }

    private func link(_ entry: Entry, _ width: Int) -> [StyledText] {
        guard let text = entry.source?.link.text else { return [] }
        return TextLines.wrapped(text.harmless, toColumns: width).map {
            StyledText($0, CellStyle(.blue, attributes: .underlined))
        }
    }

    /// The rows of a picture that is on its way.
    private func reserved(_ box: PictureBox, _ name: String) -> [StyledText] {
        let words = StyledText("[\(name)] \(context.format.text(ListPhrase.loading))", .dim)
        return [words] + Array(repeating: "", count: box.rows - 1)
    }

    private func wrapped(_ text: String, _ width: Int) -> [StyledText] {
        TextLines.wrapped(text.harmless, toColumns: width).map { StyledText($0, .dim) }
    }
}

extension Media {
    /// The media without films: a gallery's pictures, and of anything else that is a film its previews.
    fileprivate var stills: Media {
        var stills = self
        stills.gallery = gallery.filter { $0.source?.link.isFilm != true }
        if kind == .animated, source?.link.isFilm == true { (stills.kind, stills.source) = (.image, nil) }
        return stills
    }
}

extension ImageLoadState {
    /// The failure where nothing is downloaded, whoever asks; nil for anything else.
    fileprivate var downloadsOff: DataError? {
        if case .failed(let error) = self, error.code == .downloadsOff { error } else { nil }
    }
}

extension ResourceLink {
    /// Whether it leads to a film, by its ending: no terminal shows those.
    fileprivate var isFilm: Bool {
        let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".m3u8", ".mpd", ".mp4", ".webm", ".gifv"].contains { path.hasSuffix($0) }
    }
}
