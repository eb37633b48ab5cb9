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
    /// The error of the layer below, for debugging.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error's code.
    ///   - status: The HTTP status, where an answer came.
    ///   - retryAfter: The pause that the server asks for.
    ///   - underlying: The error of the layer below.
    public init(
        _ code: ErrorCode, status: Int? = nil, retryAfter: Duration? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.status = status
        self.retryAfter = retryAfter
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
