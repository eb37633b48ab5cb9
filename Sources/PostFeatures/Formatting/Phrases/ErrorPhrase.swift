package import Core

/// The sentences for errors, one for each ``Core/ErrorCode``: what went wrong and what to do about it.
public enum ErrorPhrase: String, LocalizedPhrase {
    /// The server cannot be reached.
    case offline
    /// The server took too long.
    case timedOut
    /// The server has closed this kind of access.
    case accessClosed
    /// The server does not show the content to this person.
    case forbidden
    /// The server requires a sign-in.
    case unauthorized
    /// The session has ended.
    case sessionExpired
    /// The person did not allow access.
    case accessDenied
    /// The server does not have the content.
    case notFound
    /// The server did not understand the request.
    case badRequest
    /// The server got too many requests.
    case rateLimited
    /// The server failed.
    case serverError
    /// The answer is larger than the limit.
    case tooLarge
    /// The answer cannot be read.
    case malformed
    /// A sign-in page of the network answered in place of the server.
    case captivePortal
    /// The server redirected the request to a place that is not allowed.
    case redirected
    /// The server's certificate is none of the pinned ones.
    case pinMismatch
    /// The disk is full.
    case noSpace
    /// The disk cannot be written to.
    case readOnly
    /// The system does not allow access.
    case permissionDenied
    /// A file that is needed is missing.
    case fileMissing
    /// The disk failed.
    case diskFailure
    /// The process has too many files open.
    case tooManyOpenFiles
    /// The disk failed, and nobody knows whether something was stored.
    case outcomeUnknown
    /// A file cannot be read before the device is unlocked.
    case fileProtected
    /// Another process has the store open.
    case storeBusy
    /// A newer version wrote the store.
    case storeTooNew
    /// An older version wrote the store, and nobody has opened it for writing since.
    case storeTooOld
    /// A part of the store cannot be read.
    case storeDamaged
    /// The store is closed.
    case storeClosed
    /// The store is left to other processes for a time.
    case storeSuspended
    /// Another process has replaced what was being read.
    case snapshotSuperseded
    /// Records of an older version could not be migrated.
    case migrationFailed
    /// Another record has the same unique key.
    case notUnique
    /// The input is malformed or out of range.
    case invalidInput
    /// It waited so long that a person is asked before it is sent.
    case stale
    /// The site refused what was sent, by rules of its own.
    case refused
    /// A payment did not come about.
    case paymentFailed
    /// A newer request replaced this one.
    case superseded
    /// Media downloads are off in the settings.
    case downloadsOff
    /// An error without a code.
    case unknown

    /// The text of a code; `nil` for a code of an app's own.
    ///
    /// - Parameter code: The code.
    package init?(_ code: ErrorCode) {
        self.init(rawValue: code.rawValue)
    }
}

extension ErrorPhrase {
    // The sentences of `DataError.message(for:retryAfter:)`, but with the names that a person sees in place of keys and
    // codes; a test holds them together.
    public var english: PhraseText {
        switch self {
        case .offline: .fixed("The server cannot be reached. Check the connection; what is stored can still be read.")
        case .timedOut: .fixed("The server took too long to answer. Try again, or allow more time.")
        case .accessClosed: .fixed("The server no longer allows this access. Choose another backend, or sign in.")
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
        case .tooManyOpenFiles: .fixed("Too many files are open. Close something and try again.")
        case .outcomeUnknown:
            .fixed(
                "It is not known whether this was stored: the disk failed. Look whether it is there before you do it again."
            )
        case .fileProtected: .fixed("What is stored can be read once this device is unlocked. Unlock it and try again.")
        case .storeBusy: .fixed("Another program has the store open. Close it and try again.")
        case .storeTooNew: .fixed("A newer version wrote the store. Update the app.")
        case .storeTooOld: .fixed("An older version wrote the store. Open the app once, which takes it over.")
        case .storeDamaged: .fixed("Something in the store cannot be read any more. What is damaged is kept aside.")
        case .storeClosed: .fixed("The store was closed. Open the app again.")
        case .storeSuspended: .fixed("The store is left to other programs for a moment. Try again.")
        case .snapshotSuperseded: .fixed("Another program has written the store anew meanwhile. Try again.")
        case .migrationFailed:
            .fixed(
                "What an older version stored could not be taken over. It was left as it is; update the app.")
        case .notUnique: .fixed("There is one with the same name or number already. Choose another.")
        case .invalidInput: .fixed("This cannot be asked for as it is. Check what was typed.")
        case .stale:
            .fixed("This waited so long that it could be out of place by now. Send it again, edit it, or give it up.")
        case .paymentFailed:
            .fixed("The payment did not come about, and nothing was paid. Try again, or pay in another way.")
        case .refused: .fixed("The site refused this by rules of its own. Change it, or give it up.")
        case .superseded: .fixed("A newer request took the place of this one. Nothing needs to be done.")
        case .downloadsOff:
            .fixed(
                "Pictures and other media are not downloaded: the setting “Download media” is “Never”. Choose "
                    + "“On Wi-Fi” or “Always”.")
        case .unknown: .fixed("Something went wrong. Try again.")
        }
    }
}
