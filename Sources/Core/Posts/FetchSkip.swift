public import Foundation

/// Why a feed was shown without asking the network, where a request might have been expected.
public struct FetchSkip: Hashable, Sendable {
    /// Why.
    public var reason: ActivityEvent.Reason
    /// Until when that holds, where it is known.
    public var until: Date?

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - until: Until when that holds.
    public init(reason: ActivityEvent.Reason, until: Date? = nil) {
        self.reason = reason
        self.until = until
    }
}
