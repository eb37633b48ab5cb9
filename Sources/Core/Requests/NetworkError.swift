/// Why a request gave no answer that can be used.
///
/// The error of the request layer.
///
/// A cancelled request is no `NetworkError`: it throws `CancellationError`.
public struct NetworkError: CodedError, CustomStringConvertible {
    /// What happened, one of the network codes of ``ErrorCode``.
    public let code: ErrorCode
    /// The HTTP status, where an answer came.
    public let status: Int?
    /// How long the server asks to be left alone.
    public let retryAfter: Duration?
    /// What the layer below reported, for a debugger.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What happened.
    ///   - status: The HTTP status, where an answer came.
    ///   - retryAfter: How long the server asks to be left alone.
    ///   - underlying: What the layer below reported.
    public init(
        _ code: ErrorCode, status: Int? = nil, retryAfter: Duration? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.status = status
        self.retryAfter = retryAfter
        self.underlying = underlying
    }

    /// Whether asking again later can help: true for a lost connection, a time-out, 408, 425, 429 and 5xx.
    public var isRetryable: Bool {
        switch code {
        case .offline, .timedOut, .rateLimited, .serverError, .captivePortal: true
        case .badRequest: status == 408 || status == 425
        default: false
        }
    }

    /// The code and the status: nothing that a person typed, so it is safe in a log.
    public var description: String {
        status.map { "\(code) (HTTP \($0))" } ?? code.rawValue
    }
}
