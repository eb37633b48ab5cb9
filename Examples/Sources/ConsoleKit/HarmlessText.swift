extension StringProtocol {
    /// The text for a terminal, with control characters made visible or left out.
    ///
    /// A title is somebody else's text. An escape sequence in it could move the cursor, change colours or the window's
    /// title; a bidirectional override could turn the rest of the line around.
    package var harmless: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
        var safe = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029:
                // Line breaks and tabs would break the row that the text stands in.
                safe.append(" ")
            case 0x00..<0x20:
                // Shown as its picture: U+241B for ESC.
                safe.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F:
                safe.append("\u{2421}")
            case 0x80...0x9F, 0x10EEEE:
                // The last one holds the places of pictures in terminals that have them, and might show another's.
                safe.append("\u{FFFD}")
            case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C:
                continue
            default:
                safe.append(scalar)
            }
        }
        return String(safe)
    }
}
