/// Turns the lines of a screen into what a terminal has to be sent: the changed lines only, in one piece.
struct FrameWriter {
    private var shown: [String] = []
    private var size: ScreenSize?

    /// The bytes that change the screen from the last frame to this one.
    ///
    /// - Parameters:
    ///   - lines: The screen's lines from the top, each as wide as it is.
    ///   - size: The screen's size.
    /// - Returns: The text to write; empty when nothing has changed.
    mutating func frame(_ lines: [String], size: ScreenSize) -> String {
        var text = ""
        if size != self.size {
            self.size = size
            shown = []
            text = "\u{1B}[0m\u{1B}[2J"
        }
        for (number, line) in lines.enumerated() where !shown.indices.contains(number) || shown[number] != line {
            text += "\u{1B}[\(number + 1);1H\(line)"
        }
        shown = lines
        // Terminals that know of it show all of it at once (synchronized updates); others ignore it.
        return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
    }

    /// Forgets what is on the screen: somebody else has drawn on it.
    mutating func forget() {
        size = nil
    }
}
