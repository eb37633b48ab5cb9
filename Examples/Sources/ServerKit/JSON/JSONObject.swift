/// A JSON object as the list of its members.
package struct JSONObject: Sendable {
    /// The members in their order.
    package private(set) var members: [(key: String, value: JSONValue)]

    /// An object with these members, each name once.
    package init(_ members: [(String, JSONValue)] = []) {
        self.members = members.map { (key: $0.0, value: $0.1) }
    }

    /// Adds a member that is not there yet; the cost does not depend on how many there are.
    package mutating func add(_ key: String, _ value: JSONValue) {
        members.append((key: key, value: value))
    }

    /// Adds members that are not there yet.
    package mutating func add(_ others: [(String, JSONValue)]) {
        for (key, value) in others {
            add(key, value)
        }
    }

    /// The member of that name; setting it to nil takes it out.
    package subscript(key: String) -> JSONValue? {
        get {
            members.first { $0.key == key }?.value
        }
        set {
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): add(key, value)
            case (nil, nil): break
            }
        }
    }
}
