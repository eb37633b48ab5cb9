public import Foundation

/// A provider of the request budgets of servers: one for each scheme, host and port.
///
/// Contract: safe from any thread, and quick.
public protocol RequestBudgetProvider: Sendable {
    /// Returns the current budget of a server.
    ///
    /// - Parameter url: Any URL of the server. Limits are kept for each scheme, host and port.
    /// - Returns: Its budget; one without numbers for a server that was never asked.
    func budget(for url: URL) -> RequestBudget

    /// Returns the budgets of all servers of which something is known.
    ///
    /// - Returns: Their budgets, in the order of the hosts' names; a host with two ports has two.
    func budgets() -> [RequestBudget]
}

/// The request budget of one server: the requests that are left, the time of the next one, and how many wait.
///
/// It holds no path, no query and nothing that a person typed.
public struct RequestBudget: Hashable, Sendable {
    /// The server's host, without scheme and port, for display.
    public var host: String
    /// The number of requests that the server still allows in this window; `nil` where it does not say.
    public var remaining: Double?
    /// The end of the server's window; `nil` where it does not say.
    public var resets: Date?
    /// The earliest time of the next request; `nil` when it may begin at once.
    public var next: Date?
    /// The reason why it may not begin at once; `nil` when it may.
    public var reason: ActivityEvent.Reason?
    /// The number of waiting requests.
    public var waiting = 0
    /// The number of requests under way.
    public var underway = 0

    /// Creates the budget of a server of which nothing else is known.
    ///
    /// - Parameter host: The server's host, without port.
    package init(host: String) {
        self.host = host
    }
}
