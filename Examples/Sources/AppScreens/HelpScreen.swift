import PostFeatures
package import ScreenKit

/// The keys of a screen, as the table has them.
@MainActor
package final class HelpScreen<Context: ScreenContext>: AppScreen {
    package typealias Action = Context.Action

    private let context: Context
    private let shown: [Action]
    private var top = 0
    private var height = 1

    /// Creates the help of a screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - actions: The screen's actions.
    package init(_ context: Context, actions: [Action]) {
        self.context = context
        shown = actions
    }

    package var title: StyledText { StyledText(context.text(.keys), .title) }
    package var actions: [Action] { Action.inHelp }

    package func perform(_ action: Action) -> ScreenChange<Action> {
        if let row = action.row(from: top, count: shown.count, page: height) {
            top = row
            return .none
        }
        return action == .back || action == .help ? .close : .none
    }

    package func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count)
        top = max(0, min(top, shown.count - height))
        for (line, action) in shown.dropFirst(top).prefix(height).enumerated() {
            let keys = context.keys.keys(of: action).map(\.name).joined(separator: ", ")
            var text = StyledText("  ")
            text.append(keys, .bold)
            let gap = max(1, 20 - StyledText(keys).columns)
            text.append(String(repeating: " ", count: gap) + action.name(in: context.format))
            screen.draw(text.truncated(toColumns: region.columns.count), row: line, in: region)
        }
    }
}
