/// The width of a text in columns of a terminal.
///
/// East Asian wide characters and emoji take two, combining marks and other invisible scalars none. The ranges are
/// those of Unicode's EastAsianWidth.txt (W and F) and of the emoji that are shown as pictures by default. Terminals do not
/// agree on all of them: ``isCertain(_:)`` says where they do.
package enum DisplayWidth {
    /// The columns of a text; control characters count nothing and should be replaced before.
    package static func of(_ text: some StringProtocol) -> Int {
        // Most texts are ASCII, and each of its visible characters takes a column.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns of one character, however many scalars it is made of: 2 at most.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, scalars.count > 1 else { return scalars.first.map { of($0) } ?? 0 }
        var width = 0
        for scalar in scalars {
            // A variation selector asks for the picture, and a picture is two columns wide whatever it is joined of.
            if scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation { return 2 }
            width += of(scalar)
        }
        // A letter that combines with others is written in one place: a Thai vowel behind its consonant is not.
        return min(2, max(width, of(first)))
    }

    /// Whether all terminals give a character the same width.
    ///
    /// They do not for pictures, which some of them join and others do not, and which are wide in some; for characters that
    /// are made of several that have a width; and for what was added to Unicode lately. Letters that are written from right
    /// to left count as uncertain too: some terminals move them.
    package static func isCertain(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, isCertain(first) else { return false }
        return scalars.dropFirst().allSatisfy { scalar in
            scalar.properties.generalCategory == .nonspacingMark && !(0xFE00...0xFE0F).contains(scalar.value)
        }
    }

    /// Whether a character is a sign that East Asian terminals may show in two columns: a dash, a dot, a box's edge.
    ///
    /// Those that Unicode's EastAsianWidth.txt calls ambiguous, without the letters among them, and without half blocks, which
    /// pictures are made of.
    package static func isAmbiguousSign(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let value = scalars.first?.value, value > 0xA0, scalars.count == 1 else { return false }
        switch value {
        case 0xA1...0xBF, 0xD7, 0xF7, 0x2010...0x2027, 0x2030...0x203E, 0x20AC, 0x2190...0x22FF, 0x2460...0x257F,
            0x25A0...0x25FF, 0x2605...0x2606, 0x2640...0x2642, 0x2660...0x266F:
            return isCertain(character)
        default: return false
        }
    }

    /// Whether a character is written from right to left: Hebrew, Arabic, and other scripts.
    package static func isRightToLeft(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
        default: return false
        }
    }

    /// The columns that a character takes in the terminal that gives it most.
    package static func most(_ character: Character) -> Int {
        max(of(character), character.unicodeScalars.reduce(0) { $0 + max(1, of($1)) * 2 })
    }

    private static func isCertain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x370...0x52F, 0x3041...0x3096, 0x30A1...0x30FA,
            0x4E00...0x9FFF, 0xAC00...0xD7A3:
            return true
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            return false
        default:
            switch scalar.properties.generalCategory {
            case .unassigned, .privateUse, .format, .spacingMark: return false
            default: return !scalar.properties.isEmoji
            }
        }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        // Most letters of most texts; their properties take long to look up.
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x2010..<0x2028: return 1
        case 0x3041..<0x3097, 0x30A1..<0x30FB, 0x4E00..<0xA000, 0xAC00..<0xD7A4: return 2
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .surrogate, .lineSeparator, .paragraphSeparator:
            return 0
        default:
            break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        case 0x1160...0x11FF:
            // The inner letters of a Hangul syllable are drawn into its first one.
            return 0
        default:
            return 1
        }
    }
}

extension StringProtocol {
    /// The text cut to so many columns, with an ellipsis where something is missing.
    package func truncated(toColumns columns: Int) -> String {
        guard DisplayWidth.of(self) > columns else { return String(self) }
        var cut = ""
        var width = 0
        for character in self {
            let next = DisplayWidth.of(character)
            guard width + next <= columns - 1 else { break }
            cut.append(character)
            width += next
        }
        while cut.last == " " { cut.removeLast() }
        return columns > 0 ? cut + "…" : ""
    }

    /// The text filled up with spaces to so many columns.
    package func padded(toColumns columns: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, columns - DisplayWidth.of(self)))
    }

    /// The text with spaces in front of it, so that it ends at so many columns.
    package func aligned(rightToColumns columns: Int) -> String {
        String(repeating: " ", count: Swift.max(0, columns - DisplayWidth.of(self))) + String(self)
    }
}
