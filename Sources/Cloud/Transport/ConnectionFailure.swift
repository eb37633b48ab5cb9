import Core

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
    /// Whether it is certain that no byte of the request went out.
    package let isUnsent: Bool
    /// The status of the answer that had begun, where the connection broke in the middle of it; `nil` where none had,
    /// and where it was a page for browsers.
    package let begunStatus: Int?
    /// The error of the system, for debugging.
    package let underlying: (any Error)?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - reason: The failure of the connection.
    ///   - underlying: The system's error.
    public init(_ reason: Reason, underlying: (any Error)? = nil) {
        self.init(reason, isUnsent: reason.isBeforeSending, underlying: underlying)
    }

    /// Creates a failure of which more is known.
    ///
    /// - Parameters:
    ///   - reason: The failure of the connection.
    ///   - isUnsent: Whether it is certain that no byte of the request went out.
    ///   - begunStatus: The status of the answer that had begun; none by default.
    ///   - underlying: The system's error; none by default.
    package init(
        _ reason: Reason, isUnsent: Bool, begunStatus: Int? = nil, underlying: (any Error)? = nil
    ) {
        self.reason = reason
        self.isUnsent = isUnsent
        self.begunStatus = begunStatus
        self.underlying = underlying
    }

    public var description: String { reason.rawValue }
}

extension ConnectionFailure.Reason {
    /// Whether a connection that fails for this reason has carried no request yet.
    fileprivate var isBeforeSending: Bool {
        switch self {
        case .refused, .unknownHost, .noNetwork, .untrusted: true
        case .lost, .silent, .garbled, .shutDown, .other: false
        }
    }
}

extension ConnectionFailure: SendingEvidence {}

extension ConnectionFailure: ConnectivityEvidence {
    package var meansUnreachable: Bool {
        switch reason {
        case .noNetwork, .unknownHost, .refused, .lost, .silent, .other: true
        case .untrusted, .garbled, .shutDown: false
        }
    }
}
