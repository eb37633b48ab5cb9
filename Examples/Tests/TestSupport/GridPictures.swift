/// The pictures of a terminal in memory: Kitty's graphics protocol, as far as ScreenKit's programs use it, read strictly.
///
/// It is described at <https://sw.kovidgoyal.net/kitty/graphics-protocol/>.
package struct GridPictures: Equatable {
    /// A picture that was given to the terminal.
    package struct Picture: Equatable {
        package let width: Int
        package let height: Int
        package let bytes: [UInt8]
        /// The cells over which it is drawn, from its virtual placement; nil before that.
        package var cells: (columns: Int, rows: Int)?

        package static func == (left: Picture, right: Picture) -> Bool {
            (left.width, left.height, left.bytes) == (right.width, right.height, right.bytes)
                && left.cells?.columns == right.cells?.columns && left.cells?.rows == right.cells?.rows
        }
    }

    /// A cell that holds a place of a picture.
    package struct Place: Equatable {
        package let id: Int
        package let row: Int
        package let column: Int

        package init(id: Int, row: Int, column: Int) {
            (self.id, self.row, self.column) = (id, row, column)
        }
    }

    /// A transmission of which more has to come.
    private struct Pending: Equatable {
        let keys: [String: String]
        var text: String
    }

    /// The pictures that the terminal has, by their ids.
    package private(set) var pictures: [Int: Picture] = [:]
    /// The ids of those that were given and taken, in their order: `+1`, `-1`.
    package private(set) var changes: [String] = []
    /// The ids of the questions whether the terminal knows the protocol.
    package private(set) var questions: [String] = []
    private var pending: Pending?

    package init() {}

    /// Takes a command, without the frame and the `G` before it.
    ///
    /// - Parameter command: The command.
    /// - Returns: What is wrong with it; nil for nothing.
    package mutating func take(_ command: String) -> String? {
        let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let payload = parts.count > 1 ? parts[1] : ""
        var keys: [String: String] = [:]
        for pair in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
            let words = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 2, words[0].count == 1, !words[1].isEmpty, keys[words[0]] == nil else {
                return "the key '\(pair)'"
            }
            keys[words[0]] = words[1]
        }
        guard payload.count <= 4_096 else { return "a piece of \(payload.count) bytes" }
        if pending != nil { return goOn(keys, payload) }
        switch keys["a"] {
        case "q": return ask(keys, payload)
        case "t": return begin(keys, payload)
        case "p": return place(keys)
        case "d": return remove(keys)
        default: return "the action '\(keys["a"] ?? "")'"
        }
    }

    /// The place that a cell holds; nil for a cell of text.
    ///
    /// - Parameters:
    ///   - text: The cell's text.
    ///   - style: The codes of its style.
    /// - Returns: The place, whether there is such a picture or not.
    package static func place(_ text: String, style: String) -> Place? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count == 3, scalars[0] == "\u{10EEEE}", let row = diacritics.firstIndex(of: scalars[1].value),
            let column = diacritics.firstIndex(of: scalars[2].value)
        else { return nil }
        let codes = style.split(separator: ";").compactMap { Int($0) }
        guard codes.count == 5, codes[..<2] == [38, 2] else { return nil }
        return Place(id: codes[2] << 16 | codes[3] << 8 | codes[4], row: row, column: column)
    }

    // MARK: Commands

    private mutating func ask(_ keys: [String: String], _ payload: String) -> String? {
        guard Set(keys.keys) == ["a", "i", "s", "v", "t", "f"], keys["t"] == "d", keys["f"] == "24" else {
            return "a question with \(keys)"
        }
        guard Self.bytes(of: payload)?.count == number(keys, "s") * number(keys, "v") * 3 else {
            return "a question with other pixels than it says"
        }
        questions.append(keys["i"] ?? "")
        return nil
    }

    private mutating func begin(_ keys: [String: String], _ payload: String) -> String? {
        guard Set(keys.keys).subtracting(["m"]) == ["a", "q", "f", "t", "i", "s", "v"], keys["q"] == "2",
            keys["t"] == "d", ["24", "32"].contains(keys["f"]), (1..<1 << 24).contains(number(keys, "i"))
        else { return "a picture with \(keys)" }
        pending = Pending(keys: keys, text: payload)
        return end(keys, payload)
    }

    private mutating func goOn(_ keys: [String: String], _ payload: String) -> String? {
        guard Set(keys.keys).subtracting(["q"]) == ["m"] else { return "\(keys) within a picture" }
        pending?.text += payload
        return end(keys, payload)
    }

    private mutating func end(_ keys: [String: String], _ payload: String) -> String? {
        if keys["m"] == "1" { return payload.count % 4 == 0 ? nil : "a piece of \(payload.count) bytes before others" }
        guard keys["m"] == nil || keys["m"] == "0", let whole = pending else { return "m=\(keys["m"] ?? "")" }
        pending = nil
        let (width, height) = (number(whole.keys, "s"), number(whole.keys, "v"))
        let depth = whole.keys["f"] == "24" ? 3 : 4
        guard let bytes = Self.bytes(of: whole.text), width > 0, bytes.count == width * height * depth else {
            return "a picture of \(width) by \(height) with \(whole.text.count) letters"
        }
        let id = number(whole.keys, "i")
        guard pictures[id] == nil else { return "picture \(id) again" }
        pictures[id] = Picture(width: width, height: height, bytes: bytes)
        changes.append("+\(id)")
        return nil
    }

    private mutating func place(_ keys: [String: String]) -> String? {
        let (columns, rows) = (number(keys, "c"), number(keys, "r"))
        guard Set(keys.keys) == ["a", "U", "q", "i", "c", "r"], keys["U"] == "1", keys["q"] == "2",
            (1...297).contains(columns), (1...297).contains(rows), pictures[number(keys, "i")] != nil
        else { return "a placement with \(keys)" }
        pictures[number(keys, "i")]?.cells = (columns, rows)
        return nil
    }

    private mutating func remove(_ keys: [String: String]) -> String? {
        guard Set(keys.keys) == ["a", "d", "q", "i"], keys["d"] == "I", keys["q"] == "2",
            pictures.removeValue(forKey: number(keys, "i")) != nil
        else { return "a removal with \(keys)" }
        changes.append("-\(number(keys, "i"))")
        return nil
    }

    private func number(_ keys: [String: String], _ key: String) -> Int { keys[key].flatMap { Int($0) } ?? -1 }

    /// Decodes base64 by itself, so that Foundation's is not compared with itself.
    private static func bytes(of text: String) -> [UInt8]? {
        guard text.utf8.count % 4 == 0 else { return nil }
        var (bytes, bits, count) = ([UInt8](), 0, 0)
        let letters = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        for letter in letters {
            let value: UInt8
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: return nil
            }
            (bits, count) = (bits << 6 | Int(value), count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> count & 255))
        }
        return bytes
    }

    /// The marks that count rows and columns, as far as tests need them.
    private static let diacritics: [UInt32] = [
        0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350, 0x351, 0x352, 0x357,
        0x35B, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36A, 0x36B, 0x36C, 0x36D, 0x36E, 0x36F, 0x483, 0x484,
        0x485, 0x486, 0x487, 0x592, 0x593, 0x594, 0x595, 0x597, 0x598, 0x599, 0x59C, 0x59D, 0x59E, 0x59F, 0x5A0, 0x5A1,
        0x5A8, 0x5A9, 0x5AB, 0x5AC, 0x5AF, 0x5C4, 0x610, 0x611, 0x612, 0x613, 0x614, 0x615, 0x616, 0x617, 0x657, 0x658,
        0x659, 0x65A, 0x65B, 0x65D, 0x65E, 0x6D6, 0x6D7, 0x6D8, 0x6D9, 0x6DA, 0x6DB, 0x6DC, 0x6DF, 0x6E0, 0x6E1, 0x6E2,
    ]
}
