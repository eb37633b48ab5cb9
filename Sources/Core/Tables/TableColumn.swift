/// A column of a table: something that its rows can be sorted by.
public struct TableColumn: Identifiable, Hashable, Sendable {
    /// The opaque name of a column, unique in its table.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name itself; what it says is the table's own affair.
        public let rawValue: String

        /// Creates a name.
        ///
        /// - Parameter rawValue: The name itself.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name itself.
        public var description: String { rawValue }
    }

    /// Which column it is.
    public let id: ID
    /// What a front end looks its title up by, such as `column.price`; never a text for people.
    public let titleKey: String

    /// Describes a column.
    ///
    /// - Parameters:
    ///   - id: Which column it is.
    ///   - titleKey: What its title is looked up by; `column.` and the id by default.
    public init(_ id: ID, titleKey: String? = nil) {
        self.id = id
        self.titleKey = titleKey ?? "column.\(id)"
    }
}
