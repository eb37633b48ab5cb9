/// A JSON value whose objects keep the order of their members, so that equal content is equal bytes.
enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members))
    }

    /// The string, or null where there is none.
    static func optional(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// The number, or null where there is none.
    static func optional(_ number: Int?) -> JSONValue {
        number.map(JSONValue.int) ?? .null
    }

    /// The text of a string; nil for anything else.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a boolean; nil for anything else.
    var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }
}
