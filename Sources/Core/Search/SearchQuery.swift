/// A search query: words that must all be found, in any order and any case.
///
/// ```swift
/// let query = SearchQuery("ёлка swift")
/// query.matches("Swift и Елки")        // true: inside of other words too
/// query.ranges(in: "Swift и Елки")     // where to highlight it
/// ```
///
/// White space separates words. Case and accents of Latin letters are ignored, so that "ё" matches "е" and "ø" matches
/// "o". Two queries are equal when they have the same words, whatever their order and case.
public struct SearchQuery: Sendable {
    /// The words, each once, the longest first since those are the rarest; none has white space.
    package let searchWords: [SearchWord]

    /// Creates a query.
    ///
    /// - Parameter text: The text that the person typed.
    public init(_ text: String) {
        let folded = String(decoding: TextFolding.fold(text), as: UTF8.self)
        let words = folded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map {
            Array(String($0).utf8)
        }
        searchWords = Set(words).sorted { left, right in
            left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count > right.count
        }.map(SearchWord.init)
    }

    /// The folded words, each once, the longest first.
    package var words: [String] { searchWords.map { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Whether it has no words: a search finds nothing then, and a filter removes nothing.
    public var isEmpty: Bool { searchWords.isEmpty }

    /// Whether all its words are in a text; true for a query without words.
    ///
    /// - Parameter text: The text.
    /// - Returns: True when no word is missing.
    public func matches(_ text: String) -> Bool { matches(folded: TextFolding.fold(text)) }

    /// Whether each of its words is in one of some texts.
    ///
    /// - Parameter texts: The texts.
    /// - Returns: True when no word is missing; always true for a query without words.
    package func matches(anyOf texts: [String]) -> Bool {
        // A line break separates words, so no word is found across two texts.
        matches(texts.joined(separator: "\n"))
    }

    /// Whether all its words are in a text that ``TextFolding/fold(_:)`` has folded.
    package func matches(folded: [UInt8]) -> Bool { folded.withUnsafeBytes { matches(folded: $0) } }

    /// Whether all its words are in a folded text in memory.
    ///
    /// - Complexity: O(*n*) in the text; some gigabytes a second for a word with an infrequent letter.
    package func matches(folded: UnsafeRawBufferPointer) -> Bool {
        for word in searchWords where !word.isContained(in: folded) { return false }
        return true
    }
}

extension SearchQuery: Hashable {
    public static func == (left: SearchQuery, right: SearchQuery) -> Bool {
        left.searchWords.elementsEqual(right.searchWords) { $0.bytes == $1.bytes }
    }

    public func hash(into hasher: inout Hasher) {
        for word in searchWords { hasher.combine(word.bytes) }
    }
}

extension SearchQuery {
    /// Finds all places of the words in a text, for highlighting.
    ///
    /// Places that overlap or touch are one range. A range is made of whole characters: "a" marks the whole of "æ",
    /// which is searched as "ae".
    ///
    /// - Parameter text: The text as it is shown.
    /// - Returns: The ranges in order; none when no word is in the text.
    /// - Complexity: O(*n*); some nanoseconds a byte, and about a microsecond a character in words with a match.
    public func ranges(in text: String) -> [Range<String.Index>] {
        ranges(in: text, onlyFirst: false)
    }

    /// The first of ``ranges(in:)``; nil for none.
    ///
    /// - Complexity: O(*n*) up to the place.
    package func firstRange(in text: String) -> Range<String.Index>? {
        ranges(in: text, onlyFirst: true).first
    }

    private func ranges(in text: String, onlyFirst: Bool) -> [Range<String.Index>] {
        guard !isEmpty else { return [] }
        var text = text
        text.makeContiguousUTF8()
        let utf8 = text.utf8
        var ranges: [Range<String.Index>] = []
        var start = utf8.startIndex
        while start < utf8.endIndex {
            // A word of the query has no white space, so it lies between two runs of white space.
            let end = utf8[start...].firstIndex(where: TextFolding.isSpace) ?? utf8.endIndex
            if start < end {
                let places = places(in: text[start..<end])
                for range in places { add(range, of: text, to: &ranges) }
                // A place in the next piece may still touch it.
                if onlyFirst, !ranges.isEmpty, ranges.count > 1 || places.isEmpty { return ranges }
            }
            start = end < utf8.endIndex ? utf8.index(after: end) : end
        }
        return ranges
    }

    /// The ranges of characters in which words were found, in order.
    private func places(in piece: Substring) -> [Range<String.Index>] {
        let folded = TextFolding.fold(String(piece))
        let found = places(in: folded)
        guard !found.isEmpty else { return [] }
        // For each byte of the folded piece, the character that it comes from.
        var owners: [Range<String.Index>] = []
        owners.reserveCapacity(folded.count)
        var index = piece.startIndex
        while index < piece.endIndex {
            let next = piece.index(after: index)
            let count = TextFolding.fold(String(piece[index..<next])).count
            owners.append(contentsOf: repeatElement(index..<next, count: count))
            index = next
        }
        // The folding of a text is that of its characters, one after the other; were it not, this would be a guess.
        guard owners.count == folded.count else { return [piece.startIndex..<piece.endIndex] }
        return found.map { owners[$0.lowerBound].lowerBound..<owners[$0.upperBound - 1].upperBound }
    }

    /// The places of words in a folded text, sorted by their beginning.
    private func places(in folded: [UInt8]) -> [Range<Int>] {
        folded.withUnsafeBytes { folded in
            var places: [Range<Int>] = []
            for word in searchWords {
                var from = 0
                while let place = word.place(in: folded, from: from) {
                    places.append(place..<place + word.bytes.count)
                    from = place + 1
                }
            }
            return places.sorted { $0.lowerBound < $1.lowerBound }
        }
    }

    /// Adds a range behind those that begin no later, widened to whole characters of the text.
    private func add(_ range: Range<String.Index>, of text: String, to ranges: inout [Range<String.Index>]) {
        // A mark behind white space belongs to it, so that the first character of a piece may begin before it.
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower > text.startIndex, String.Index(lower, within: text) == nil {
            lower = text.unicodeScalars.index(before: lower)
        }
        while upper < text.endIndex, String.Index(upper, within: text) == nil {
            upper = text.unicodeScalars.index(after: upper)
        }
        if let last = ranges.last, lower <= last.upperBound {
            ranges[ranges.count - 1] = min(last.lowerBound, lower)..<max(last.upperBound, upper)
        } else {
            ranges.append(lower..<upper)
        }
    }
}
