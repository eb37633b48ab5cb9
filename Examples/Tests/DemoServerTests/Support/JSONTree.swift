/// Any JSON, to look around in.
enum JSONTree: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// The member of that name, or nil when it is absent; a null member is `.null`.
    subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    subscript(index: Int) -> JSONTree? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    var int: Int? {
        number.map { Int($0) }
    }

    var elements: [JSONTree] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var members: [String: JSONTree] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The data of a listing's children.
    var children: [JSONTree] {
        (self["data"]?["children"]?.elements ?? []).compactMap { $0["data"] }
    }

    /// A listing's cursor.
    var after: String? {
        self["data"]?["after"]?.string
    }
}
