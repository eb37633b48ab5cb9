import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The packs for reading without a network: the feed below is downloaded with progress, stopped and continued.
@MainActor
final class DownloadsScreen: AppScreen {
    /// A row: what the next pack has, its beginning, or a pack.
    private enum Row: Hashable, Sendable {
        case posts, comments, media, freeNetwork, begin
        case pack(PackRow.ID)
    }

    /// The numbers of posts that are offered.
    private static let numbers = [25, 50, 100, 250, 500, 1_000]

    private let context: ReaderContext
    private let packs: PackViewModel
    private let canBegin: Bool
    private var tokens: [ObservationToken] = []
    private var list = RowList<Row>()

    /// Creates the screen; nil where this run downloads nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - feed: The feed that can be downloaded; one that is on this device already cannot.
    init?(_ context: ReaderContext, feed: Feed) {
        guard Dependency.current.isRegistered((any PackProvider).self),
            Dependency.current.isRegistered((any OfflinePackProvider).self)
        else { return nil }
        self.context = context
        packs = PackViewModel(feed: feed)
        canBegin = !feed.source.isLocal
        list.follow(rows)
        list.select(rows.firstIndex(of: .begin) ?? 0)
    }

    private var state: PackViewModel.State { packs.state.value }
    private var rows: [Row] {
        (canBegin ? [.posts, .comments, .media, .freeNetwork, .begin] : []) + state.rows.map { .pack($0.id) }
    }

    var title: StyledText { StyledText(context.text(.packs), .title) }
    var detail: String { list.place }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.phase == .loading || state.rows.contains(where: \.isRunning) }
    var actions: [ReaderAction] { ReaderAction.inDownloads }

    func start() {
        tokens = [context.follow(packs.state)]
        context.run { [packs] in await packs.load() }
    }

    func stop() {
        tokens = []
        packs.stop()
    }

    func dismissBanner() { packs.dismissBanner() }

    // MARK: Keys

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        list.follow(rows)
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map(open) ?? .none
        case .remove: return remove()
        case .back: return .close
        default: return .none
        }
    }

    private func open(_ row: Row) -> ScreenChange<ReaderAction> {
        switch row {
        case .posts:
            return .show(
                ChoiceScreen(
                    context, title: context.text(.packPosts), options: Self.numbers.map(String.init),
                    chosen: Self.numbers.firstIndex(of: state.request.posts)
                ) { [packs] index in
                    packs.setPosts(Self.numbers[index])
                    return .close
                })
        case .comments: packs.setComments(!state.request.includesComments)
        case .media: packs.setMedia(!state.request.includesMedia)
        case .freeNetwork: packs.setFreeNetwork(!state.request.needsFreeNetwork)
        case .begin:
            guard !isRunning(StoredPack.id(of: state.request)) else { break }
            // It goes on where the person goes elsewhere.
            download { await $0.start() }
        case .pack(let id):
            guard let pack = state.rows.first(where: { $0.id == id }) else { break }
            if pack.isRunning {
                context.keep { [packs] in await packs.pause(id) }
            } else {
                download { await $0.resume(id) }
            }
        }
        return .none
    }

    private func isRunning(_ id: PackRow.ID) -> Bool { state.rows.contains { $0.id == id && $0.isRunning } }

    /// Downloads something beside the screen, which nobody has to wait for: what has arrived stays in any case.
    private func download(_ work: @escaping @MainActor (PackViewModel) async -> Void) {
        Task { [packs, queue = context.queue] in
            await work(packs)
            queue.send(.changed)
        }
    }

    private func remove() -> ScreenChange<ReaderAction> {
        guard case .pack(let id) = list.selectedID else { return .say(context.text(.noPack)) }
        return .show(
            ChoiceScreen(
                context, title: context.text(.removePack),
                options: [context.text(AppPhrase.doNothing), context.text(.deleteThat)]
            ) { [context, packs] index in
                if index == 1 { context.keep { await packs.remove(id) } }
                return .close
            })
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(rows)
        return list.click(line: row) ? perform(.open) : .none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let rows = rows
        list.follow(rows)
        guard !rows.isEmpty else {
            let words = state.phase == .idle ? ListPhrase.nothingYet : .loading
            return screen.draw(StyledText("  " + context.format.text(words), .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { [text(of: rows[$0])] }
    }

    private func text(of row: Row) -> StyledText {
        let (format, request) = (context.format, state.request)
        func choice(_ phrase: ScreenPhrase, _ isOn: Bool) -> StyledText {
            StyledText("\(context.text(phrase)): \(context.text(isOn ? .packHas : .packHasNot))")
        }
        switch row {
        case .posts: return StyledText("\(context.text(.packPosts)): \(request.posts)")
        case .comments: return choice(.packComments, request.includesComments)
        case .media: return choice(.packMedia, request.includesMedia)
        case .freeNetwork: return choice(.packFreeNetwork, request.needsFreeNetwork)
        case .begin:
            let name = format.name(of: request.feed.source)
            var line = StyledText(format.text(ScreenPhrase.packBegin, filling: name), CellStyle(.cyan))
            if let estimate = format.text(ofPackEstimate: state.estimate) { line.append(" · \(estimate)", .dim) }
            return line
        case .pack(let id):
            guard let pack = state.rows.first(where: { $0.id == id }) else { return "" }
            var line = StyledText(format.name(of: pack.request.feed.source), .bold)
            if pack.isRunning, let bar = Self.bar(pack.report?.step) {
                line.append(context.isPlain ? "" : "  \(bar)", CellStyle(.cyan))
            }
            line.append("  \(pack.text(in: format))", pack.isRunning ? .plain : .dim)
            let hint: ScreenPhrase? = pack.isRunning ? .packPauseHint : pack.canResume ? .packResumeHint : nil
            if let hint { line.append(" (\(format.text(hint, filling: context.key(.open))))", .dim) }
            return line
        }
    }

    /// A bar of ten cells; nil where nothing is known of the progress.
    private static func bar(_ step: PackReport.Step?) -> String? {
        guard let step, step.total > 0 else { return nil }
        let filled = max(0, min(10, step.done * 10 / step.total))
        return String(repeating: "█", count: filled) + String(repeating: "░", count: 10 - filled)
    }
}

/// The progress of the packs that are being downloaded, for the row of state on every screen.
@MainActor
enum DownloadProgress {
    /// Follows the packs of this run.
    ///
    /// - Parameter context: What all screens share.
    /// - Returns: What ends it when it is released; nil where this run downloads nothing.
    static func follow(_ context: ReaderContext) -> ObservationToken? {
        packs?.reports.observe { reports in
            let running = reports.first { $0.phase != .ended }
            context.relay.progress = running.map { "↓ \(context.format.text(of: $0))" }
            context.queue.send(.changed)
        }
    }

    /// Stops what is being downloaded, as the program ends; what has arrived stays, and it can be continued.
    static func pause() async {
        guard let packs else { return }
        for report in packs.reports.value where report.phase != .ended { await packs.pause(report.request) }
    }

    private static var packs: (any PackProvider)? {
        guard Dependency.current.isRegistered((any PackProvider).self) else { return nil }
        return Dependency.resolve((any PackProvider).self)
    }
}
