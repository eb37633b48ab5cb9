import PostFeatures
package import ScreenKit

/// The keys of a screen, as the table has them.
@MainActor
package final class HelpScreen<Context: ScreenContext>: AppScreen {
    package typealias Action = Context.Action

    private let context: Context
    private let shown: [(keys: String, action: Action)]
    private var top = 0
    private var height = 1

    /// Creates the help of a screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - actions: The screen's actions.
    ///   - isWriting: Whether keys that write go into a text there, so that they mean nothing else; false by default.
    package init(_ context: Context, actions: [Action], whileWriting isWriting: Bool = false) {
        self.context = context
        shown = actions.map { action in
            let keys = context.keys(of: action, whileWriting: isWriting)
            return (keys.map(\.name).joined(separator: ", "), action)
        }.filter { !$0.keys.isEmpty || context.isPlain }
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
        let column = min(20, max(4, region.columns.count / 2 - 2))
        for (line, (keys, action)) in shown.dropFirst(top).prefix(height).enumerated() {
            if context.isPlain {
                // A name is easier to say and to remember than a key.
                let hint = keys.isEmpty ? "" : " (\(keys))"
                screen.draw(
                    StyledText("\(action.rawValue): \(action.name(in: context.format))\(hint)"), row: line, in: region)
                continue
            }
            var text = StyledText("  ")
            text.append(keys, .bold)
            text = text.truncated(toColumns: column)
            let gap = max(1, column + 2 - text.columns)
            text.append(String(repeating: " ", count: gap) + action.name(in: context.format))
            screen.draw(text.truncated(toColumns: region.columns.count), row: line, in: region)
        }
    }
}
