import Foundation

/// Any JSON, to look around in.
enum JSON: Sendable, Equatable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    subscript(index: Int) -> JSON? {
        elements.indices.contains(index) ? elements[index] : nil
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    var elements: [JSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var keys: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }

    /// The texts of a list.
    var strings: [String] { elements.compactMap(\.string) }

    /// The elements of `data`.
    var data: [JSON] { self["data"]?.elements ?? [] }
}
