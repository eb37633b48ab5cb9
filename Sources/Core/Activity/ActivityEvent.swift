public import Foundation

/// Something that a person may want to know about the network: why a fetch was held back, skipped, repeated or lost.
///
/// It holds no path, no query, no header and nothing that a person typed: a host, a code, a time.
public struct ActivityEvent: Hashable, Sendable, Codable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// It waits until ``ActivityEvent/until``.
        case held
        /// It failed and is sent again at ``ActivityEvent/until``.
        case retried
        /// It was not sent at all.
        case skipped
        /// It failed for good.
        case failed
        /// A road is closed, and others are asked until ``ActivityEvent/until``.
        case closed
        /// A road is open again.
        case reopened
    }

    /// Why it happened.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The server's budget for this window is used up.
        case budget
        /// The server said to wait.
        case serverAsked
        /// Requests to this host are kept apart.
        case spacing
        /// More urgent requests go first.
        case priority
        /// The feed was refreshed a short while ago.
        case fresh
        /// The server closed this road, or does not know the thing, and that is remembered.
        case remembered
        /// There is no connection.
        case offline
        /// It failed; the code says how.
        case failure
    }

    /// When.
    public var date: Date
    /// What happened.
    public var kind: Kind
    /// Why.
    public var reason: Reason
    /// The server's host, without port.
    public var host: String
    /// The error's code, where one is known.
    public var code: ErrorCode?
    /// Who waits for it.
    public var priority: RequestPriority?
    /// Until when, where that is known.
    public var until: Date?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - date: When.
    ///   - kind: What happened.
    ///   - reason: Why.
    ///   - host: The server's host.
    ///   - code: The error's code.
    ///   - priority: Who waits for it.
    ///   - until: Until when.
    public init(
        date: Date, kind: Kind, reason: Reason, host: String, code: ErrorCode? = nil,
        priority: RequestPriority? = nil, until: Date? = nil
    ) {
        self.date = date
        self.kind = kind
        self.reason = reason
        self.host = host
        self.code = code
        self.priority = priority
        self.until = until
    }
}
