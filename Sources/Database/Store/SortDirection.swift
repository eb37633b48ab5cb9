/// The direction in which an order is read.
///
/// Ties are in ascending id either way.
public enum SortDirection: Sendable, Hashable {
    /// The smallest first.
    case ascending
    /// The largest first.
    case descending
}
