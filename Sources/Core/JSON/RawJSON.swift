public import Foundation

/// A JSON value as its text: names in their order, numbers to the last digit, nothing understood and nothing lost.
///
/// It is for what a site says and nobody here has a place for: an app that knows what it means looks into it.
///
/// ```swift
/// let extras = try await posts.extras(of: [id])[id]
/// let ratio = extras?["upvote_ratio"]?.double
/// ```
///
/// Looking into it reads its text each time. Two values are equal when their texts are.
public struct RawJSON: Hashable, Sendable {
    /// The kinds of value that JSON has.
    public enum Kind: Hashable, Sendable {
        /// Names with values.
        case object
        /// A list of values.
        case array
        /// A text.
        case string
        /// A number.
        case number
        /// True or false.
        case bool
        /// Nothing.
        case null
    }

    /// The text, without white space between its parts.
    public let text: String

    /// Takes a text.
    ///
    /// - Parameter text: One value as RFC 8259 writes it, nested 512 deep at most.
    /// - Throws: ``DataError`` with the code `malformed` when it is no such value.
    /// - Complexity: O(*n*) in its bytes.
    public init(_ text: String) throws(DataError) {
        try self.init(Data(text.utf8))
    }

    /// Takes the bytes of a text.
    ///
    /// - Parameter data: One value in UTF-8, nested 512 deep at most.
    /// - Throws: ``DataError`` with the code `malformed` when it is no such value.
    /// - Complexity: O(*n*) in its bytes.
    public init(_ data: Data) throws(DataError) {
        var scanner = RawJSONScanner(Array(data))
        guard let compact = scanner.compact(), let text = String(validating: compact, as: UTF8.self) else {
            throw DataError(.malformed, message: "This is no JSON.")
        }
        self.text = text
    }

    /// Takes a text that is known to be one value without white space between its parts.
    package init(compact text: String) {
        self.text = text
    }

    /// The kind of the value.
    public var kind: Kind {
        switch text.utf8.first {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The text that it is; `nil` for anything else, and for one that has half a character.
    public var string: String? {
        guard kind == .string else { return nil }
        // What cannot be read as a text is none; the raw text is there all the same.
        return try? JSONDecoder().decode(String.self, from: Data(text.utf8))
    }

    /// The number; `nil` for anything else, and for one that is too large.
    public var double: Double? {
        guard kind == .number, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The whole number; `nil` for anything else, for fractions, and for one that is too large.
    public var int: Int? { kind == .number ? Int(text) ?? double.flatMap { Int(exactly: $0) } : nil }

    /// True or false; `nil` for anything else.
    public var bool: Bool? { kind == .bool ? text == "true" : nil }

    /// The values of a list, in order; `nil` for anything else.
    public var elements: [RawJSON]? {
        guard kind == .array else { return nil }
        var scanner = RawJSONScanner(Array(text.utf8))
        return scanner.parts().map { RawJSON(compact: $0) }
    }

    /// The names and values of an object, in order; empty for anything else.
    public var members: [(name: String, value: RawJSON)] {
        guard kind == .object else { return [] }
        var scanner = RawJSONScanner(Array(text.utf8))
        let parts = scanner.parts()
        return stride(from: 0, to: parts.count - 1, by: 2).map { index in
            let name = RawJSON(compact: parts[index])
            return (name.string ?? String(name.text.dropFirst().dropLast()), RawJSON(compact: parts[index + 1]))
        }
    }

    /// A value of an object by its name; of several the last one.
    ///
    /// - Parameter name: The name.
    /// - Returns: The value, which may be `null`; `nil` when there is none, or this is no object.
    public subscript(_ name: String) -> RawJSON? { members.last { $0.name == name }?.value }

    /// This object with what it does not name taken from an older one.
    ///
    /// - Parameter older: The older value.
    /// - Returns: The merged object, in the order of the older one; this value where one of them is no object.
    package func filled(from older: RawJSON) -> RawJSON {
        guard kind == .object, older.kind == .object else { return self }
        let (mine, theirs) = (members, older.members)
        let known = Set(theirs.map(\.name))
        let all =
            theirs.map { member in (member.name, mine.last { $0.name == member.name }?.value ?? member.value) }
            + mine.filter { !known.contains($0.name) }.map { ($0.name, $0.value) }
        return RawJSON(object: all)
    }

    /// An object of names and values.
    ///
    /// - Parameter members: The names, each once, and the values, in the order to write them in.
    public init(object members: [(String, RawJSON)]) {
        text = "{" + members.map { "\($0.0.quotedAsJSON):\($0.1.text)" }.joined(separator: ",") + "}"
    }
}

extension RawJSON: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension RawJSON: Codable {
    /// Reads a value of any kind.
    ///
    /// A decoder of Foundation's gives a number's value and not its digits, and names in no order: where those count,
    /// make it of the text.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        // It is one kind or another; what the last one throws says what is wrong.
        if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
            let names = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            self.init(object: try names.map { ($0.stringValue, try container.decode(RawJSON.self, forKey: $0)) })
        } else if var container = try? decoder.unkeyedContainer() {  // Another kind is asked for next.
            var values: [String] = []
            while !container.isAtEnd { values.append(try container.decode(RawJSON.self).text) }
            self.init(compact: "[" + values.joined(separator: ",") + "]")
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self.init(compact: "null")
            } else if let flag = try? container.decode(Bool.self) {  // Another kind is asked for next.
                self.init(compact: flag ? "true" : "false")
            } else if let number = try? container.decode(Int64.self) {  // Another kind is asked for next.
                self.init(compact: String(number))
            } else if let number = try? container.decode(Double.self) {  // Another kind is asked for next.
                self.init(compact: "\(number)")
            } else {
                self.init(compact: try container.decode(String.self).quotedAsJSON)
            }
        }
    }

    /// Writes it as the value that it is.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
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
