/// An error that programs can act on: what every error type of Lantern answers.
public protocol CodedError: Error, Sendable {
    /// The stable word for it.
    var code: ErrorCode { get }
    /// Whether the same call may succeed later with nothing changed.
    var isRetryable: Bool { get }
    /// How long to wait before that, where somebody said so.
    var retryAfter: Duration? { get }
}

extension CodedError {
    /// Whether a person has to sign in before the same call can succeed: `unauthorized` and `sessionExpired`.
    public var needsLogin: Bool { code == .unauthorized || code == .sessionExpired }

    /// What an app looks up its own sentence by, in a table of strings: the code's word.
    ///
    /// It is stable: a word never changes its meaning, and new ones come with new codes. The English sentence is
    /// ``DataError/message(for:retryAfter:)``.
    public var userMessageKey: String { code.rawValue }
}
