import PostFeatures
import ScreenKit

/// The keys of a screen, as the table has them.
@MainActor
final class HelpScreen: ReaderScreen {
    private let context: ReaderContext
    private let shown: [ReaderAction]
    private var top = 0
    private var height = 1

    /// Creates the help of a screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - actions: The screen's actions.
    init(_ context: ReaderContext, actions: [ReaderAction]) {
        self.context = context
        shown = actions
    }

    var title: StyledText { StyledText(context.text(.keys), CellStyle(.yellow, attributes: .bold)) }
    var actions: [ReaderAction] { ReaderAction.inHelp }

    func perform(_ action: ReaderAction) -> ScreenChange {
        switch action {
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= height
        case .pageDown: top += height
        case .top: top = 0
        case .bottom: top = shown.count
        case .back, .help: return .close
        default: break
        }
        return .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count)
        top = max(0, min(top, shown.count - height))
        for (line, action) in shown.dropFirst(top).prefix(height).enumerated() {
            let keys = context.keys.keys(of: action).map(\.name).joined(separator: ", ")
            var text = StyledText("  ")
            text.append(keys, .bold)
            let gap = max(1, 20 - StyledText(keys).columns)
            text.append(String(repeating: " ", count: gap) + context.text(action.phrase))
            screen.draw(text.truncated(toColumns: region.columns.count), row: line, in: region)
        }
    }
}
