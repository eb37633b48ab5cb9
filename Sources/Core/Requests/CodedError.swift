/// An error with a stable code, which every error type of Lantern is.
public protocol CodedError: Error, Sendable {
    /// The stable code of the error.
    var code: ErrorCode { get }
    /// Whether the same call may succeed later with nothing changed.
    var isRetryable: Bool { get }
    /// The pause before the next attempt, where the server or a limit gives one.
    var retryAfter: Duration? { get }
}

extension CodedError {
    /// Whether a person has to sign in before the same call can succeed: `unauthorized` and `sessionExpired`.
    public var needsLogin: Bool { code == .unauthorized || code == .sessionExpired }

    /// The key of an app's own message in a table of strings: the raw value of the code.
    ///
    /// It is stable: a word never changes its meaning, and new ones come with new codes. The English sentence is
    /// ``DataError/message(for:retryAfter:)``.
    public var userMessageKey: String { code.rawValue }
}

/// An error with the path of the file or folder that it is about.
package protocol LocatedError: CodedError {
    /// The path of the file or folder.
    var path: String { get }
}

extension DataError {
    /// The path of the file or folder that the error is about, where the layer below knows it.
    public var path: String? { (underlying as? any LocatedError)?.path }
}
