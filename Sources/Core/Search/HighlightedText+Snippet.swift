extension HighlightedText {
    /// The part of a long text around the first place where a query is found.
    ///
    /// In one line: white space, line breaks too, is one space. Cut between words where there are some, with "…" where
    /// something is left out; a third of the room is in front of what was found.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - query: The query.
    ///   - length: How many characters it may have, the ellipses not counted; 160 by default. What was found first is
    ///     whole, also where it is longer than that.
    /// - Returns: The part, `nil` when nothing is found in the text.
    /// - Complexity: O(*n*) in the text up to the place.
    public static func snippet(of text: String, query: SearchQuery, length: Int = 160) -> HighlightedText? {
        guard let range = query.firstRange(in: text) else { return nil }
        // A range can be as long as the text, where one place touches the next; the first place is in its beginning, as
        // every character of it is a byte at least of the folded word.
        let longestWord = query.searchWords.first?.bytes.count ?? 0
        let found = text[range].prefix(max(length, longestWord))
        let room = max(0, length - found.count)
        let front = Window(text[..<found.startIndex], longest: room / 3).front
        // What is not needed in front is there behind.
        let back = Window(text[found.endIndex...], longest: max(0, room - front.drop { $0 == "…" }.count)).back
        return HighlightedText(front + oneLine(found) + back, query: query)
    }

    /// A part in one line.
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

/// What is shown of the text on one side of what was found.
private struct Window {
    /// All that is on that side.
    let part: Substring
    /// How many characters of it may be shown.
    let longest: Int

    init(_ part: Substring, longest: Int) {
        self.part = part
        self.longest = longest
    }

    /// The end of the part, which begins with a word.
    var front: String {
        let tail = part.suffix(longest)
        guard tail.startIndex > part.startIndex else { return String(HighlightedText.oneLine(tail).trimmedStart) }
        // Between two words already?
        let isBoundary = isSpace(part[part.index(before: tail.startIndex)]) || tail.first.map(isSpace) ?? true
        let cut = isBoundary ? tail : tail.firstIndex(where: isSpace).map { tail[$0...] } ?? tail
        return "…\(HighlightedText.oneLine(cut).trimmedStart)"
    }

    /// The beginning of the part, which ends with a word.
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
