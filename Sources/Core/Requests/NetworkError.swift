public import Foundation

/// The error of a request without a usable answer.
///
/// The error of the request layer.
///
/// A cancelled request is no `NetworkError`: it throws `CancellationError`.
public struct NetworkError: CodedError, CustomStringConvertible {
    /// The code, one of the network codes of ``ErrorCode``.
    public let code: ErrorCode
    /// The HTTP status, where an answer came.
    public let status: Int?
    /// The pause that the server asks for.
    public let retryAfter: Duration?
    /// The server's own date, where an answer came that told it.
    public let date: Date?
    /// Whether it is certain that no byte of the request went out, in any try; false wherever it is not certain.
    ///
    /// A try that a server refused with 401 does not count: it was certainly not done either.
    public let isUnsent: Bool
    /// The error of the layer below, for debugging.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error's code.
    ///   - status: The HTTP status, where an answer came.
    ///   - retryAfter: The pause that the server asks for.
    ///   - date: The server's own date; none by default.
    ///   - isUnsent: Whether it is certain that no byte of the request went out; by default what `underlying` says,
    ///     false where that says nothing.
    ///   - underlying: The error of the layer below.
    public init(
        _ code: ErrorCode, status: Int? = nil, retryAfter: Duration? = nil, date: Date? = nil, isUnsent: Bool? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.status = status
        self.retryAfter = retryAfter
        self.date = date
        self.isUnsent = isUnsent ?? (underlying as? any SendingEvidence)?.isUnsent ?? false
        self.underlying = underlying
    }

    /// Whether a later attempt may succeed: true for a lost connection, a timeout, 408, 425, 429 and 5xx.
    public var isRetryable: Bool {
        switch code {
        case .offline, .timedOut, .rateLimited, .serverError, .captivePortal: true
        case .badRequest: status == 408 || status == 425
        default: false
        }
    }

    public var description: String {
        status.map { "\(code) (HTTP \($0))" } ?? code.rawValue
    }
}

/// An error of a transport that knows whether a request went out; ``NetworkError/underlying`` may hold one.
package protocol SendingEvidence: Error {
    /// Whether it is certain that no byte of the request went out.
    var isUnsent: Bool { get }
}

extension NetworkError {
    /// Returns the same error of a request of which more is known.
    ///
    /// - Parameter isUnsent: Whether it is certain that no byte of that request went out.
    /// - Returns: The error.
    package func with(isUnsent: Bool) -> NetworkError {
        NetworkError(
            code, status: status, retryAfter: retryAfter, date: date, isUnsent: isUnsent, underlying: underlying)
    }
}
