/// A stable word for what went wrong, for programs, logs and metrics.
///
/// It never holds anything a person typed.
///
/// The network codes are those that the example programs print as JSON. A code of your own is welcome:
/// `ErrorCode(rawValue: "quotaExceeded")`.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The word itself, in lower camel case.
    public let rawValue: String

    /// Creates a code from its word.
    ///
    /// - Parameter rawValue: The word, in lower camel case.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The word itself.
    public var description: String { rawValue }
}

extension ErrorCode {
    // MARK: The network

    /// No road to the server: refused, reset, no route, no name.
    public static let offline = ErrorCode(rawValue: "offline")
    /// The time for the whole request ran out.
    public static let timedOut = ErrorCode(rawValue: "timedOut")
    /// The server has closed this way in: 403 with a page of HTML.
    public static let accessClosed = ErrorCode(rawValue: "accessClosed")
    /// The server knows the thing and does not show it: 403 with JSON.
    public static let forbidden = ErrorCode(rawValue: "forbidden")
    /// The server wants to know who asks: 401.
    public static let unauthorized = ErrorCode(rawValue: "unauthorized")
    /// Whoever was signed in has to sign in again.
    public static let sessionExpired = ErrorCode(rawValue: "sessionExpired")
    /// The server does not know the thing: 404 or 410.
    public static let notFound = ErrorCode(rawValue: "notFound")
    /// The server did not understand: any other 4xx.
    public static let badRequest = ErrorCode(rawValue: "badRequest")
    /// Too many requests: 429.
    public static let rateLimited = ErrorCode(rawValue: "rateLimited")
    /// The server failed: 5xx.
    public static let serverError = ErrorCode(rawValue: "serverError")
    /// The answer is larger than what was allowed.
    public static let tooLarge = ErrorCode(rawValue: "tooLarge")
    /// The answer is not what was promised: bad or cut JSON, a missing envelope.
    public static let malformed = ErrorCode(rawValue: "malformed")
    /// Somebody else answered: 200 with a page of HTML where data was asked for.
    public static let captivePortal = ErrorCode(rawValue: "captivePortal")
    /// A redirect that is refused or never ends.
    public static let redirected = ErrorCode(rawValue: "redirected")
    /// The server's certificate is none of those that are pinned.
    public static let pinMismatch = ErrorCode(rawValue: "pinMismatch")

    // MARK: The disk and the store

    /// The disk is full.
    public static let noSpace = ErrorCode(rawValue: "noSpace")
    /// The disk cannot be written to.
    public static let readOnly = ErrorCode(rawValue: "readOnly")
    /// The system does not allow it.
    public static let permissionDenied = ErrorCode(rawValue: "permissionDenied")
    /// A file that must be there is not.
    public static let fileMissing = ErrorCode(rawValue: "fileMissing")
    /// The disk failed in some other way.
    public static let diskFailure = ErrorCode(rawValue: "diskFailure")
    /// Another process has the store open.
    public static let storeBusy = ErrorCode(rawValue: "storeBusy")
    /// A newer version wrote the store.
    public static let storeTooNew = ErrorCode(rawValue: "storeTooNew")
    /// Something in the store cannot be read any more; it has to be verified.
    public static let storeDamaged = ErrorCode(rawValue: "storeDamaged")
    /// The store was closed.
    public static let storeClosed = ErrorCode(rawValue: "storeClosed")

    // MARK: Everything else

    /// What was asked for is out of range or malformed.
    public static let invalidInput = ErrorCode(rawValue: "invalidInput")
    /// A later request made the answer void.
    public static let superseded = ErrorCode(rawValue: "superseded")
    /// The person wants no media downloaded: the setting `downloadPolicy` is `never`.
    public static let downloadsOff = ErrorCode(rawValue: "downloadsOff")
    /// An error that carries no code.
    public static let unknown = ErrorCode(rawValue: "unknown")
}
