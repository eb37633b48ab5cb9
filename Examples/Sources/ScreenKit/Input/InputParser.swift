import Foundation

/// Makes events of the bytes that a terminal sends, in whatever pieces they come.
///
/// The escape key sends the byte that also begins other keys: ``isWaiting`` is true while nobody knows which one it was,
/// and ``flush()`` decides.
package struct InputParser {
    private enum State {
        case ground
        case escape
        case sequence
        /// `ESC O`, of function keys.
        case single
        /// A text up to its end, as answers have: from its first byte.
        case string(UInt8)
        case paste
    }

    /// What is longer is no answer to anything that is asked.
    private static let longestSequence = 64
    private static let longestString = 4_096
    /// What is pasted beyond it is left out, rather than filling the memory.
    package static let longestPaste = 1 << 20
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var state = State.ground
    private var rest: [UInt8] = []
    private var isTooLong = false

    package init() {}

    /// Whether what came may be the escape key, or the beginning of something else.
    package var isWaiting: Bool {
        switch state {
        case .escape, .sequence, .single, .string: true
        case .ground, .paste: false
        }
    }

    /// Whether what came is the beginning of an answer, of which the rest may take its time on a slow line.
    package var isAnswering: Bool {
        switch state {
        case .sequence: rest.first.map { "?>".utf8.contains($0) } ?? false
        case .string: !rest.isEmpty
        default: false
        }
    }

    /// Takes bytes.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Returns: The events that are complete; what is none that we know is left out.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        var events: [InputEvent] = []
        for byte in bytes { take(byte, &events) }
        return events
    }

    /// Takes what is waiting as it is: nothing more came for some time.
    ///
    /// - Returns: The escape key, or what was pressed with the alt key; nothing for the beginning of an answer.
    package mutating func flush() -> [InputEvent] {
        guard isWaiting else { return [] }
        defer { reset() }
        switch state {
        case .sequence: return rest.isEmpty ? [Self.alt("[")] : []
        case .single: return [Self.alt("O")]
        case .string(let kind): return rest.isEmpty ? [Self.alt(Character(Unicode.Scalar(kind)))] : []
        default: return [.key(KeyPress(.escape))]
        }
    }

    private static func alt(_ character: Character) -> InputEvent { .key(KeyPress(.character(character), .alt)) }

    private mutating func reset() {
        state = .ground
        rest = []
        isTooLong = false
    }

    // MARK: Bytes

    private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch state {
        case .ground: ground(byte, &events)
        case .escape: escape(byte, &events)
        case .sequence: sequence(byte, &events)
        case .single:
            if let key = Self.letterKeys[byte] { events.append(.key(KeyPress(key))) }
            reset()
        case .string(let kind): string(byte, of: kind, &events)
        case .paste: paste(byte, &events)
        }
    }

    private mutating func ground(_ byte: UInt8, _ events: inout [InputEvent]) {
        if !rest.isEmpty || byte >= 0x80 {
            scalar(byte, &events)
        } else if byte == 0x1B {
            state = .escape
        } else {
            events.append(.key(Self.plain(byte)))
        }
    }

    /// Collects the bytes of a scalar in UTF-8.
    private mutating func scalar(_ byte: UInt8, _ events: inout [InputEvent]) {
        if rest.isEmpty {
            // A byte that begins no scalar belongs to nothing.
            if (0xC2...0xF4).contains(byte) { rest = [byte] }
            return
        }
        guard (0x80...0xBF).contains(byte) else {
            rest = []
            return ground(byte, &events)
        }
        rest.append(byte)
        let length = rest[0] < 0xE0 ? 2 : rest[0] < 0xF0 ? 3 : 4
        guard rest.count == length else { return }
        if let text = String(validating: rest, as: UTF8.self), let character = text.first {
            events.append(.key(.character(character)))
        }
        rest = []
    }

    private static func plain(_ byte: UInt8) -> KeyPress {
        switch byte {
        case 0x09: KeyPress(.tab)
        case 0x0A, 0x0D: KeyPress(.enter)
        case 0x08, 0x7F: KeyPress(.backspace)
        case 0x00: .control(" ")
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1B: KeyPress(.escape)
        case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
        default: .character(Character(Unicode.Scalar(byte)))
        }
    }

    private mutating func escape(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P"): state = .string(byte)
        case 0x1B:
            // Pressed twice: the first is one, and the second may begin something.
            events.append(.key(KeyPress(.escape)))
        default:
            reset()
            var inner: [InputEvent] = []
            ground(byte, &inner)
            if inner.isEmpty, !rest.isEmpty {
                // Alt and a letter of several bytes: the escape key, and the letter when it is whole.
                events.append(.key(KeyPress(.escape)))
            }
            for case .key(var press) in inner {
                press.modifiers.insert(.alt)
                events.append(.key(press))
            }
        }
    }

    private mutating func sequence(_ byte: UInt8, _ events: inout [InputEvent]) {
        if byte == 0x1B {
            reset()
            state = .escape
            return
        }
        // A sequence ends with the first byte from @ on. One that the Linux console sends has a second bracket.
        guard (0x40...0x7E).contains(byte), !(byte == UInt8(ascii: "[") && rest.isEmpty) else {
            if rest.count < Self.longestSequence { rest.append(byte) } else { isTooLong = true }
            return
        }
        let (parameters, isUsable) = (rest, !isTooLong)
        reset()
        guard isUsable else { return }
        if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
            state = .paste
        } else if let event = Self.event(parameters, byte) {
            events.append(event)
        }
    }

    private mutating func string(_ byte: UInt8, of kind: UInt8, _ events: inout [InputEvent]) {
        rest.append(byte)
        let isEnd = byte == 0x07 || rest.suffix(2) == [0x1B, UInt8(ascii: "\\")]
        guard isEnd else {
            if rest.count > Self.longestString {
                rest = Array(rest.suffix(1))
                isTooLong = true
            }
            return
        }
        let text = String(decoding: rest.dropLast(byte == 0x07 ? 1 : 2), as: UTF8.self)
        let isUsable = !isTooLong
        reset()
        guard isUsable else { return }
        switch kind {
        case UInt8(ascii: "]"): events.append(.reply(.system(text)))
        case UInt8(ascii: "_"): events.append(.reply(.application(text)))
        case UInt8(ascii: "P") where text.hasPrefix(">|"): events.append(.reply(.version(String(text.dropFirst(2)))))
        default: break
        }
    }

    private mutating func paste(_ byte: UInt8, _ events: inout [InputEvent]) {
        rest.append(byte)
        if rest.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
            let text = String(decoding: rest.dropLast(Self.pasteEnd.count).prefix(Self.longestPaste), as: UTF8.self)
            reset()
            events.append(.paste(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")))
        } else if rest.count >= Self.longestPaste + Self.pasteEnd.count {
            rest.remove(at: Self.longestPaste)
        }
    }
}

// MARK: - Sequences

extension InputParser {
    private static let letterKeys: [UInt8: KeyPress.Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "M"): .enter,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
        UInt8(ascii: "S"): .function(4),
    ]

    /// The numbers of `ESC [ number ~`, as xterm, rxvt and the Linux console send them.
    private static let numberedKeys: [Int: KeyPress.Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6),
        18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11),
        24: .function(12),
    ]

    private static func event(_ parameters: [UInt8], _ end: UInt8) -> InputEvent? {
        let text = String(decoding: parameters, as: UTF8.self)
        let marks = text.prefix { "<>?=[".contains($0) }
        let body = text.dropFirst(marks.count)
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0.prefix { $0 != "$" }) }
        let first = numbers.first ?? nil
        switch (marks, end) {
        case ("<", UInt8(ascii: "M")), ("<", UInt8(ascii: "m")):
            return mouse(numbers, isPress: end == UInt8(ascii: "M"))
        case ("?", UInt8(ascii: "c")):
            return .reply(.attributes(numbers.compactMap(\.self)))
        case ("?", UInt8(ascii: "y")) where body.hasSuffix("$") && numbers.count == 2:
            guard let mode = first, let state = numbers[1] else { return nil }
            return .reply(.mode(mode, state: state))
        case ("", UInt8(ascii: "R")) where numbers.count == 2:
            // As F3 with a modifier is spelled, too: that key is in the first row, which is where nobody asks from.
            guard let row = first, let column = numbers[1] else { return nil }
            return .reply(.cursor(Screen.Place(row: row - 1, column: column - 1)))
        case ("", UInt8(ascii: "Z")):
            return .key(KeyPress(.tab, .shift))
        case ("", UInt8(ascii: "~")):
            guard let first, let key = numberedKeys[first] else { return nil }
            return .key(KeyPress(key, modifiers(numbers)))
        case ("", _):
            return letterKeys[end].map { .key(KeyPress($0, modifiers(numbers))) }
        case ("[", UInt8(ascii: "A")...UInt8(ascii: "E")):
            return .key(KeyPress(.function(Int(end - UInt8(ascii: "A")) + 1)))
        default:
            return nil
        }
    }

    /// The second number is one more than the keys that are held down.
    private static func modifiers(_ numbers: [Int?]) -> KeyPress.Modifiers {
        guard numbers.count > 1, let code = numbers[1], (1...16).contains(code) else { return [] }
        return KeyPress.Modifiers(rawValue: (code - 1) & 7)
    }

    private static func mouse(_ numbers: [Int?], isPress: Bool) -> InputEvent? {
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2], column > 0,
            row > 0
        else { return nil }
        let place = Screen.Place(row: row - 1, column: column - 1)
        // Shift, alt and control are bits of their own, and are not told apart here.
        switch code & ~0b11100 {
        case 64 where isPress: return .mouse(MouseEvent(.wheelUp, at: place))
        case 65 where isPress: return .mouse(MouseEvent(.wheelDown, at: place))
        case 0: return .mouse(MouseEvent(isPress ? .press : .release, at: place))
        default: return nil
        }
    }
}
