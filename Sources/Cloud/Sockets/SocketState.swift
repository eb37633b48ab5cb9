public import Foundation

/// The state of a ``SocketClient``.
public enum SocketState: Sendable, Hashable {
    /// There is no namespace to join, so there is no connection.
    case idle
    /// A connection is being made.
    case connecting
    /// The server has accepted the connection; namespaces say of themselves when they are joined.
    case connected(sid: String)
    /// The next attempt is made at a date, unless ``SocketClient/reconnectNow()`` hurries it up.
    case waiting(until: Date, after: SocketError)
    /// ``SocketClient/suspend()`` was called.
    case suspended
    /// No further attempt is made by itself: ``SocketNamespace/rejoin()`` makes one.
    case ended(SocketError)
}

extension SocketError: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(message)
    }
}
