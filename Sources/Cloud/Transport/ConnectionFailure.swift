public import Core

/// The reason why a connection brought no answer: the `underlying` of a transport's `NetworkError`.
///
/// It tells apart what a second try can mend (a connection that broke) from what it cannot (no network).
public struct ConnectionFailure: Error, Sendable, CustomStringConvertible {
    /// The reason why there was no answer.
    public enum Reason: String, Sendable, Hashable {
        /// The device has no network, or must not use it.
        case noNetwork
        /// The host's name could not be resolved.
        case unknownHost
        /// The server could not be connected to.
        case refused
        /// The connection broke before the answer was whole.
        case lost
        /// The server did not answer in time.
        case silent
        /// The server's certificate is not trusted.
        case untrusted
        /// The answer is not HTTP.
        case garbled
        /// The transport was shut down.
        case shutDown
        /// Anything else.
        case other
    }

    /// The reason why there was no answer.
    public let reason: Reason
    /// The error of the system, for debugging.
    package let underlying: (any Error)?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - reason: The failure of the connection.
    ///   - underlying: The system's error.
    public init(_ reason: Reason, underlying: (any Error)? = nil) {
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason.rawValue }
}

extension ConnectionFailure: ConnectivityEvidence {
    public var meansUnreachable: Bool {
        switch reason {
        case .noNetwork, .unknownHost, .refused, .lost, .silent, .other: true
        case .untrusted, .garbled, .shutDown: false
        }
    }
}
