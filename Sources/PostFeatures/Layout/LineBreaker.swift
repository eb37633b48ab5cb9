/// Counts the lines of a text, character by character.
struct LineBreaker {
    /// How wide a line is, in ems.
    private let room: Double
    /// How much of the line is taken, without the word that goes on and the blanks before it.
    private var taken = 0.0
    /// The blanks behind that: they count only when a word follows on the same line.
    private var blanks = 0.0
    /// How wide the word is that goes on.
    private var word = 0.0
    /// How many lines there are, the one that goes on included.
    private(set) var count = 1

    init(room: Double) {
        // Ten times 0.56 is a little more than 5.6, and what fits exactly shall fit.
        self.room = room + 1e-6
    }

    mutating func add(_ character: Character) {
        if character.isNewline {
            endWord()
            newLine()
            return
        }
        let width = GlyphWidth.of(character)
        // The space that never breaks is a letter here.
        if character.isWhitespace, character != "\u{A0}", character != "\u{202F}" {
            endWord()
            blanks += width
        } else if GlyphWidth.breaksAnywhere(character) {
            endWord()
            grow(by: width)
            endWord()
        } else {
            grow(by: width)
            if character == "-" { endWord() }
        }
    }

    /// Counts a byte of a text that is ASCII alone; the same as its character, and many times faster.
    ///
    /// - Parameters:
    ///   - byte: The byte; of a carriage return and a line feed in a row only one may be told.
    ///   - width: How wide it is, in ems.
    mutating func add(ascii byte: UInt8, width: Double) {
        switch byte {
        case 0x0A...0x0D:
            endWord()
            newLine()
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
            endWord()
            blanks += width
        case UInt8(ascii: "-"):
            grow(by: width)
            endWord()
        default:
            grow(by: width)
        }
    }

    private mutating func grow(by width: Double) {
        if taken + blanks + word + width <= room {
            word += width
        } else if taken > 0 {
            // The word does not fit behind what is there.
            newLine(keepingWord: true)
            grow(by: width)
        } else if word > 0 {
            // It is wider than a line, and breaks inside.
            newLine()
            word = width
        } else {
            // Not even one character fits; it gets a line all the same.
            word = width
        }
    }

    private mutating func endWord() {
        guard word > 0 else { return }
        taken += blanks + word
        (blanks, word) = (0, 0)
    }

    private mutating func newLine(keepingWord: Bool = false) {
        count += 1
        (taken, blanks) = (0, 0)
        if !keepingWord { word = 0 }
    }
}
