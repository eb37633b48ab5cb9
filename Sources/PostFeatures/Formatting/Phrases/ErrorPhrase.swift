public import Core

/// What went wrong and what to do about it: a sentence or two for each code of an error.
///
/// A case is named as the word of its code, `CodedError/userMessageKey`.
public enum ErrorPhrase: String, LocalizedPhrase {
    /// No road to the server.
    case offline
    /// The time ran out.
    case timedOut
    /// The server has closed this way in.
    case accessClosed
    /// The server does not show the thing.
    case forbidden
    /// The server wants to know who asks.
    case unauthorized
    /// Whoever was signed in has to sign in again.
    case sessionExpired
    /// The person did not allow it.
    case accessDenied
    /// The server does not know the thing.
    case notFound
    /// The server did not understand.
    case badRequest
    /// Too many requests.
    case rateLimited
    /// The server failed.
    case serverError
    /// The answer is too large.
    case tooLarge
    /// The answer is not what was promised.
    case malformed
    /// Somebody else answered.
    case captivePortal
    /// A redirect that is refused.
    case redirected
    /// The server's certificate is none of those that are pinned.
    case pinMismatch
    /// The disk is full.
    case noSpace
    /// The disk cannot be written to.
    case readOnly
    /// The system does not allow it.
    case permissionDenied
    /// A file that must be there is not.
    case fileMissing
    /// The disk failed.
    case diskFailure
    /// Another process has the store open.
    case storeBusy
    /// A newer version wrote the store.
    case storeTooNew
    /// Something in the store cannot be read any more.
    case storeDamaged
    /// The store was closed.
    case storeClosed
    /// Records of an older version could not be taken over.
    case migrationFailed
    /// What was asked for is out of range or malformed.
    case invalidInput
    /// A later request made the answer void.
    case superseded
    /// An error that carries no code.
    case unknown

    /// The text of a code; `nil` for a code of an app's own.
    ///
    /// - Parameter code: The code.
    public init?(_ code: ErrorCode) {
        self.init(rawValue: code.rawValue)
    }
}
