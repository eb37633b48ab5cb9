import Foundation

/// In which order a list of sources is shown.
public enum SourceOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// As the person has put them.
    case own
    /// What was opened last comes first; behind it what was never opened, the last added first.
    case recentFirst

    /// The sources in this order.
    ///
    /// - Parameter sources: The sources in the person's own order.
    /// - Returns: The same ones; equal ones keep the person's order.
    public func sorted(_ sources: [SubscribedSource]) -> [SubscribedSource] {
        guard self == .recentFirst else { return sources }
        return sources.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            switch (one.lastOpened, other.lastOpened) {
            case (let first?, let second?) where first != second: return first > second
            case (_?, nil): return true
            case (nil, _?): return false
            default: return one.added == other.added ? left.offset < right.offset : one.added > other.added
            }
        }.map(\.element)
    }
}
