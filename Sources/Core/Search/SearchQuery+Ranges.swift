extension SearchQuery {
    /// Where the words of the query stand in a text, for highlighting.
    ///
    /// Every place of every word counts; what overlaps or touches is one range. A range is made of whole characters: of
    /// "æ", which is searched as "ae", an "a" marks the whole letter.
    ///
    /// - Parameter text: The text as it is shown.
    /// - Returns: The ranges, in order, in indices of the text; none when no word is in it.
    /// - Complexity: O(*n*); folding takes some nanoseconds a byte, and words in which something is found about a
    ///   microsecond a character.
    public func ranges(in text: String) -> [Range<String.Index>] {
        ranges(in: text, onlyFirst: false)
    }

    /// Where the first word stands that is found in a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: The first of ``ranges(in:)``, `nil` for none.
    /// - Complexity: O(*n*) up to the place.
    public func firstRange(in text: String) -> Range<String.Index>? {
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
            // A word of the query has no white space, so it stands between two pieces of it.
            let end = utf8[start...].firstIndex(where: SearchText.isSpace) ?? utf8.endIndex
            if start < end {
                let places = places(in: text[start..<end])
                for range in places { add(range, of: text, to: &ranges) }
                // What the next piece has may still touch it.
                if onlyFirst, !ranges.isEmpty, ranges.count > 1 || places.isEmpty { return ranges }
            }
            start = end < utf8.endIndex ? utf8.index(after: end) : end
        }
        return ranges
    }

    /// The characters of a piece that words stand in, in order.
    private func places(in piece: Substring) -> [Range<String.Index>] {
        let folded = SearchText.fold(String(piece))
        let found = places(in: folded)
        guard !found.isEmpty else { return [] }
        // For each byte of the folded piece, the character that it comes from.
        var owners: [Range<String.Index>] = []
        owners.reserveCapacity(folded.count)
        var index = piece.startIndex
        while index < piece.endIndex {
            let next = piece.index(after: index)
            let count = SearchText.fold(String(piece[index..<next])).count
            owners.append(contentsOf: repeatElement(index..<next, count: count))
            index = next
        }
        // The folding of a text is that of its characters, one after the other; were it not, this would be a guess.
        guard owners.count == folded.count else { return [piece.startIndex..<piece.endIndex] }
        return found.map { owners[$0.lowerBound].lowerBound..<owners[$0.upperBound - 1].upperBound }
    }

    /// Where words stand in a folded text, sorted by where they begin.
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
