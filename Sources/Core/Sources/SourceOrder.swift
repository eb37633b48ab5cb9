import Foundation

/// The order in which a list of sources is shown.
public enum SourceOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person's own order.
    case own
    /// The last opened first, then those that were never opened, the last added first.
    case recentFirst

    /// Sorts sources that are in the person's own order; equal ones keep that order.
    package func sorted(_ sources: [SubscribedSource]) -> [SubscribedSource] {
        guard self == .recentFirst else { return sources }
        let order = sources.indices.sorted { left, right in
            let (one, other) = (sources[left], sources[right])
            switch (one.lastOpened, other.lastOpened) {
            case (let first?, let second?) where first != second: return first > second
            case (_?, nil): return true
            case (nil, _?): return false
            default: return one.added == other.added ? left < right : one.added > other.added
            }
        }
        return order.map { sources[$0] }
    }
}
