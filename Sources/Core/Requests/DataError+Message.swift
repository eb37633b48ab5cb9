extension DataError {
    /// The English sentence that belongs to a code.
    ///
    /// Each says what happened and what a person can do about it. An app that speaks another language looks its own
    /// sentence up by ``CodedError/userMessageKey``.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - retryAfter: How long to wait, named in the sentences of `rateLimited` and `serverError`.
    /// - Returns: A whole sentence, or two.
    public static func message(for code: ErrorCode, retryAfter: Duration? = nil) -> String {
        switch code {
        case .offline: "The server cannot be reached. Check the connection; what is stored can still be read."
        case .timedOut: "The server took too long to answer. Try again, or allow more time."
        case .accessClosed: "The server has closed this way in. Choose another backend, or sign in."
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
        case .storeBusy: "Another program has the store open. Close it and try again."
        case .storeTooNew: "A newer version wrote the store. Update the app."
        case .storeDamaged: "Something in the store cannot be read any more. What is damaged is kept aside."
        case .storeClosed: "The store was closed. Open the app again."
        case .invalidInput: "This cannot be asked for as it is. Check what was typed."
        case .superseded: "A newer request took the place of this one. Nothing needs to be done."
        case .downloadsOff:
            "Pictures and other media are not downloaded: the setting downloadPolicy is never. Choose wifi or always."
        default: "Something went wrong (\(code)). Try again."
        }
    }

    /// A time as a person says it, rounded up: who comes back too early waits twice.
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
