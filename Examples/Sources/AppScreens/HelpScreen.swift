import ConsoleKit
import PostFeatures
package import ScreenKit

/// The keys of a screen, as the table has them.
@MainActor
package final class HelpScreen<Context: ScreenContext>: AppScreen {
    package typealias Action = Context.Action

    /// A key or several, and what they do.
    private struct Entry {
        let keys: String
        let words: String
    }

    private let context: Context
    private let entries: [Entry]
    /// The lines of the entries at the width that was drawn last.
    private var lines: [StyledText] = []
    private var top = 0
    private var height = 1

    /// Creates the help of a screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - screen: The screen.
    ///   - actions: Its actions, and those that there are beside them.
    package init(_ context: Context, of screen: any AppScreen<Action>, actions: [Action]) {
        self.context = context
        let own = screen.ownKeys.map { Entry(keys: $0.names, words: $0.words) }
        entries =
            own
            + actions.compactMap { action in
                let keys = context.keys(of: action, whileWriting: screen.isWriting).map(\.name).joined(separator: ", ")
                let words = action.name(in: context.format)
                // A name is easier to say and to remember than a key.
                if context.isPlain {
                    return Entry(keys: action.rawValue, words: keys.isEmpty ? words : "\(words) (\(keys))")
                }
                return keys.isEmpty ? nil : Entry(keys: keys, words: words)
            }
    }

    package var title: StyledText { StyledText(context.text(.keys), .title) }
    /// The lines that are seen, of all; nothing where all of them are.
    package var detail: String {
        lines.count > height ? "\(top + 1)–\(min(lines.count, top + height))/\(lines.count)" : ""
    }
    package var actions: [Action] { Action.inHelp }

    package func perform(_ action: Action) -> ScreenChange<Action> {
        if let row = action.row(from: top, count: lines.count, page: height) {
            top = row
            return .none
        }
        return action == .back || action == .help ? .close : .none
    }

    package func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count)
        lines =
            context.isPlain
            ? entries.map { StyledText("\($0.keys): \($0.words)") } : lines(toColumns: region.columns.count)
        top = max(0, min(top, lines.count - height))
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            screen.draw(line.truncated(toColumns: region.columns.count), row: row, in: region)
        }
    }

    /// The entries in two columns, each of which is broken where it is too narrow.
    private func lines(toColumns columns: Int) -> [StyledText] {
        let widest = entries.map { DisplayWidth.of($0.keys) }.max() ?? 0
        let left = max(1, min(widest, columns / 2 - 2))
        let right = max(1, columns - left - 4)
        return entries.flatMap { entry in
            let keys = TextLines.wrapped(entry.keys, toColumns: left)
            let words = TextLines.wrapped(entry.words, toColumns: right)
            return (0..<max(keys.count, words.count)).map { index in
                var line = StyledText("  ")
                if index < keys.count { line.append(keys[index], .bold) }
                guard index < words.count else { return line }
                line.append(String(repeating: " ", count: max(1, left + 4 - line.columns)) + words[index])
                return line
            }
        }
    }
}
