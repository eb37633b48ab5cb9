/// A column of a table, by which its rows can be sorted.
public struct TableColumn: Identifiable, Hashable, Sendable {
    /// The opaque name of a column, unique in its table.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name itself, which means something to its table only.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name itself.
        public var description: String { rawValue }
    }

    /// The id of the column.
    public let id: ID
    /// The key of the title in a front end's translations, such as `column.price`; never a text for people.
    public let titleKey: String

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - id: The id of the column.
    ///   - titleKey: The key of its title; `column.` and the id by default.
    public init(_ id: ID, titleKey: String? = nil) {
        self.id = id
        self.titleKey = titleKey ?? "column.\(id)"
    }
}
