/// A stable error code, for programs, logs and metrics.
///
/// It never holds anything a person typed.
///
/// The network codes are those that the example programs print as JSON. A code of your own is welcome:
/// `ErrorCode(rawValue: "quotaExceeded")`.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The code in lower camel case.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

extension ErrorCode {
    // MARK: The network

    /// The server cannot be reached: connection refused or reset, no route, no name.
    public static let offline = ErrorCode(rawValue: "offline")
    /// The time for the whole request ran out.
    public static let timedOut = ErrorCode(rawValue: "timedOut")
    /// The server does not allow this kind of access: 403 with a page of HTML.
    public static let accessClosed = ErrorCode(rawValue: "accessClosed")
    /// The server refuses access to the resource: 403 with JSON.
    public static let forbidden = ErrorCode(rawValue: "forbidden")
    /// The server requires a sign-in: 401.
    public static let unauthorized = ErrorCode(rawValue: "unauthorized")
    /// The session has ended and the person must sign in again.
    public static let sessionExpired = ErrorCode(rawValue: "sessionExpired")
    /// The server has no such resource: 404 or 410.
    public static let notFound = ErrorCode(rawValue: "notFound")
    /// The server did not understand the request: any other 4xx.
    public static let badRequest = ErrorCode(rawValue: "badRequest")
    /// Too many requests: 429.
    public static let rateLimited = ErrorCode(rawValue: "rateLimited")
    /// The server failed: 5xx.
    public static let serverError = ErrorCode(rawValue: "serverError")
    /// The answer is larger than the limit.
    public static let tooLarge = ErrorCode(rawValue: "tooLarge")
    /// The answer cannot be read: bad or incomplete JSON, a missing envelope.
    public static let malformed = ErrorCode(rawValue: "malformed")
    /// A network's login page answered instead of the server: 200 with HTML where data was requested.
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
    /// The system denies access to a file or folder.
    public static let permissionDenied = ErrorCode(rawValue: "permissionDenied")
    /// A file that is needed does not exist.
    public static let fileMissing = ErrorCode(rawValue: "fileMissing")
    /// The disk failed in some other way.
    public static let diskFailure = ErrorCode(rawValue: "diskFailure")
    /// The process has as many files open as the system allows it.
    public static let tooManyOpenFiles = ErrorCode(rawValue: "tooManyOpenFiles")
    /// The disk failed while something was written, and again while that was taken back: it may be stored or not.
    ///
    /// Not to be repeated before the store was read again: what was written can be there after a power loss or when the
    /// store is opened anew.
    public static let outcomeUnknown = ErrorCode(rawValue: "outcomeUnknown")
    /// A file cannot be read before the device is unlocked; it is neither damaged nor missing.
    public static let fileProtected = ErrorCode(rawValue: "fileProtected")
    /// Another process has the store open.
    public static let storeBusy = ErrorCode(rawValue: "storeBusy")
    /// A newer version wrote the store.
    public static let storeTooNew = ErrorCode(rawValue: "storeTooNew")
    /// An older version wrote the store, and it has to be opened for writing once before it can be read.
    public static let storeTooOld = ErrorCode(rawValue: "storeTooOld")
    /// Something in the store cannot be read any more; it has to be verified.
    public static let storeDamaged = ErrorCode(rawValue: "storeDamaged")
    /// The store was closed.
    public static let storeClosed = ErrorCode(rawValue: "storeClosed")
    /// The store was suspended, so that other processes can write to it.
    public static let storeSuspended = ErrorCode(rawValue: "storeSuspended")
    /// Another process has replaced files that a snapshot of the store reads; a new snapshot reads those of now.
    public static let snapshotSuperseded = ErrorCode(rawValue: "snapshotSuperseded")
    /// Two records would have the same key in a unique index.
    public static let notUnique = ErrorCode(rawValue: "notUnique")

    // MARK: What is sent

    /// It waited so long that a person is asked before it is sent.
    public static let stale = ErrorCode(rawValue: "stale")
    /// The site refused it for good, by rules of its own.
    public static let refused = ErrorCode(rawValue: "refused")

    /// A payment did not come about, as its provider says.
    public static let paymentFailed = ErrorCode(rawValue: "paymentFailed")

    // MARK: Everything else

    /// The input is out of range or malformed.
    public static let invalidInput = ErrorCode(rawValue: "invalidInput")
    /// A later request replaced this one.
    public static let superseded = ErrorCode(rawValue: "superseded")
    /// Downloads are turned off: the setting `downloadPolicy` is `never`.
    public static let downloadsOff = ErrorCode(rawValue: "downloadsOff")
    /// An error that carries no code.
    public static let unknown = ErrorCode(rawValue: "unknown")
}
