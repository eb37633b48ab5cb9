/// A key of the keyboard.
enum Key: Hashable, Sendable {
    case up
    case down
    case pageUp
    case pageDown
    case home
    case end
    case character(Character)
    /// Control and a letter.
    case control(Character)
}

/// Makes keys of the bytes that a terminal sends.
struct KeyParser {
    private static let escape: UInt8 = 0x1B

    /// The beginning of a key whose end has not come.
    private var rest: [UInt8] = []

    /// Takes bytes, in whatever pieces they come.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Returns: The keys that are complete; what is no key that we know is left out.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        bytes.compactMap { take($0) }
    }

    private mutating func take(_ byte: UInt8) -> Key? {
        if byte == Self.escape {
            rest = [byte]
            return nil
        }
        guard !rest.isEmpty else { return Self.plain(byte) }
        rest.append(byte)
        if rest.count == 2 {
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") { return nil }
            // Alt and a key, or the escape key and another one.
            rest = []
            return Self.plain(byte)
        }
        // A sequence ends with the first byte from @ on.
        guard (0x40...0x7E).contains(byte) else {
            if rest.count > 16 { rest = [] }
            return nil
        }
        defer { rest = [] }
        return Self.sequence(rest[2...])
    }

    private static func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    private static func sequence(_ bytes: ArraySlice<UInt8>) -> Key? {
        switch String(decoding: bytes, as: UTF8.self) {
        case "A": .up
        case "B": .down
        case "H", "1~", "7~": .home
        case "F", "4~", "8~": .end
        case "5~": .pageUp
        case "6~": .pageDown
        default: nil
        }
    }
}
