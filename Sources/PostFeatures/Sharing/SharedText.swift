/// Titles as they go into other apps' texts.
enum SharedText {
    /// A title as one line without anything that steers.
    ///
    /// A title is somebody else's text, and goes into mails, chats and terminals. Line breaks, tabs and runs of blanks
    /// become one blank; other control characters, and the marks that turn the direction of what follows them around,
    /// are left out. What joins emoji and marks single letters' direction stays.
    ///
    /// - Parameter title: The title.
    /// - Returns: The line, without blanks at its ends; empty where nothing is left.
    static func harmless(_ title: String) -> String {
        var line = String.UnicodeScalarView()
        var isBlankDue = false
        for scalar in title.unicodeScalars {
            if isBlank(scalar) {
                isBlankDue = true
                continue
            }
            if isSteering(scalar) { continue }
            if isBlankDue, !line.isEmpty { line.append(" ") }
            isBlankDue = false
            line.append(scalar)
        }
        return String(line)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Controls; embeddings, overrides and isolates; annotations; a mark of byte order inside a text.
        case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFEFF: true
        default: false
        }
    }
}
