import AppScreens
import ConsoleKit
import Core
import PostFeatures
import ScreenKit

/// A search among the posts on this device: a field, and what was found below it.
@MainActor
final class SearchScreen: AppScreen {
    private let context: ReaderContext
    private let search: SearchViewModel
    private var tokens: [ObservationToken] = []
    private var cursor = ListCursor<Post.ID>()
    private var height = 1
    private var text = ""
    /// Whether keys write; else they move through what was found.
    private var isTyping = true

    init(_ context: ReaderContext) {
        self.context = context
        search = SearchViewModel(site: context.profile.site)
    }

    private var rows: [PostMatch] { search.state.value.rows }

    var title: StyledText {
        var title = StyledText("/ ", CellStyle(.yellow, attributes: .bold))
        title.append(text)
        return title
    }

    var detail: String { rows.isEmpty ? "" : "\(cursor.selected + 1)/\(rows.count)" }
    var banner: Banner? { search.state.value.banner }

    var isWriting: Bool { isTyping }
    var actions: [ReaderAction] { ReaderAction.inSearch }

    func start() { tokens = [context.follow(search.state)] }

    func stop() {
        tokens = []
        search.stop()
    }

    func take(_ event: InputEvent) -> ScreenChange<ReaderAction>? {
        guard isTyping else { return nil }
        switch event {
        case .paste(let pasted): type(text + pasted.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .key(let press):
            switch (press.key, press.modifiers) {
            case (.character(let character), []): type(text + String(character))
            case (.backspace, _): type(String(text.dropLast()))
            case (.character("u"), .control): type("")
            case (.enter, _), (.down, _):
                if rows.isEmpty || search.state.value.query != text {
                    context.run { [search] in await search.search() }
                } else {
                    isTyping = false
                }
            case (.escape, _): return .close
            // Those that write into other fields do not go through what was found.
            case (.up, _), (.left, _), (.right, _), (.home, _), (.end, _), (.delete, _), (.tab, _): break
            default: return nil
            }
        case .mouse, .reply: return nil
        }
        return ScreenChange<ReaderAction>.none
    }

    private func type(_ text: String) {
        self.text = text
        search.setQuery(text)
    }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        cursor.update(rows, height: height, id: \.id)
        if action == .up, cursor.selected == 0 {
            isTyping = true
            return .none
        }
        if let row = action.row(from: cursor.selected, count: rows.count, page: height) {
            select(row)
            return .none
        }
        switch action {
        case .open:
            guard rows.indices.contains(cursor.selected) else { break }
            return .show(PostScreen(context, id: rows[cursor.selected].id))
        case .search: isTyping = true
        case .back: return .close
        default: break
        }
        return .none
    }

    private func select(_ index: Int) {
        cursor.select(index, in: rows, id: \.id)
        if cursor.selected >= rows.count - 3 { context.run { [search] in await search.loadMore() } }
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        let index = cursor.top + row / 2
        guard cursor.visible.contains(index) else { return .none }
        if index == cursor.selected, !isTyping { return perform(.open) }
        isTyping = false
        select(index)
        return .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count / 2)
        cursor.update(rows, height: height, id: \.id)
        if isTyping {
            // In the title, above the region.
            let column = min(region.columns.count - 1, 2 + DisplayWidth.of(text.harmless))
            screen.cursor = Screen.Place(row: 0, column: max(0, column))
        }
        if rows.isEmpty {
            let state = search.state.value
            let words =
                state.hasFoundNothing ? context.format.text(ListPhrase.nothingFound) : context.text(.typeToSearch)
            return screen.draw(StyledText("  " + words, .dim), row: 1, in: region)
        }
        for (line, index) in cursor.visible.enumerated() {
            let isChosen = index == cursor.selected && !isTyping
            screen.addPart(
                "\(rows[index].id)", at: index, rows: 2 * line..<2 * line + 2, in: region, isChosen: isChosen)
            let item = rows[index].item
            let row = PostRow(item, now: context.now, format: context.format)
            let lines = PostLines(row, item: item, availability: nil, context: context)
            let mark = StyledText(isChosen ? "> " : "  ", CellStyle(.cyan, attributes: .bold))
            let room = max(0, region.columns.count - 2)
            screen.draw(mark + lines.title(isChosen: isChosen, columns: room), row: 2 * line, in: region)
            screen.draw("  " + lines.details(columns: room), row: 2 * line + 1, in: region)
        }
    }
}
