import ConsoleKit
package import ScreenKit

/// A field for one line of text: its label, the line that is typed, and what is said of it.
///
/// Whoever has the text may refuse what is typed; the field shows what was taken.
@MainActor
package final class LineField {
    private let label: String
    let isSecret: Bool
    private let value: () -> String
    private let set: (String) -> Void
    private let note: () -> StyledText?
    private var editor = TextEditor()
    /// Whether what was typed last was refused.
    package private(set) var wasRefused = false

    /// Wide enough that no line breaks.
    private static let width = Int(Int32.max)

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - label: What is typed; nothing by default.
    ///   - isSecret: Whether the text is not shown; false by default.
    ///   - value: The text as whoever has it has taken it.
    ///   - set: Told of each change.
    ///   - note: What is said of the text, below it; nothing by default.
    package init(
        _ label: String = "", isSecret: Bool = false, value: @escaping () -> String, set: @escaping (String) -> Void,
        note: @escaping () -> StyledText? = { nil }
    ) {
        self.label = label
        self.isSecret = isSecret
        self.value = value
        self.set = set
        self.note = note
    }

    /// Whether nothing is typed.
    var isEmpty: Bool { value().isEmpty }
    /// The line below the field.
    package var noteLine: StyledText? { note() }

    /// Takes a key that writes or moves within the line, or a pasted text, whose line ends become blanks.
    ///
    /// - Parameter event: What happened.
    /// - Returns: False for what means nothing in one line.
    package func take(_ event: InputEvent) -> Bool {
        editor.replace(with: value())
        let before = editor
        wasRefused = false
        switch event {
        case .paste(let text): editor.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .key(let press):
            switch press.key {
            case .enter, .tab, .up, .down, .pageUp, .pageDown, .escape: return false
            default: guard editor.perform(press, width: Self.width) else { return false }
            }
        case .mouse, .reply: return false
        }
        if editor.text != value() {
            set(editor.text)
            // What was refused moves nothing.
            wasRefused = value() != editor.text
            if value() == before.text { editor = before } else { editor.replace(with: value()) }
        }
        return true
    }

    /// A part of the text as it is drawn, where it may have fewer characters.
    private func shown(_ text: some StringProtocol) -> String {
        isSecret ? String(repeating: "•", count: text.count) : text.harmless
    }

    /// Draws the field in a row.
    ///
    /// - Parameters:
    ///   - row: The row within the region.
    ///   - region: The region.
    ///   - screen: The screen.
    ///   - isActive: Whether it is typed into, so that the cursor stands in it.
    package func draw(row: Int, in region: ScreenRegion, on screen: inout Screen, isActive: Bool) {
        editor.replace(with: value())
        let text = shown(editor.text)
        let colon = label.last.map { $0.isLetter || $0.isNumber ? ":" : "" } ?? ""
        var line = StyledText(label.isEmpty ? "" : "\(label)\(colon) ", isActive ? .bold : .plain)
        let start = line.columns
        let room = max(1, region.columns.count - start - 1)
        // The part around the cursor is seen.
        let before = shown(editor.text.prefix(editor.position))
        var (skipped, hidden) = (0, max(0, DisplayWidth.of(before) - room))
        for character in before where hidden > 0 {
            hidden -= DisplayWidth.of(character)
            skipped += 1
        }
        line.append(String(text.dropFirst(skipped)))
        screen.draw(line, row: row, in: region)
        guard isActive, region.rows.indices.contains(region.rows.lowerBound + row), !region.columns.isEmpty else {
            return
        }
        let column = start + DisplayWidth.of(String(before.dropFirst(skipped)))
        screen.cursor = Screen.Place(
            row: region.rows.lowerBound + row,
            column: min(region.columns.lowerBound + column, region.columns.upperBound - 1))
    }
}
