public import Foundation

/// The error that a front end sees, whichever layer it came from.
///
/// It is a value: two errors with the same code, message and wait are equal, so that a state which holds one is not
/// published again.
public struct DataError: CodedError, Equatable, LocalizedError, CustomStringConvertible {
    /// The stable code of the error.
    public let code: ErrorCode
    /// The message in English, which tells a person what to do.
    public let message: String
    /// Whether the same call may succeed later with nothing changed.
    public let isRetryable: Bool
    /// The pause before the next attempt, where the server or a limit gives one.
    public let retryAfter: Duration?
    /// The error of a lower layer that this one was made from; not compared by `==`.
    public let underlying: (any Error)?

    /// Creates an error from its parts.
    ///
    /// - Parameters:
    ///   - code: The stable word.
    ///   - message: A sentence for a person; the one that belongs to the code unless you have a better one.
    ///   - isRetryable: Whether the same call may succeed later.
    ///   - retryAfter: The pause before the next attempt.
    ///   - underlying: The error of a lower layer that it is made from.
    public init(
        _ code: ErrorCode, message: String? = nil, isRetryable: Bool = false, retryAfter: Duration? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message ?? Self.message(for: code, retryAfter: retryAfter)
        self.isRetryable = isRetryable
        self.retryAfter = retryAfter
        self.underlying = underlying
    }

    /// Translates an error of a lower layer and keeps it as ``underlying``.
    ///
    /// | error | becomes |
    /// | --- | --- |
    /// | a `DataError` | itself |
    /// | a ``CodedError``, an app's own too | its code, wait and whether to try again, with its own sentence |
    /// | `URLError` | `offline`, `timedOut`, or whatever else happened to the connection |
    /// | `DecodingError` | `malformed` |
    /// | `CocoaError`, `POSIXError` | the code for the disk or the network where their number says which |
    /// | `NSError` of `NSURLErrorDomain`, `NSCocoaErrorDomain` or `NSPOSIXErrorDomain` | as the three above |
    /// | anything else | `unknown`, with the sentence of a `LocalizedError` where it has one |
    ///
    /// The sentence of a ``CodedError`` is the `errorDescription` of a `LocalizedError`, else its description, else the
    /// sentence of the code; it is never the printed form of a type.
    ///
    /// - Parameter error: Any error. Cancellation is none to show: rethrow it before you translate; here it becomes
    ///   `superseded`, which no list shows.
    public init(_ error: any Error) {
        switch error {
        case let error as DataError:
            self = error
        case let error as any CodedError:
            // A store names the path that is in trouble, and that is what a person needs; the network's words are ours.
            let message = error is NetworkError ? nil : Self.sentence(of: error)
            self.init(
                error.code, message: message, isRetryable: error.isRetryable, retryAfter: error.retryAfter,
                underlying: error)
        case _ where error.isCancellation:
            self.init(.superseded, underlying: error)
        default:
            if let code = ErrorCode.system(error) {
                // A full disk may be emptied; of the rest the request layer knows which one may end by itself.
                self.init(
                    code, isRetryable: code == .noSpace || NetworkError(code).isRetryable, underlying: error)
            } else {
                self.init(.unknown, message: (error as? any LocalizedError)?.errorDescription, underlying: error)
            }
        }
    }

    /// The sentence of an error for people; `nil` where it has none, and Swift would print its type.
    private static func sentence(of error: any CodedError) -> String? {
        if let sentence = (error as? any LocalizedError)?.errorDescription { return sentence }
        // As `Any`, for the compiler takes every existential for one that describes itself.
        let described: Any = error
        return (described as? any CustomStringConvertible)?.description
    }

    public var errorDescription: String? { message }

    public var description: String { code.rawValue }

    public static func == (left: DataError, right: DataError) -> Bool {
        left.code == right.code && left.message == right.message
            && left.isRetryable == right.isRetryable && left.retryAfter == right.retryAfter
    }
}

extension DataError {
    /// Returns the English message of a code.
    ///
    /// Each says what happened and what a person can do about it. An app that speaks another language looks its own
    /// sentence up by ``CodedError/userMessageKey``.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - retryAfter: The time to wait, named in the sentences of `rateLimited` and `serverError`.
    /// - Returns: A whole sentence, or two.
    package static func message(for code: ErrorCode, retryAfter: Duration? = nil) -> String {
        switch code {
        case .offline: "The server cannot be reached. Check the connection; what is stored can still be read."
        case .timedOut: "The server took too long to answer. Try again, or allow more time."
        case .accessClosed: "The server no longer allows this access. Choose another backend, or sign in."
        case .forbidden: "The server does not show this to you. It may be private."
        case .unauthorized: "The server wants you to sign in."
        case .sessionExpired: "The session has ended. Sign in again."
        case .accessDenied: "Access was not allowed. Sign in again to allow it."
        case .notFound: "The server does not know this. Check the name."
        case .badRequest: "The server did not understand the request. Check what was asked for, or update the app."
        case .rateLimited: "Too many requests. Try again in \(retryAfter.map(words) ?? "a minute")."
        case .serverError: "The server has trouble. Try again \(retryAfter.map { "in \(words($0))" } ?? "later")."
        case .tooLarge: "The answer is larger than what is allowed. Raise the limit to load it."
        case .malformed: "The answer is not what the server promises. Try again later."
        case .captivePortal: "A page answered instead of the server. Sign in to this network first."
        case .redirected: "The server sent the request on to where it must not go. Check the server's address."
        case .pinMismatch: "This is not the server it says it is. Try another network."
        case .noSpace: "The disk is full. Free some space and try again."
        case .readOnly: "The disk cannot be written to. Choose another place for what is stored."
        case .permissionDenied: "The system does not allow it. Check who may write to what is stored."
        case .fileMissing: "A file that is needed is gone. Restore it, or let it be fetched again."
        case .diskFailure: "The disk failed. Try again; if it goes on, copy what is stored to another disk."
        case .tooManyOpenFiles: "Too many files are open. Close something and try again."
        case .outcomeUnknown:
            "It is not known whether this was stored: the disk failed. Look whether it is there before you do it again."
        case .fileProtected: "What is stored can be read once this device is unlocked. Unlock it and try again."
        case .storeBusy: "Another program has the store open. Close it and try again."
        case .storeTooNew: "A newer version wrote the store. Update the app."
        case .storeTooOld: "An older version wrote the store. Open the app once, which takes it over."
        case .storeDamaged: "Something in the store cannot be read any more. What is damaged is kept aside."
        case .storeClosed: "The store was closed. Open the app again."
        case .storeSuspended: "The store is left to other programs for a moment. Try again."
        case .snapshotSuperseded: "Another program has written the store anew meanwhile. Try again."
        case .notUnique: "There is one with the same name or number already. Choose another."
        case .invalidInput: "This cannot be asked for as it is. Check what was typed."
        case .stale: "This waited so long that it could be out of place by now. Send it again, edit it, or give it up."
        case .refused: "The site refused this by rules of its own. Change it, or give it up."
        case .paymentFailed: "The payment did not come about, and nothing was paid. Try again, or pay in another way."
        case .superseded: "A newer request took the place of this one. Nothing needs to be done."
        case .downloadsOff:
            "Pictures and other media are not downloaded: the setting downloadPolicy is never. Choose wifi or always."
        default: "Something went wrong (\(code)). Try again."
        }
    }

    /// A duration in English words, rounded up so that nobody tries again too early.
    private static func words(_ duration: Duration) -> String {
        let parts = duration.components
        let seconds = max(1, parts.seconds + (parts.attoseconds > 0 ? 1 : 0))
        let (count, unit) =
            switch seconds {
            case ..<120: (seconds, "second")
            case ..<7200: ((seconds + 59) / 60, "minute")
            default: ((seconds + 3599) / 3600, "hour")
            }
        return count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
    }
}
