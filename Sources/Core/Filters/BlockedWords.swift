/// A matcher of blocked words and phrases in texts.
///
/// A text is scanned once, however many words there are: phrases are compared only where a word begins with the first
/// two bytes of one. Most texts need not be folded for that: ASCII capitals are compared as small letters.
struct BlockedWords: Sendable {
    private let phrases: [Phrase]
    /// The indexes of the phrases, by a hash of their first two bytes; the earlier ones first.
    private let buckets: [[Int]]
    /// The classes of each byte, such as ``letter``; a capital has those of its small letter.
    private let classes: [UInt8]
    /// A bit for each two bytes, small letters only, that a phrase begins with.
    private let pairs: [UInt64]

    /// A letter or a digit of ASCII.
    private static let letter: UInt8 = 1
    /// The first byte of a phrase that must stand at the beginning of a word.
    private static let firstOfWord: UInt8 = 2
    /// The first byte of a phrase that may stand anywhere.
    private static let firstOfSign: UInt8 = 4
    /// The first of the two bytes of a Cyrillic letter.
    private static let cyrillic: UInt8 = 8

    /// Reads the words; `nil` when there are none.
    init?(_ entries: [String]) {
        phrases = entries.compactMap(Phrase.init)
        guard !phrases.isEmpty else { return nil }
        var buckets = [[Int]](repeating: [], count: 256)
        var classes = (0..<256).map { byte -> UInt8 in
            byte < 0x80 && FoldedText.isLetter(Unicode.Scalar(UInt8(byte))) ? Self.letter : 0
        }
        var pairs = [UInt64](repeating: 0, count: 1024)
        for (index, phrase) in phrases.enumerated() {
            let bytes = phrase.words[0].bytes
            let first = Int(bytes[0])
            classes[first] |= phrase.words[0].begins ? Self.firstOfWord : Self.firstOfSign
            // Whatever follows a phrase of one byte.
            for second in bytes.count > 1 ? Int(bytes[1])...Int(bytes[1]) : 0...255 {
                buckets[Self.bucket(first, second)].append(index)
                pairs[first << 2 | second >> 6] |= 1 << UInt64(second & 63)
            }
        }
        for byte in 0xD0...0xD1 { classes[byte] |= Self.cyrillic }
        for capital in 0x41..<0x5B { classes[capital] = classes[capital | 0x20] }
        self.buckets = buckets
        self.classes = classes
        self.pairs = pairs
    }

    /// The first of the words, in their order, that a text has, as it was typed.
    func firstMatch(in text: String) -> String? {
        var text = text
        let isFolded = text.withUTF8 { FoldedText.isFolded($0) }
        let index =
            if isFolded {
                text.withUTF8 { firstMatch(in: FoldedText($0)) }
            } else {
                TextFolding.fold(text).withUnsafeBufferPointer { firstMatch(in: FoldedText($0)) }
            }
        return index.map { phrases[$0].typed }
    }

    private func firstMatch(in text: FoldedText) -> Int? {
        var best = phrases.count
        classes.withUnsafeBufferPointer { classes in
            pairs.withUnsafeBufferPointer { pairs in
                var before: UInt8 = 0
                var last: UInt8 = 0
                var position = 0
                while position < text.count {
                    let found = classes[Int(text.bytes[position])]
                    if found & Self.firstOfSign != 0
                        || (found & Self.firstOfWord != 0 && before & Self.letter == 0)
                    {
                        let first = Int(text.small(at: position))
                        let second = position + 1 < text.count ? Int(text.small(at: position + 1)) : 0
                        if pairs[first << 2 | second >> 6] >> UInt64(second & 63) & 1 != 0 {
                            best = firstMatch(
                                in: text, at: position, among: buckets[Self.bucket(first, second)], before: best)
                            if best == 0 { return }
                        }
                    }
                    // A Cyrillic letter has two bytes: no word begins at the second, nor behind it.
                    before = found | ((found | last) & Self.cyrillic) >> 3
                    last = found
                    position += 1
                }
            }
        }
        return best < phrases.count ? best : nil
    }

    private static func bucket(_ first: Int, _ second: Int) -> Int { (31 * first + second) & 0xFF }

    /// The first phrase that begins at a position; `best` when it is none of those in front of that one.
    @inline(never)
    private func firstMatch(in text: FoldedText, at position: Int, among phrases: [Int], before best: Int) -> Int {
        for index in phrases {
            if index >= best { break }
            if self.phrases[index].stands(in: text, at: position) { return index }
        }
        return best
    }
}

extension BlockedWords {
    /// One or several words that stand one after the other.
    private struct Phrase: Sendable {
        let typed: String
        let words: [Word]

        /// Reads what was typed; `nil` when there is nothing to look for in it.
        init?(_ typed: String) {
            let folded = String(decoding: TextFolding.fold(typed), as: UTF8.self)
            let words = folded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).compactMap {
                Word(String($0))
            }
            guard !words.isEmpty else { return nil }
            self.typed = typed
            self.words = words
        }

        /// Whether it begins at a position of a text.
        func stands(in text: FoldedText, at position: Int) -> Bool {
            guard words[0].stands(in: text, at: position), !words[0].begins || !text.hasLetter(before: position) else {
                return false
            }
            var end = words[0].end(in: text, from: position)
            for word in words.dropFirst() {
                let next = text.endOfSpace(from: end)
                guard next > end, word.stands(in: text, at: next) else { return false }
                end = word.end(in: text, from: next)
            }
            guard let last = words.last, last.ends, !last.isOpen else { return true }
            return !text.hasLetter(at: end)
        }
    }

    /// One word of a phrase, folded.
    private struct Word: Sendable {
        let bytes: [UInt8]
        /// Whether any ending may follow.
        let isOpen: Bool
        /// Whether no letter may stand in front of it: a sign is found wherever it stands.
        let begins: Bool
        /// Whether no letter may follow.
        let ends: Bool

        init?(_ text: String) {
            let stars = text.reversed().prefix { $0 == "*" }.count
            let word = text.dropLast(stars)
            guard let first = word.unicodeScalars.first, let end = word.unicodeScalars.last else { return nil }
            // An emoji may end in a variation selector, and is a symbol all the same.
            let last = word.unicodeScalars.last { !FoldedText.isMark($0) } ?? end
            bytes = Array(word.utf8)
            isOpen = stars > 0
            begins = FoldedText.isLetter(first)
            ends = FoldedText.isLetter(last)
        }

        func stands(in text: FoldedText, at position: Int) -> Bool {
            guard position + bytes.count <= text.count else { return false }
            return bytes.withUnsafeBufferPointer { bytes in
                var offset = 0
                while offset < bytes.count {
                    if text.small(at: position + offset) != bytes[offset] { return false }
                    offset += 1
                }
                return true
            }
        }

        /// The end of the word that begins at a position, its ending included.
        func end(in text: FoldedText, from position: Int) -> Int {
            let end = position + bytes.count
            return isOpen ? text.endOfLetters(from: end) : end
        }
    }
}
