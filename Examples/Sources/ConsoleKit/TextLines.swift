/// The lines of a text on a terminal.
package enum TextLines {
    /// Breaks a text at its spaces, so that no line takes more than so many columns.
    package static func wrapped(_ text: String, toColumns columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            var rest = String(word)
            let separator = line.isEmpty ? 0 : 1
            if DisplayWidth.of(line) + separator + DisplayWidth.of(rest) <= columns {
                line += (line.isEmpty ? "" : " ") + rest
                continue
            }
            if !line.isEmpty { lines.append(line) }
            // A word that is longer than a line, a URL for one, is broken where the line ends.
            while DisplayWidth.of(rest) > columns {
                var width = 0
                let head = rest.prefix { character in
                    width += DisplayWidth.of(character)
                    return width <= columns
                }
                // Where not even one fits, one is taken all the same.
                let count = max(1, head.count)
                lines.append(String(rest.prefix(count)))
                rest.removeFirst(count)
            }
            line = rest
        }
        lines.append(line)
        return lines
    }
}
