public import Foundation

/// Why a sign-in came to nothing.
public enum SignInError: CodedError, Hashable, LocalizedError, CustomStringConvertible {
    /// The person said no.
    case denied
    /// No sign-in was begun here, or it has ended already.
    case notBegun
    /// The redirect belongs to another sign-in than the one that was begun here.
    case wrongState
    /// The redirect is none: another address, something missing, something twice.
    case malformedRedirect
    /// The server would not go on; its word for the reason, such as `invalid_scope`.
    case refused(String)
    /// The server did not take what the person or the redirect brought: a code that was used or is too old, a wrong
    /// password.
    case notAccepted

    /// The stable word for it.
    public var code: ErrorCode {
        switch self {
        case .denied: .accessDenied
        case .notBegun, .wrongState, .malformedRedirect: .invalidInput
        case .refused: .badRequest
        case .notAccepted: .unauthorized
        }
    }

    /// False but where the server said that it has trouble.
    public var isRetryable: Bool {
        self == .refused("server_error") || self == .refused("temporarily_unavailable")
    }

    /// Nobody says when.
    public var retryAfter: Duration? { nil }

    /// A sentence in English that tells a person what to do.
    public var description: String {
        switch self {
        case .denied: "Access was not allowed. Sign in again to allow it."
        case .notBegun: "No sign-in is under way. Begin again."
        case .wrongState: "The answer belongs to another sign-in. Begin again, and use the newest page only."
        case .malformedRedirect: "The answer of the sign-in page cannot be read. Begin again."
        case .refused(let word): "The server refused the sign-in (\(word)). Check how the app is registered there."
        case .notAccepted: "The server did not accept the sign-in. Begin again."
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension ErrorCode {
    /// The person did not allow it.
    public static let accessDenied = ErrorCode(rawValue: "accessDenied")
}
