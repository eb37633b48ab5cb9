public import Foundation

/// A JSON value kept as text, with the order of its names and all digits of its numbers.
///
/// It holds a site's own fields that Lantern's models do not have, for an app that knows their meaning.
///
/// ```swift
/// let extras = try await posts.extras(of: [id])[id]
/// let ratio = extras?["upvote_ratio"]?.double
/// ```
///
/// Each access parses the text. Two values are equal when their texts are.
public struct RawJSON: Hashable, Sendable {
    /// A kind of JSON value.
    package enum Kind: Hashable, Sendable {
        /// An object of names and values.
        case object
        /// An array of values.
        case array
        /// A string.
        case string
        /// A number.
        case number
        /// `true` or `false`.
        case bool
        /// `null`.
        case null
    }

    /// The JSON text, without white space between its parts.
    public let text: String

    /// Creates a value from JSON text.
    ///
    /// - Parameter text: One value as in RFC 8259, nested 512 deep at most.
    /// - Throws: ``DataError`` with the code `malformed` when the text is not valid.
    /// - Complexity: O(*n*) in its bytes.
    public init(_ text: String) throws(DataError) {
        try self.init(Data(text.utf8))
    }

    /// Creates a value from JSON text in UTF-8.
    ///
    /// - Parameter data: One value as in RFC 8259, nested 512 deep at most.
    /// - Throws: ``DataError`` with the code `malformed` when the text is not valid.
    /// - Complexity: O(*n*) in its bytes.
    public init(_ data: Data) throws(DataError) {
        var scanner = RawJSONScanner(Array(data))
        guard let compact = scanner.compact(), let text = String(validating: compact, as: UTF8.self) else {
            throw DataError(.malformed, message: "This is no JSON.")
        }
        self.text = text
    }

    /// Creates a value from valid text without white space between its parts.
    package init(compact text: String) {
        self.text = text
    }

    /// The kind of the value.
    package var kind: Kind {
        switch text.utf8.first {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The string; `nil` for other kinds, and for a string with half of a surrogate pair.
    public var string: String? {
        guard kind == .string else { return nil }
        let bytes = text.utf8
        if !bytes.contains(UInt8(ascii: "\\")) {
            return String(text[bytes.index(after: bytes.startIndex)..<bytes.index(before: bytes.endIndex)])
        }
        // What cannot be read as a text is none; the raw text is there all the same.
        return try? JSONDecoder().decode(String.self, from: Data(text.utf8))
    }

    /// The number; `nil` for other kinds, and for a number that is too large.
    public var double: Double? {
        guard kind == .number, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The integer; `nil` for other kinds, for fractions, and for a number that is too large.
    public var int: Int? { kind == .number ? Int(text) ?? double.flatMap { Int(exactly: $0) } : nil }

    /// The Boolean; `nil` for other kinds.
    public var bool: Bool? { kind == .bool ? text == "true" : nil }

    /// The values of an array; `nil` for other kinds.
    public var elements: [RawJSON]? {
        guard kind == .array else { return nil }
        var scanner = RawJSONScanner(Array(text.utf8))
        return scanner.parts().map { RawJSON(compact: $0) }
    }

    /// The names and values of an object, in order; empty for other kinds.
    public var members: [(name: String, value: RawJSON)] {
        guard kind == .object else { return [] }
        var scanner = RawJSONScanner(Array(text.utf8))
        let parts = scanner.parts()
        return stride(from: 0, to: parts.count - 1, by: 2).map { index in
            let name = RawJSON(compact: parts[index])
            return (name.string ?? String(name.text.dropFirst().dropLast()), RawJSON(compact: parts[index + 1]))
        }
    }

    /// Returns the value of a name in an object, the last one where the name is repeated.
    ///
    /// - Parameter name: The name.
    /// - Returns: The value, which may be `null`; `nil` when there is none, or this is no object.
    public subscript(_ name: String) -> RawJSON? { members.last { $0.name == name }?.value }

    /// Returns this object with the names that only an older one has added, in the order of the older one; this value
    /// where one of them is no object.
    package func filled(from older: RawJSON) -> RawJSON {
        guard kind == .object, older.kind == .object else { return self }
        let (mine, theirs) = (members, older.members)
        let known = Set(theirs.map(\.name))
        let all =
            theirs.map { member in (member.name, mine.last { $0.name == member.name }?.value ?? member.value) }
            + mine.filter { !known.contains($0.name) }.map { ($0.name, $0.value) }
        return RawJSON(object: all)
    }

    /// Creates an object of names and values.
    ///
    /// - Parameter members: The names, each once, and the values, in order.
    public init(object members: [(String, RawJSON)]) {
        var text = "{"
        for (name, value) in members {
            if text.utf8.count > 1 { text += "," }
            text += name.quotedAsJSON
            text += ":"
            text += value.text
        }
        self.text = text + "}"
    }
}

extension RawJSON {
    /// The same value in the form in which `Codable` reads it back: names sorted, numbers as Swift prints them.
    package var canonical: RawJSON {
        switch kind {
        case .object:
            RawJSON(object: members.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1.canonical) })
        case .array:
            RawJSON(compact: "[" + (elements ?? []).map(\.canonical.text).joined(separator: ",") + "]")
        case .number:
            RawJSON(compact: Int64(text).map(String.init) ?? double.map { "\($0)" } ?? text)
        case .string:
            string.map { RawJSON(compact: $0.quotedAsJSON) } ?? self
        case .bool, .null:
            self
        }
    }
}

extension RawJSON: CustomStringConvertible {
    public var description: String { text }
}

extension RawJSON: Codable {
    /// Decodes a value of any kind; use ``init(_:)`` where digits and the order of names count, which Foundation's
    /// decoder does not keep.
    public init(from decoder: any Decoder) throws {
        // It is one kind or another; what the last one throws says what is wrong.
        if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
            let names = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            self.init(object: try names.map { ($0.stringValue, try container.decode(RawJSON.self, forKey: $0)) })
        } else if var container = try? decoder.unkeyedContainer() {  // Not of this kind: the next one is tried.
            var values: [String] = []
            while !container.isAtEnd { values.append(try container.decode(RawJSON.self).text) }
            self.init(compact: "[" + values.joined(separator: ",") + "]")
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self.init(compact: "null")
            } else if let flag = try? container.decode(Bool.self) {  // Not of this kind: the next one is tried.
                self.init(compact: flag ? "true" : "false")
            } else if let number = try? container.decode(Int64.self) {  // Not of this kind: the next one is tried.
                self.init(compact: String(number))
            } else if let number = try? container.decode(Double.self) {  // Not of this kind: the next one is tried.
                self.init(compact: "\(number)")
            } else {
                self.init(compact: try container.decode(String.self).quotedAsJSON)
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch kind {
        case .object:
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for (name, value) in members {
                try container.encode(value, forKey: AnyCodingKey(stringValue: name))
            }
        case .array:
            var container = encoder.unkeyedContainer()
            for value in elements ?? [] { try container.encode(value) }
        default:
            var container = encoder.singleValueContainer()
            switch kind {
            case .bool: try container.encode(bool)
            case .number:
                if let number = Int64(text) { try container.encode(number) } else { try container.encode(double) }
            case .string: try container.encode(string)
            default: try container.encodeNil()
            }
        }
    }
}

/// A coding key of any name.
struct AnyCodingKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
