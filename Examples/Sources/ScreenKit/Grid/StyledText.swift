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
        /// The text with the ellipsis, once there may be need of it.
        var cut: StyledText?
        var (front, width) = (StyledText(), 0)
        for run in runs {
            let text = run.text.harmless
            /// The bytes of the run that leave a cell for the ellipsis.
            var byteCount = 0
            for character in text {
                width += DisplayWidth.of(character)
                if width >= columns, cut == nil {
                    cut = front
                    cut?.append(String(Substring(text.utf8.prefix(byteCount))) + "…", run.style)
                }
                // What comes behind the last column is not looked at.
                if width > columns { return columns > 0 ? cut ?? front : StyledText() }
                byteCount += character.utf8.count
            }
            front.append(run.text, run.style)
        }
        return self
    }
}
