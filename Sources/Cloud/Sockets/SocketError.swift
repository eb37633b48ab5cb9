public import Core
public import Foundation

/// The error of a connection to a Socket.IO server, of a namespace, or of something that was emitted.
///
/// Two with the same reason, code, message, details and wait are equal, so that a state that holds one is not published
/// again.
public struct SocketError: CodedError, Equatable, LocalizedError, CustomStringConvertible {
    /// A reason why something failed.
    public enum Reason: String, Sendable, Hashable {
        /// There is no connection, or the namespace is not joined: nothing was sent.
        case notConnected
        /// The server could not be reached, or refused the handshake.
        case unreachable
        /// The connection broke: a poll or a POST failed.
        case lost
        /// The server has not pinged in time.
        case silent
        /// The server ended the connection, or took this client out of the namespace.
        case closed
        /// The server does not know the session any more.
        case sessionUnknown
        /// The server said what is no packet, or what has no place where it came.
        case malformed
        /// The server sent more than is taken.
        case flooded
        /// The server speaks another version of the protocol.
        case wrongVersion
        /// The server refused the namespace; ``SocketError/details`` has what it says.
        case refused
        /// The server did not answer to joining a namespace in time.
        case unanswered
        /// The credentials could not be had.
        case credentials
        /// The packet that was to be sent is larger than the server takes, or is no event.
        case unsendable
        /// So much waits to be sent that no more is taken.
        case congested
        /// Nobody knows whether it arrived: the connection broke behind it, or no acknowledgement came in time.
        case outcomeUnknown
        /// The connection was ended here: `suspend()` or `close()`.
        case stopped
    }

    /// The reason of the failure.
    public let reason: Reason
    /// The stable code of the error.
    public let code: ErrorCode
    /// The message in English, which says what happened.
    public let message: String
    /// Whether the client tries again by itself; of something that was emitted, whether the same call may succeed.
    public let isRetryable: Bool
    /// The pause that the server asks for.
    public let retryAfter: Duration?
    /// The words of the server about why it refused, as it wrote them.
    public let details: RawJSON?
    /// Whether it is certain that nothing was sent; false wherever it is not certain.
    public let isUnsent: Bool
    /// The error of the layer below, for debugging; not compared by `==`.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - message: A sentence for a person; the reason's own by default.
    ///   - code: The code; the reason's own by default.
    ///   - isRetryable: Whether it is tried again; what the reason says by default.
    ///   - retryAfter: The pause that the server asks for.
    ///   - details: The words of the server.
    ///   - isUnsent: Whether it is certain that nothing was sent; what the reason says by default.
    ///   - underlying: The error of the layer below.
    package init(
        _ reason: Reason, _ message: String? = nil, code: ErrorCode? = nil, isRetryable: Bool? = nil,
        retryAfter: Duration? = nil, details: RawJSON? = nil, isUnsent: Bool? = nil,
        underlying: (any Error)? = nil
    ) {
        self.reason = reason
        self.code = code ?? Self.code(of: reason)
        self.message = message ?? Self.message(of: reason)
        self.isRetryable = isRetryable ?? Self.isRetryable(reason)
        self.retryAfter = retryAfter
        self.details = details
        self.isUnsent = isUnsent ?? [.notConnected, .unsendable, .congested].contains(reason)
        self.underlying = underlying
    }

    public var errorDescription: String? { message }

    public var description: String { "\(reason.rawValue): \(message)" }

    public static func == (left: SocketError, right: SocketError) -> Bool {
        left.reason == right.reason && left.code == right.code && left.message == right.message
            && left.isRetryable == right.isRetryable && left.retryAfter == right.retryAfter
            && left.details == right.details && left.isUnsent == right.isUnsent
    }
}

extension SocketError {
    /// Creates the error of an answer that is no packet.
    ///
    /// - Parameter error: What is wrong, and where.
    package init(_ error: SocketPacketError) {
        self.init(
            .malformed, "The server sent what is no packet: \(error). Check that it is a Socket.IO server.",
            underlying: error)
    }

    /// Creates the error of a request that failed.
    ///
    /// - Parameters:
    ///   - error: What the transport threw, or what the status means.
    ///   - reason: `unreachable` for the handshake, `lost` for what comes behind it.
    package init(_ error: any Error, while reason: Reason) {
        if let error = error as? SocketError {
            self = error
            return
        }
        let known = DataError(error)
        let network = error as? NetworkError
        // Behind the handshake every failure is one of the connection, and a new one may do.
        self.init(
            reason, reason == .lost ? "The connection broke: \(known.message)" : known.message, code: known.code,
            isRetryable: reason == .lost || known.isRetryable, retryAfter: known.retryAfter,
            isUnsent: network?.isUnsent ?? false, underlying: error)
    }

    /// Returns the error of something that was emitted and broke off with the connection.
    ///
    /// - Parameter isUnsent: Whether it is certain that it did not go out.
    /// - Returns: An error that says so, or that nobody knows.
    func ofEmission(isUnsent: Bool) -> SocketError {
        isUnsent
            ? SocketError(.notConnected, underlying: self)
            : SocketError(.outcomeUnknown, underlying: self)
    }

    private static func code(of reason: Reason) -> ErrorCode {
        switch reason {
        case .notConnected, .unreachable, .lost, .closed, .sessionUnknown: .offline
        case .silent, .unanswered: .timedOut
        case .malformed: .malformed
        case .flooded: .tooLarge
        case .wrongVersion: .badRequest
        case .refused: .refused
        case .credentials: .unauthorized
        case .unsendable: .invalidInput
        case .congested: .rateLimited
        case .outcomeUnknown: .outcomeUnknown
        case .stopped: .superseded
        }
    }

    private static func isRetryable(_ reason: Reason) -> Bool {
        switch reason {
        case .unreachable, .lost, .silent, .closed, .sessionUnknown, .malformed, .flooded, .unanswered,
            .notConnected, .congested, .stopped:
            true
        case .wrongVersion, .refused, .credentials, .unsendable, .outcomeUnknown: false
        }
    }

    private static func message(of reason: Reason) -> String {
        switch reason {
        case .notConnected: "There is no connection, and nothing was sent. Send it again once there is one."
        case .unreachable: "The server cannot be reached."
        case .lost: "The connection broke."
        case .silent: "The server has not been heard of for longer than it promised."
        case .closed: "The server ended the connection."
        case .sessionUnknown: "The server does not know this connection any more."
        case .malformed: "The server sent what makes no sense here."
        case .flooded: "The server sent more than is taken."
        case .wrongVersion:
            "The server speaks another version of the protocol: Socket.IO 3 or later is needed there."
        case .refused: "The server refused."
        case .unanswered: "The server did not answer in time."
        case .credentials: "The credentials for the connection could not be had. Sign in again."
        case .unsendable: "This cannot be sent."
        case .congested: "Too much waits to be sent. Send it again later."
        case .outcomeUnknown:
            "Nobody knows whether this arrived: the server did not confirm it. Look whether it is there before you "
                + "send it again."
        case .stopped: "The connection was ended here."
        }
    }
}
