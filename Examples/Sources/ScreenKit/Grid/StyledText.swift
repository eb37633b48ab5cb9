import ConsoleKit

/// A text whose parts have styles, for one line of the screen.
package struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// A part with one style.
    package struct Run: Hashable, Sendable {
        package var text: String
        package var style: CellStyle

        package init(_ text: String, _ style: CellStyle) {
            self.text = text
            self.style = style
        }

        /// Whether it holds the place of a picture.
        var isPicture: Bool {
            if case .picture? = style.foreground { true } else { false }
        }
    }

    /// The parts, none of them empty.
    package private(set) var runs: [Run]

    /// Creates a text of one part.
    ///
    /// - Parameters:
    ///   - text: The text; control characters in it are made harmless when it is drawn.
    ///   - style: Its style.
    package init(_ text: String = "", _ style: CellStyle = .plain) {
        runs = text.isEmpty ? [] : [Run(text, style)]
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The text without its styles.
    package var text: String { runs.map(\.text).joined() }

    /// Whether there is nothing in it.
    package var isEmpty: Bool { runs.isEmpty }

    /// The number of cells that it takes.
    package var columns: Int { runs.reduce(0) { $0 + DisplayWidth.of($1.text.harmless) } }

    /// Adds a part at the end.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - style: Its style.
    package mutating func append(_ text: String, _ style: CellStyle = .plain) {
        guard !text.isEmpty else { return }
        if runs.last?.style == style { runs[runs.count - 1].text += text } else { runs.append(Run(text, style)) }
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        for run in right.runs { sum.append(run.text, run.style) }
        return sum
    }

    /// The text with more attributes everywhere.
    ///
    /// - Parameter attributes: The attributes.
    /// - Returns: The changed text.
    package func with(_ attributes: CellStyle.Attributes) -> StyledText {
        var copy = self
        for index in copy.runs.indices { copy.runs[index].style = copy.runs[index].style.with(attributes) }
        return copy
    }

    /// The text cut to so many cells, with an ellipsis where something is missing.
    ///
    /// - Parameter columns: The number of cells.
    /// - Returns: The cut text.
    package func truncated(toColumns columns: Int) -> StyledText {
        guard self.columns > columns else { return self }
        guard columns > 0 else { return StyledText() }
        var cut = StyledText()
        var rest = columns - 1
        for run in runs {
            let width = DisplayWidth.of(run.text.harmless)
            if width <= rest {
                cut.append(run.text, run.style)
                rest -= width
                continue
            }
            var piece = ""
            for character in run.text.harmless {
                let next = DisplayWidth.of(character)
                guard next <= rest else { break }
                piece.append(character)
                rest -= next
            }
            cut.append(piece + "…", run.style)
            return cut
        }
        return cut
    }
}
