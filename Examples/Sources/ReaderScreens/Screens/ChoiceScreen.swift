import PostFeatures
import ScreenKit

/// A list of words of which one is chosen.
@MainActor
final class ChoiceScreen: ReaderScreen {
    private let options: [String]
    private let current: Int
    private let choose: (Int) -> ScreenChange
    private let name: String
    private var cursor = ListCursor<Int>()
    private var height = 1

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - title: What is chosen.
    ///   - options: The words.
    ///   - chosen: The one that holds now.
    ///   - choose: Told of the choice.
    init(
        _ context: ReaderContext, title: String, options: [String], chosen: Int, choose: @escaping (Int) -> ScreenChange
    ) {
        name = title
        self.options = options
        current = chosen
        self.choose = choose
        cursor.select(chosen, in: options.indices, id: \.self)
    }

    var title: StyledText { StyledText(name, CellStyle(.yellow, attributes: .bold)) }
    var actions: [ReaderAction] { ReaderAction.inChoice }

    func perform(_ action: ReaderAction) -> ScreenChange {
        if let row = action.row(from: cursor.selected, count: options.count, page: height) {
            select(row)
            return .none
        }
        switch action {
        case .open: return choose(cursor.selected)
        case .back: return .close
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange {
        guard cursor.visible.contains(cursor.top + row) else { return .none }
        if cursor.top + row == cursor.selected { return choose(cursor.selected) }
        select(cursor.top + row)
        return .none
    }

    private func select(_ index: Int) { cursor.select(index, in: options.indices, id: \.self) }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count)
        cursor.update(options.indices, height: height, id: \.self)
        for (line, index) in cursor.visible.enumerated() {
            let isChosen = index == cursor.selected
            let mark = StyledText(isChosen ? "> " : "  ", CellStyle(.cyan, attributes: .bold))
            let word = StyledText(options[index], isChosen ? .bold : .plain)
            screen.draw(mark + word + (index == current ? " *" : ""), row: line, in: region)
        }
    }
}
