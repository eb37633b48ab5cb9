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
    /// The person wants no media downloaded.
    case downloadsOff
    /// An error that carries no code.
    case unknown

    /// The text of a code; `nil` for a code of an app's own.
    ///
    /// - Parameter code: The code.
    public init?(_ code: ErrorCode) {
        self.init(rawValue: code.rawValue)
    }
}

extension ErrorPhrase {
    /// How each text reads in English: the sentences of `DataError.message(for:retryAfter:)`, but with the names that a
    /// person sees in place of keys and codes; a test holds them together.
    public var english: PhraseText {
        switch self {
        case .offline: .fixed("The server cannot be reached. Check the connection; what is stored can still be read.")
        case .timedOut: .fixed("The server took too long to answer. Try again, or allow more time.")
        case .accessClosed: .fixed("The server has closed this way in. Choose another backend, or sign in.")
        case .forbidden: .fixed("The server does not show this to you. It may be private.")
        case .unauthorized: .fixed("The server wants you to sign in.")
        case .sessionExpired: .fixed("The session has ended. Sign in again.")
        case .accessDenied: .fixed("Access was not allowed. Sign in again to allow it.")
        case .notFound: .fixed("The server does not know this. Check the name.")
        case .badRequest:
            .fixed(
                "The server did not understand the request. Check what was asked for, or update the app.")
        case .rateLimited: .fixed("Too many requests. Try again in a minute.")
        case .serverError: .fixed("The server has trouble. Try again later.")
        case .tooLarge: .fixed("The answer is larger than what is allowed. Raise the limit to load it.")
        case .malformed: .fixed("The answer is not what the server promises. Try again later.")
        case .captivePortal: .fixed("A page answered instead of the server. Sign in to this network first.")
        case .redirected: .fixed("The server sent the request on to where it must not go. Check the server's address.")
        case .pinMismatch: .fixed("This is not the server it says it is. Try another network.")
        case .noSpace: .fixed("The disk is full. Free some space and try again.")
        case .readOnly: .fixed("The disk cannot be written to. Choose another place for what is stored.")
        case .permissionDenied: .fixed("The system does not allow it. Check who may write to what is stored.")
        case .fileMissing: .fixed("A file that is needed is gone. Restore it, or let it be fetched again.")
        case .diskFailure: .fixed("The disk failed. Try again; if it goes on, copy what is stored to another disk.")
        case .storeBusy: .fixed("Another program has the store open. Close it and try again.")
        case .storeTooNew: .fixed("A newer version wrote the store. Update the app.")
        case .storeDamaged: .fixed("Something in the store cannot be read any more. What is damaged is kept aside.")
        case .storeClosed: .fixed("The store was closed. Open the app again.")
        case .migrationFailed:
            .fixed(
                "What an older version stored could not be taken over. It was left as it is; update the app.")
        case .invalidInput: .fixed("This cannot be asked for as it is. Check what was typed.")
        case .superseded: .fixed("A newer request took the place of this one. Nothing needs to be done.")
        case .downloadsOff:
            .fixed(
                "Pictures and other media are not downloaded: the setting “Download media” is “Never”. Choose "
                    + "“On Wi-Fi” or “Always”.")
        case .unknown: .fixed("Something went wrong. Try again.")
        }
    }
}
