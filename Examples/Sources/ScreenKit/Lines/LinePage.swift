import ConsoleKit

/// The screen of a program in lines of text, for who hears it or reads it in a pipe.
package struct LinePage: Equatable, Sendable {
    /// A row of a list, or a line that belongs to none.
    package struct Part: Equatable, Sendable {
        /// The name by which it is known again.
        package var id: String
        /// Its number in the list; nil for a line of its own.
        package var number: Int?
        /// Its lines, none of them empty.
        package var lines: [String]
        package var isChosen: Bool

        package init(id: String, number: Int? = nil, lines: [String], isChosen: Bool = false) {
            (self.id, self.number, self.lines, self.isChosen) = (id, number, lines, isChosen)
        }
    }

    /// The number of the screen: another one for each that is opened.
    package var screen: Int
    /// The subject.
    package var title: String
    /// A detail of it, such as a number of comments.
    package var detail = ""
    /// What the screen shows, from the top.
    package var parts: [Part] = []
    /// What went wrong, and the key that tries again.
    package var warnings: [String] = []
    /// A sentence about the last line.
    package var words: String?
    /// What is always so: the network, and how much is not sent or waits.
    package var state: [String] = []
    /// How old what is shown is.
    package var age: String?
    /// Whether something is being fetched.
    package var isFetching = false
    /// Whether a line is a text.
    package var isWriting = false
    /// Whether what is typed must not be seen.
    package var isSecret = false
    /// The text that is being written, which its writer knows.
    package var typed: String?

    /// Creates a page without content.
    ///
    /// - Parameters:
    ///   - screen: The number of the screen.
    ///   - title: The subject.
    package init(screen: Int, title: String) {
        (self.screen, self.title) = (screen, Self.spoken(title))
    }

    /// The chosen part; nil for none.
    var chosen: Part? { parts.first(where: \.isChosen) }

    /// Takes over what is on a screen.
    ///
    /// - Parameter screen: The screen, which keeps its parts.
    package mutating func read(_ screen: Screen) {
        parts = []
        var row = 0
        while row < screen.size.rows {
            if let part = screen.parts.first(where: { $0.rows.contains(row) }) {
                let lines = part.rows.compactMap { number in
                    line(screen.text(ofRow: number), isMarked: part.isChosen && number == part.rows.lowerBound)
                }
                parts.append(Part(id: part.id, number: part.number, lines: lines, isChosen: part.isChosen))
                row = max(row + 1, part.rows.upperBound)
                continue
            }
            if let text = line(screen.text(ofRow: row), isMarked: false) {
                parts.append(Part(id: "row \(row)", lines: [text], isChosen: screen.cursor?.row == row))
            }
            row += 1
        }
    }

    private func line(_ text: String, isMarked: Bool) -> String? {
        var text = isMarked && text.hasPrefix("> ") ? String(text.dropFirst(2)) : text
        if isSecret { text = text.replacing(/•+/, with: "***") }
        let spoken = Self.spoken(text)
        return spoken.isEmpty ? nil : spoken
    }

    /// A text without the signs that mean something to eyes only: rules, dots between parts, and blanks that align.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text for ears.
    package static func spoken(_ text: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                text.harmless.unicodeScalars.map { (0x2500...0x259F).contains($0.value) ? " " : $0 }))
        return plain.split(separator: " ").joined(separator: " ")
            .replacing(" · ", with: ", ").replacing(" → ", with: ", ")
    }
}
