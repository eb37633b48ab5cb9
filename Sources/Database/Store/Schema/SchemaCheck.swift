/// The rules that a schema has to hold; one that does not stops the program.
enum SchemaCheck {
    /// Stops the program unless the parts of a schema fit together.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - version: The version of its records.
    ///   - migrationCount: The number of steps from version 1 on.
    ///   - indexes: The names of its indexes.
    ///   - search: The names of its search fields.
    static func check(name: String, version: Int, migrationCount: Int, indexes: [String], search: [String]) {
        let isValid = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        precondition(isValid && (1...32).contains(name.utf8.count), "'\(name)' is no name for a collection.")
        precondition(
            version >= 1 + migrationCount,
            "'\(name)' has \(migrationCount) migrations, so its version is \(1 + migrationCount), not \(version).")
        precondition(Set(indexes).count == indexes.count, "Two indexes of '\(name)' have one name.")
        precondition(Set(search).count == search.count, "Two search fields of '\(name)' have one name.")
    }

    /// Stops the program: a collection was asked for an index that its schema does not list.
    static func failUndeclared(index: String, of collection: String) -> Never {
        preconditionFailure("'\(collection)' declares no index '\(index)'; add it to the schema.")
    }

    /// Stops the program: a collection was asked for a search field that its schema does not list.
    static func failUndeclared(searchField: String, of collection: String) -> Never {
        preconditionFailure("'\(collection)' declares no search field '\(searchField)'; add it to the schema.")
    }
}
