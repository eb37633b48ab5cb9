/// Which feeds a background refresh asks for.
public enum RefreshScope: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Those that are stale: what is within the refresh age is left as it is, so that a run that was cut off is gone on
    /// with and nothing is fetched twice.
    case stale
    /// All of them, as a person wants it who asks for a refresh now.
    case everything

    /// Whether one asks for less than the other.
    ///
    /// - Parameters:
    ///   - left: One scope.
    ///   - right: The other one.
    /// - Returns: True when all that `left` asks for is in `right`, and more.
    public static func < (left: RefreshScope, right: RefreshScope) -> Bool { left.rawValue < right.rawValue }
}
