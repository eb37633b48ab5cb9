/// A strict JSON parser that tells booleans from numbers and is quick without optimisation.
struct JSONParser {
    struct Failure: Error {
        let position: Int
    }

    private let bytes: [UInt8]
    private var position = 0

    static func parse(_ bytes: [UInt8]) throws -> JSONTree {
        var parser = JSONParser(bytes: bytes)
        let value = try parser.value()
        parser.skipBlanks()
        guard parser.position == bytes.count else { throw Failure(position: parser.position) }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func value() throws -> JSONTree {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        default: return .number(try number())
        }
    }

    private mutating func word(_ text: String, _ value: JSONTree) throws -> JSONTree {
        guard bytes[position...].starts(with: text.utf8) else { throw Failure(position: position) }
        position += text.utf8.count
        return value
    }

    private mutating func number() throws -> Double {
        let start = position
        while let byte = next, byte == 0x2D || byte == 0x2B || byte == 0x2E || byte | 0x20 == 0x65 || isDigit(byte) {
            position += 1
        }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw Failure(position: start)
        }
        return number
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        0x30 <= byte && byte <= 0x39
    }

    private mutating func expect(_ byte: UInt8) throws {
        skipBlanks()
        guard next == byte else { throw Failure(position: position) }
        position += 1
    }

    /// Whether a list goes on after one of its elements.
    private mutating func goesOn(until end: UInt8) throws -> Bool {
        skipBlanks()
        guard let byte = next, byte == end || byte == UInt8(ascii: ",") else { throw Failure(position: position) }
        position += 1
        return byte != end
    }

    private mutating func isEmpty(_ end: UInt8) -> Bool {
        skipBlanks()
        guard next == end else { return false }
        position += 1
        return true
    }

    private mutating func array() throws -> [JSONTree] {
        try expect(UInt8(ascii: "["))
        var elements: [JSONTree] = []
        if isEmpty(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try value())
        } while try goesOn(until: UInt8(ascii: "]"))
        return elements
    }

    private mutating func object() throws -> [String: JSONTree] {
        try expect(UInt8(ascii: "{"))
        var members: [String: JSONTree] = [:]
        if isEmpty(UInt8(ascii: "}")) { return members }
        repeat {
            skipBlanks()
            let key = try string()
            try expect(UInt8(ascii: ":"))
            // A key that comes twice is a fault of the server's.
            guard members.updateValue(try value(), forKey: key) == nil else { throw Failure(position: position) }
        } while try goesOn(until: UInt8(ascii: "}"))
        return members
    }

    private mutating func string() throws -> String {
        try expect(UInt8(ascii: "\""))
        var content: [UInt8] = []
        while let byte = next, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else { throw Failure(position: position) }
                return text
            case UInt8(ascii: "\\"): content += try escape()
            default: content.append(byte)
            }
        }
        throw Failure(position: position)
    }

    /// The escapes that the server writes.
    private mutating func escape() throws -> [UInt8] {
        guard let byte = next else { throw Failure(position: position) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "u"):
            let digits = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
            guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                throw Failure(position: position)
            }
            position += 4
            return Array(String(scalar).utf8)
        default: throw Failure(position: position)
        }
    }
}
