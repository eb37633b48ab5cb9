import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The feeds that there are: the front page, the sources, and what is kept on this device.
@MainActor
final class SourcesScreen: AppScreen {
    private let context: ReaderContext
    private let current: FeedSource
    private let sources: SourceListViewModel
    private var tokens: [ObservationToken] = []
    private var cursor = ListCursor<String>()
    private var height = 1

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - current: The feed below it.
    init(_ context: ReaderContext, current: FeedSource) {
        self.context = context
        self.current = current
        sources = SourceListViewModel(site: context.profile.site)
    }

    private var rows: [FeedSource] {
        [.home] + sources.state.value.rows.map { FeedSource($0.source.name.kind, $0.source.name.text) } + [
            .saved, .favourites, .downloads,
        ]
    }

    var title: StyledText { StyledText(context.text(.feeds), CellStyle(.yellow, attributes: .bold)) }
    var banner: Banner? { sources.state.value.banner }
    var actions: [ReaderAction] { ReaderAction.inFeeds }

    func start() {
        tokens = [context.follow(sources.state)]
        context.run { [sources] in await sources.load() }
    }

    func stop() {
        tokens = []
        sources.stop()
    }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        let rows = rows
        cursor.update(rows, height: height, id: \.description)
        if let row = action.row(from: cursor.selected, count: rows.count, page: height) {
            select(row)
            return .none
        }
        switch action {
        case .open:
            let source = rows[cursor.selected]
            return source == current ? .first : .begin(FeedScreen(context, source: source, chosen: nil))
        case .search: return .show(SearchScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        guard cursor.visible.contains(cursor.top + row) else { return .none }
        if cursor.top + row == cursor.selected { return perform(.open) }
        select(cursor.top + row)
        return .none
    }

    private func select(_ index: Int) { cursor.select(index, in: rows, id: \.description) }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count)
        let rows = rows
        cursor.update(rows, height: height, id: \.description)
        for (line, index) in cursor.visible.enumerated() {
            let isChosen = index == cursor.selected
            let mark = StyledText(isChosen ? "> " : "  ", CellStyle(.cyan, attributes: .bold))
            var name = StyledText(context.format.name(of: rows[index]), isChosen ? .bold : .plain)
            if sources.state.value.rows.indices.contains(index - 1) {
                let row = sources.state.value.rows[index - 1]
                if let title = row.title { name.append("  \(title)", .dim) }
            }
            screen.draw(mark + name.truncated(toColumns: region.columns.count - 2), row: line, in: region)
        }
    }
}
