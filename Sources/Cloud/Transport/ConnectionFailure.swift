/// Why there was no answer at all: what a transport keeps as the `underlying` of a `NetworkError`.
///
/// It tells apart what a second try can mend (a connection that broke) from what it cannot (no network).
public struct ConnectionFailure: Error, Sendable, CustomStringConvertible {
    /// What became of the connection.
    public enum Reason: String, Sendable, Hashable {
        /// The device has no network, or must not use it.
        case noNetwork
        /// Nobody knows the host's name.
        case unknownHost
        /// The server could not be connected to.
        case refused
        /// The connection broke before the answer was whole.
        case lost
        /// The server kept silent for too long.
        case silent
        /// The server cannot prove who it is.
        case untrusted
        /// What came is no HTTP.
        case garbled
        /// The transport was shut down.
        case shutDown
        /// Anything else.
        case other
    }

    /// What became of the connection.
    public let reason: Reason
    /// What the system reported, for a debugger.
    public let underlying: (any Error)?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - reason: What became of the connection.
    ///   - underlying: What the system reported.
    public init(_ reason: Reason, underlying: (any Error)? = nil) {
        self.reason = reason
        self.underlying = underlying
    }

    /// The reason alone: nothing that a person typed, so it is safe in a log.
    public var description: String { reason.rawValue }
}
