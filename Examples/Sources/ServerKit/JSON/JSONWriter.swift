package import Foundation

/// Writes JSON as compact UTF-8.
package struct JSONWriter: Sendable {
    /// Whether `&`, `<` and `>` in string values become HTML entities, as without `raw_json=1`.
    private let encodesEntities: Bool
    private var bytes: [UInt8] = []

    private init(encodesEntities: Bool) {
        self.encodesEntities = encodesEntities
    }

    /// Returns the bytes of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encodesEntities: Whether `&`, `<` and `>` in string values become HTML entities; they do not by default.
    /// - Returns: The JSON.
    package static func data(from value: JSONValue, encodesEntities: Bool = false) -> Data {
        var writer = JSONWriter(encodesEntities: encodesEntities)
        writer.write(value)
        return Data(writer.bytes)
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .int(let number): bytes += String(number).utf8
        case .double(let number): bytes += (number.isFinite ? String(number) : "null").utf8
        case .string(let text): write(text, encodesEntities: encodesEntities)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.key, encodesEntities: false)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ text: String, encodesEntities: Bool) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += #"\""#.utf8
            case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
            case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
            case ..<0x20: bytes += Self.escape(byte).utf8
            case UInt8(ascii: "&") where encodesEntities: bytes += "&amp;".utf8
            case UInt8(ascii: "<") where encodesEntities: bytes += "&lt;".utf8
            case UInt8(ascii: ">") where encodesEntities: bytes += "&gt;".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
