/// A setting's value as JSON has it: what is stored of it, and what commands print.
///
/// It reads any JSON, so that a value that somebody else has written can be looked at and reported. A number beyond those
/// that a `Double` can hold becomes ``null``.
public enum SettingValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// Yes or no.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// A text.
    case text(String)
    /// A list.
    case list([SettingValue])
    /// An object.
    case object([String: SettingValue])

    /// A list of texts.
    ///
    /// - Parameter texts: The texts, in their order.
    /// - Returns: The list.
    public static func list(_ texts: [String]) -> SettingValue { .list(texts.map(SettingValue.text)) }

    /// The value as one line of JSON; the keys of an object are sorted.
    public var json: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let text): text.quotedAsJSON
        case .list(let values): "[\(values.map(\.json).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\($0.quotedAsJSON): \($1.json)" }.joined(separator: ", "))}"
        }
    }

    /// The value as a person reads it: a text without its quotes, everything else as JSON.
    var shown: String {
        if case .text(let text) = self { text } else { json }
    }

    /// The texts of a list; `nil` when it is none, or holds something else.
    var texts: [String]? {
        guard case .list(let values) = self else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .text(let text) = value else { return nil }
            texts.append(text)
        }
        return texts
    }
}

extension SettingValue: Codable {
    /// Reads any JSON value.
    ///
    /// - Parameter decoder: Where to read from.
    /// - Throws: What the decoder throws for what is no JSON.
    public init(from decoder: any Decoder) throws {
        // What it is shows in the container; what it is not is no mistake, so the next kind is tried.
        if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
            var members: [String: SettingValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(SettingValue.self, forKey: key)
            }
            self = .object(members)
            return
        }
        // As above: a value that is no list.
        if var container = try? decoder.unkeyedContainer() {
            var values: [SettingValue] = []
            while !container.isAtEnd { values.append(try container.decode(SettingValue.self)) }
            self = .list(values)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // Not each value is a switch.
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {  // Nor a whole number.
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {  // Nor any number.
            self = .number(value)
        } else if let value = try? container.decode(String.self) {  // Nor a text.
            self = .text(value)
        } else {
            // What is left is a number that no type can hold, such as 1e999.
            self = .null
        }
    }

    /// Writes the value as natural JSON.
    ///
    /// - Parameter encoder: Where to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .object(let members):
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                try container.encode(value, forKey: AnyCodingKey(stringValue: key))
            }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try Self.encode(value, to: encoder)
        case .integer(let value): try Self.encode(value, to: encoder)
        case .number(let value): try Self.encode(value, to: encoder)
        case .text(let value): try Self.encode(value, to: encoder)
        }
    }

    private static func encode(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
