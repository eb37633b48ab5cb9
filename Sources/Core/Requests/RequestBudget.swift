public import Foundation

/// What may be asked of one host, as of now: what a screen shows beside "why is nothing happening".
///
/// It holds no path, no query and nothing that a person typed.
public struct RequestBudget: Hashable, Sendable {
    /// The server's host, without port.
    public var host: String
    /// How many requests the server still allows in this window; `nil` where it does not say.
    public var remaining: Double?
    /// When the server's window ends; `nil` where it does not say.
    public var resets: Date?
    /// When the next request may begin; `nil` when it may at once.
    public var next: Date?
    /// Why it may not begin at once; `nil` when it may.
    public var reason: ActivityEvent.Reason?
    /// How many requests wait for their turn.
    public var waiting: Int
    /// How many requests are under way.
    public var underway: Int

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - host: The server's host, without port.
    ///   - remaining: How many requests the server still allows.
    ///   - resets: When the server's window ends.
    ///   - next: When the next request may begin.
    ///   - reason: Why it may not begin at once.
    ///   - waiting: How many requests wait for their turn.
    ///   - underway: How many requests are under way.
    public init(
        host: String, remaining: Double? = nil, resets: Date? = nil, next: Date? = nil,
        reason: ActivityEvent.Reason? = nil, waiting: Int = 0, underway: Int = 0
    ) {
        self.host = host
        self.remaining = remaining
        self.resets = resets
        self.next = next
        self.reason = reason
        self.waiting = waiting
        self.underway = underway
    }
}
