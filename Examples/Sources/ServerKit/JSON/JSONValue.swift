/// A JSON value whose objects keep the order of their members, so that equal content is equal bytes.
package enum JSONValue: Sendable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A number; one that is not finite is written as null.
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// Makes an object of its members.
    package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members))
    }

    /// The string, or null where there is none.
    package static func optional(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// The number, or null where there is none.
    package static func optional(_ number: Int?) -> JSONValue {
        number.map(JSONValue.int) ?? .null
    }

    /// The text of a string; nil for anything else.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a boolean; nil for anything else.
    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }
}
