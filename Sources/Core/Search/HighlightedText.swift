/// A text with the places where the words of a query were found.
public struct HighlightedText: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The found places: whole characters, in order, without overlaps.
    public let ranges: [Range<String.Index>]

    /// Finds the words of a query in a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - query: The query; one without words highlights nothing.
    public init(_ text: String, query: SearchQuery) {
        self.text = text
        ranges = query.ranges(in: text)
    }

    /// The text in pieces, highlighted and not, in order.
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

extension HighlightedText {
    /// Returns the part of a long text around the first found word, in one line.
    ///
    /// White space is collapsed. The text is cut between words, with "…" where something is left out; a third of the
    /// length is before the found word.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - query: The query.
    ///   - length: The maximum number of characters without the ellipses; 160 by default. The found word is complete
    ///     even where it is longer.
    /// - Returns: The part; `nil` when no word is in the text.
    /// - Complexity: O(*n*) in the text up to the found word.
    package static func snippet(of text: String, query: SearchQuery, length: Int = 160) -> HighlightedText? {
        guard let range = query.firstRange(in: text) else { return nil }
        // A range can be as long as the text, where one place touches the next; the first place is in its beginning, as
        // every character of it is a byte at least of the folded word.
        let longestWord = query.searchWords.first?.bytes.count ?? 0
        let found = text[range].prefix(max(length, longestWord))
        let room = max(0, length - found.count)
        let front = SnippetSide(text[..<found.startIndex], longest: room / 3).front
        // Characters that are not needed before the found word are used after it.
        let back = SnippetSide(text[found.endIndex...], longest: max(0, room - front.drop { $0 == "…" }.count)).back
        return HighlightedText(front + oneLine(found) + back, query: query)
    }

    /// A part of a text with its white space collapsed.
    fileprivate static func oneLine(_ part: Substring) -> String {
        var line = ""
        var isAfterSpace = false
        for character in part {
            // White space that carries a mark is something to read.
            if character.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
                isAfterSpace = true
                continue
            }
            if isAfterSpace { line.append(" ") }
            isAfterSpace = false
            line.append(character)
        }
        if isAfterSpace { line.append(" ") }
        return line
    }
}

/// The text on one side of a found word, cut to a length.
private struct SnippetSide {
    /// The whole text on that side.
    let part: Substring
    /// The maximum number of characters that are shown of it.
    let longest: Int

    init(_ part: Substring, longest: Int) {
        self.part = part
        self.longest = longest
    }

    /// The end of the text, beginning with a whole word.
    var front: String {
        let tail = part.suffix(longest)
        guard tail.startIndex > part.startIndex else { return String(HighlightedText.oneLine(tail).trimmedStart) }
        // Between two words already?
        let isBoundary = isSpace(part[part.index(before: tail.startIndex)]) || tail.first.map(isSpace) ?? true
        let cut = isBoundary ? tail : tail.firstIndex(where: isSpace).map { tail[$0...] } ?? tail
        return "…\(HighlightedText.oneLine(cut).trimmedStart)"
    }

    /// The beginning of the text, ending with a whole word.
    var back: String {
        let head = part.prefix(longest)
        // Where nothing but white space is left out, nothing is.
        guard !part[head.endIndex...].allSatisfy(isSpace) else {
            return String(HighlightedText.oneLine(head).trimmedEnd)
        }
        let isBoundary = isSpace(part[head.endIndex]) || head.last.map(isSpace) ?? true
        let cut = isBoundary ? head : head.lastIndex(where: isSpace).map { head[..<$0] } ?? head
        return "\(HighlightedText.oneLine(cut).trimmedEnd)…"
    }

    private func isSpace(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}

extension String {
    fileprivate var trimmedStart: Substring { drop { $0 == " " } }

    fileprivate var trimmedEnd: Substring {
        var end = self[...]
        while end.last == " " { end.removeLast() }
        return end
    }
}
