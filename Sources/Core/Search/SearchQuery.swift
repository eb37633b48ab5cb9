/// What a person searches for: words that must all be found, in any order and any case.
///
/// ```swift
/// let query = SearchQuery("ёлка swift")
/// query.matches("Swift и Елки")        // true: inside of other words too
/// query.ranges(in: "Swift и Елки")     // where to highlight it
/// ```
///
/// White space parts words. Texts are compared in the form that ``SearchText`` folds them to. Two queries are equal when
/// they have the same words, whatever their order and case.
public struct SearchQuery: Sendable {
    /// The longest first, since they are the rarest; each once.
    let searchWords: [SearchWord]

    /// Creates a query.
    ///
    /// - Parameter text: What the person typed.
    public init(_ text: String) {
        let folded = String(decoding: SearchText.fold(text), as: UTF8.self)
        let words = folded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map {
            Array(String($0).utf8)
        }
        searchWords = Set(words).sorted { left, right in
            left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count > right.count
        }.map(SearchWord.init)
    }

    /// The words as they are looked for, folded: each once, the longest first.
    public var words: [String] { searchWords.map { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Whether it has no word: a search finds nothing then, and a filter leaves everything in.
    public var isEmpty: Bool { searchWords.isEmpty }

    /// Whether all its words are in a text; true for a query without words.
    ///
    /// - Parameter text: The text.
    /// - Returns: True when no word is missing.
    public func matches(_ text: String) -> Bool { matches(folded: SearchText.fold(text)) }

    /// Whether all its words are in some texts together: one may be in this and the other in that.
    ///
    /// - Parameter texts: The texts.
    /// - Returns: True when no word is missing; always true for a query without words.
    public func matches(anyOf texts: [String]) -> Bool {
        // A line break parts words, so no word is found across two texts.
        matches(texts.joined(separator: "\n"))
    }

    /// Whether all its words are in a text that was folded by ``SearchText/fold(_:)`` before.
    ///
    /// - Parameter folded: The folded text.
    /// - Returns: True when no word is missing; always true for a query without words.
    public func matches(folded: [UInt8]) -> Bool { folded.withUnsafeBytes { matches(folded: $0) } }

    /// Whether all its words are in a text that was folded by ``SearchText/fold(_:)`` before, where it lies.
    ///
    /// - Parameter folded: The folded text.
    /// - Returns: True when no word is missing; always true for a query without words.
    /// - Complexity: O(*n*) in the text; some gigabytes a second for a word with a letter that is not frequent.
    public func matches(folded: UnsafeRawBufferPointer) -> Bool {
        for word in searchWords where !word.isContained(in: folded) { return false }
        return true
    }
}

extension SearchQuery: Hashable {
    /// Whether two queries have the same words.
    ///
    /// - Parameters:
    ///   - left: One query.
    ///   - right: The other one.
    /// - Returns: True when they find the same.
    public static func == (left: SearchQuery, right: SearchQuery) -> Bool {
        left.searchWords.elementsEqual(right.searchWords) { $0.bytes == $1.bytes }
    }

    /// Hashes the words.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        for word in searchWords { hasher.combine(word.bytes) }
    }
}
