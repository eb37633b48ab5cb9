public import Foundation

/// An error of a sign-in.
public enum SignInError: CodedError, Hashable, LocalizedError, CustomStringConvertible {
    /// The person denied access.
    case denied
    /// There is no sign-in under way.
    case notBegun
    /// The redirect belongs to another sign-in: its OAuth `state` is wrong.
    case wrongState
    /// The URL is no redirect: its address is wrong, or a parameter is missing or repeated.
    case malformedRedirect
    /// The server refused the sign-in with an OAuth error code, such as `invalid_scope`.
    case refused(String)
    /// The server did not accept the authorisation code or the password.
    case notAccepted

    public var code: ErrorCode {
        switch self {
        case .denied: .accessDenied
        case .notBegun, .wrongState, .malformedRedirect: .invalidInput
        case .refused: .badRequest
        case .notAccepted: .unauthorized
        }
    }

    public var isRetryable: Bool {
        self == .refused("server_error") || self == .refused("temporarily_unavailable")
    }

    public var retryAfter: Duration? { nil }

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

    public var errorDescription: String? { description }
}

extension ErrorCode {
    /// The person denied access.
    public static let accessDenied = ErrorCode(rawValue: "accessDenied")
}
