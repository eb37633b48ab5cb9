/// A text, and which parts of it a search has found.
public struct HighlightedText: Hashable, Sendable {
    /// The text.
    public let text: String
    /// What was found: whole characters, in order, apart from one another.
    public let ranges: [Range<String.Index>]

    /// Creates a text with the places where a query is found in it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - query: The query; nothing is highlighted for one without words.
    public init(_ text: String, query: SearchQuery) {
        self.text = text
        ranges = query.ranges(in: text)
    }

    /// The text cut into pieces: what is highlighted, and what stands between.
    public var pieces: [(text: Substring, isHighlighted: Bool)] {
        var pieces: [(text: Substring, isHighlighted: Bool)] = []
        var start = text.startIndex
        for range in ranges {
            if start < range.lowerBound { pieces.append((text[start..<range.lowerBound], false)) }
            pieces.append((text[range], true))
            start = range.upperBound
        }
        if start < text.endIndex { pieces.append((text[start...], false)) }
        return pieces
    }
}
