/// The direction in which a table is sorted.
///
/// Rows that are equal in the column keep the ascending order of their ids either way.
public enum TableDirection: String, Hashable, Sendable, Codable, CaseIterable {
    /// The smallest first.
    case ascending
    /// The largest first.
    case descending

    /// The opposite direction.
    package var reversed: TableDirection {
        switch self {
        case .ascending: .descending
        case .descending: .ascending
        }
    }
}
