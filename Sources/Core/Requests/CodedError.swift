/// An error that programs can act on: what every error type of Lantern answers.
public protocol CodedError: Error, Sendable {
    /// The stable word for it.
    var code: ErrorCode { get }
    /// Whether the same call may succeed later with nothing changed.
    var isRetryable: Bool { get }
    /// How long to wait before that, where somebody said so.
    var retryAfter: Duration? { get }
}
