public import Foundation

/// Whether servers answer, as far as the last requests tell.
public enum Connectivity: Hashable, Sendable {
    /// Nothing was asked yet.
    case unknown
    /// The last request that could tell was answered by a server.
    case online
    /// No request has been answered since then.
    case offline(since: Date)

    /// Since when nothing is answered; `nil` where something is, or nothing is known.
    public var offlineSince: Date? {
        if case .offline(let since) = self { since } else { nil }
    }
}
