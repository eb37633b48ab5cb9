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
    /// The server asks for a field that is empty, such as the code of a second factor.
    case needs(SignInField.Name)
    /// The account cannot be used yet, for a reason that the server names: `verify_email_sent`,
    /// `registration_created`.
    case unfinished(String)
    /// Somebody else has signed in than the person who is signed in here.
    case anotherPerson

    public var code: ErrorCode {
        switch self {
        case .denied: .accessDenied
        case .notBegun, .wrongState, .malformedRedirect: .invalidInput
        case .refused: .badRequest
        case .notAccepted, .needs, .unfinished: .unauthorized
        case .anotherPerson: .forbidden
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
        case .refused(let word):
            "The server refused the sign-in (\(word)). Check the account there, and how the app is registered."
        case .notAccepted: "The server did not accept the sign-in. Begin again."
        case .anotherPerson: "Somebody else has signed in. Sign in as the person who uses the app now."
        case .needs(.oneTimeCode): "The account has a second factor. Sign in with its code as well."
        case .needs(let field): "The sign-in needs '\(field)'. Fill it in."
        case .unfinished("verify_email_sent"):
            "The account's e-mail address is not confirmed. Open the link that was sent to it, and sign in again."
        case .unfinished(let word):
            "The account cannot be used yet (\(word)). Wait until the server lets it in, and sign in again."
        }
    }

    public var errorDescription: String? { description }
}

extension ErrorCode {
    /// The person denied access.
    public static let accessDenied = ErrorCode(rawValue: "accessDenied")
}
