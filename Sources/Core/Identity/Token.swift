public import Foundation

/// What a server takes as proof of who asks, for a while.
public struct Token: Sendable, Hashable {
    /// What goes into the header of a request.
    public var access: Secret
    /// When it was asked for.
    public var issued: Date
    /// When the server takes it no longer.
    public var expires: Date
    /// What it allows, in the server's words; `*` for everything.
    public var scopes: Set<String>

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - access: What goes into the header of a request.
    ///   - issued: When it was asked for.
    ///   - expires: When the server takes it no longer.
    ///   - scopes: What it allows; nothing that is known by default.
    public init(access: Secret, issued: Date, expires: Date, scopes: Set<String> = []) {
        self.access = access
        self.issued = issued
        self.expires = expires
        self.scopes = scopes
    }

    /// Whether it is time for a new one: when nine tenths of its life are over.
    ///
    /// - Parameter date: Now.
    /// - Returns: True from then on.
    public func isDue(at date: Date) -> Bool {
        date >= issued.addingTimeInterval(expires.timeIntervalSince(issued) * 0.9)
    }

    /// Whether the server takes it no longer, as far as the clock tells.
    ///
    /// - Parameter date: Now.
    /// - Returns: True from ``expires`` on.
    public func isExpired(at date: Date) -> Bool { date >= expires }
}
