/// The hashtags of a text, for drawing them in another colour; which ones a post has is the server's to say.
public enum Hashtags {
    /// Returns where the hashtags of a text are: a `#` and the letters, marks, digits and underscores behind it.
    ///
    /// - Parameter text: The text.
    /// - Returns: The ranges in their order, each with its `#`.
    /// - Complexity: O(*n*) in the length of the text.
    public static func ranges(in text: String) -> [Range<String.Index>] {
        let scalars = text.unicodeScalars
        var ranges: [Range<String.Index>] = []
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let start = index
            index = scalars.index(after: index)
            guard scalars[start] == "#" else { continue }
            let end = scalars[index...].firstIndex { !isOfWord($0) } ?? scalars.endIndex
            if end > index { ranges.append(start..<end) }
            index = end
        }
        return ranges
    }

    /// Whether a code point is one of a word (`\w` or a letter, by Unicode's UTS #18).
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
            true
        default: scalar.properties.isAlphabetic || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }
}
