/// A setting's value as JSON, in the form in which it is stored and printed.
///
/// It decodes any JSON, so that an unusable stored value can be reported. A number that no `Double` can hold becomes
/// ``null``.
public enum SettingValue: Hashable, Sendable {
    /// The JSON `null`.
    case null
    /// A Boolean.
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

    /// Creates a list of texts.
    ///
    /// - Parameter texts: The texts in order.
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

    /// The value for display: a text without quotes, everything else as JSON.
    var shown: String {
        if case .text(let text) = self { text } else { json }
    }

    /// The texts of a list; `nil` for any other value, and for a list with other elements.
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
    public init(from decoder: any Decoder) throws {
        // A failure only means that the value is of another kind, so the next kind is tried.
        if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
            var members: [String: SettingValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(SettingValue.self, forKey: key)
            }
            self = .object(members)
            return
        }
        // As above: the value is not a list.
        if var container = try? decoder.unkeyedContainer() {
            var values: [SettingValue] = []
            while !container.isAtEnd { values.append(try container.decode(SettingValue.self)) }
            self = .list(values)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // The next kind is tried.
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {  // The next kind is tried.
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {  // The next kind is tried.
            self = .number(value)
        } else if let value = try? container.decode(String.self) {  // The next kind is tried.
            self = .text(value)
        } else {
            // What is left is a number that no type can hold, such as 1e999.
            self = .null
        }
    }

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
