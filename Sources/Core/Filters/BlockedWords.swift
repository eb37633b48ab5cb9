/// Words and phrases that are blocked, ready to be found in texts.
///
/// A text is gone through once, however many words there are: each byte is looked up in a table of those that some word
/// begins with. A text in ASCII is not folded for that, but compared as it is.
struct BlockedWords: Sendable {
    private let phrases: [Phrase]
    /// The phrases that begin with a byte, small letters only; the earlier ones first.
    private let phrasesByFirst: [[Int]]
    /// Whether a phrase begins with the byte, or with the small letter of it.
    private let isFirst: [Bool]

    /// Reads the words; `nil` when there are none.
    init?(_ entries: [String]) {
        phrases = entries.compactMap(Phrase.init)
        guard !phrases.isEmpty else { return nil }
        var phrasesByFirst = [[Int]](repeating: [], count: 256)
        for (index, phrase) in phrases.enumerated() { phrasesByFirst[Int(phrase.first)].append(index) }
        self.phrasesByFirst = phrasesByFirst
        isFirst = (0..<256).map { !phrasesByFirst[Int(FoldedText.small(UInt8($0)))].isEmpty }
    }

    /// The first of the words, in their order, that a text has, as it was typed.
    func firstMatch(in text: String) -> String? {
        var text = text
        let isPlain = text.withUTF8 { FoldedText.isASCII($0) }
        let index =
            if isPlain {
                text.withUTF8 { firstMatch(in: FoldedText($0)) }
            } else {
                SearchText.fold(text).withUnsafeBufferPointer { firstMatch(in: FoldedText($0)) }
            }
        return index.map { phrases[$0].typed }
    }

    private func firstMatch(in text: FoldedText) -> Int? {
        var best = phrases.count
        isFirst.withUnsafeBufferPointer { isFirst in
            var position = 0
            while position < text.count, best > 0 {
                if isFirst[Int(text.bytes[position])] {
                    for index in phrasesByFirst[Int(text.small(at: position))] where index < best {
                        if phrases[index].stands(in: text, at: position) {
                            best = index
                            break
                        }
                    }
                }
                position += 1
            }
        }
        return best < phrases.count ? best : nil
    }
}

extension BlockedWords {
    /// One or several words that stand one after the other.
    private struct Phrase: Sendable {
        let typed: String
        let words: [Word]
        /// The byte that it begins with.
        let first: UInt8

        /// Reads what was typed; `nil` when there is nothing to look for in it.
        init?(_ typed: String) {
            let folded = String(decoding: SearchText.fold(typed), as: UTF8.self)
            let words = folded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).compactMap {
                Word(String($0))
            }
            guard let first = words.first?.bytes.first else { return nil }
            self.typed = typed
            self.words = words
            self.first = first
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
            guard let first = word.unicodeScalars.first, let last = word.unicodeScalars.last else { return nil }
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

        /// Where it ends that begins at a position, its ending included.
        func end(in text: FoldedText, from position: Int) -> Int {
            let end = position + bytes.count
            return isOpen ? text.endOfLetters(from: end) : end
        }
    }
}
