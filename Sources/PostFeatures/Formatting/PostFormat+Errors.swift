public import Core

extension PostFormat {
    /// Describes an error and what a person can do about it.
    ///
    /// In English this is the error's own message, which says most: it names what was typed and the path that is in
    /// trouble. Where that message is only the standard sentence of the code, it is the text that the language has for
    /// the code. For a refused setting it is the sentence with the setting's name.
    /// In other languages it is the sentence of the code, with the wait and the path where the error knows them; for a
    /// refused setting or source it says which, and why. A code of an app's own has no sentence here, so the error's
    /// own is taken where it has one.
    ///
    /// - Parameter error: The error.
    /// - Returns: A whole sentence, or a few.
    public func message(for error: DataError) -> String {
        guard language != .english else {
            // The error's own message has the key, which no screen shows.
            if let refusal = error.underlying as? InvalidSettingValue { return message(for: refusal) }
            let isOwn = error.message != DataError.message(for: error.code, retryAfter: error.retryAfter)
            // The sentence of a code may be one that the app has added.
            return isOwn ? error.message : message(for: error.code, retryAfter: error.retryAfter)
        }
        let sentence =
            switch error.underlying {
            case let error as SignInError: message(for: error)
            case let refusal as InvalidSettingValue: message(for: refusal)
            case let refusal as SourceError: message(for: refusal, error)
            case let refusal as ArchiveError: message(for: refusal)
            case let refusal as ThreadError: message(for: refusal)
            case let refusal as WritingError: message(for: refusal)
            default: error.ownSentence ?? message(for: error.code, retryAfter: error.retryAfter)
            }
        guard let path = error.path else { return sentence }
        return "\(sentence) \(text(ErrorDetailPhrase.path, filling: path))"
    }

    /// Describes an error code.
    ///
    /// - Parameters:
    ///   - code: The code; one of an app's own is named in the sentence.
    ///   - retryAfter: The time to wait, which is named for `rateLimited` and `serverError`.
    /// - Returns: A whole sentence, or two; in English that of `DataError.message(for:retryAfter:)`, with the names of
    ///   settings in place of their keys.
    package func message(for code: ErrorCode, retryAfter: Duration? = nil) -> String {
        switch (ErrorPhrase(code), retryAfter) {
        case (.rateLimited, let retryAfter?): text(ErrorDetailPhrase.rateLimitedFor, filling: wait(retryAfter))
        case (.serverError, let retryAfter?): text(ErrorDetailPhrase.serverErrorFor, filling: wait(retryAfter))
        case (let phrase?, _): text(phrase)
        case (nil, _): text(ErrorDetailPhrase.otherCode, filling: code.rawValue)
        }
    }

    private func message(for refusal: SourceError, _ error: DataError) -> String {
        guard case .unchecked = refusal else { return message(for: refusal) }
        return "\(message(for: refusal)) \(message(for: error.code, retryAfter: error.retryAfter))"
    }

    package func message(for error: SignInError) -> String {
        switch error {
        case .denied: text(ErrorPhrase.accessDenied)
        case .notBegun: text(ErrorDetailPhrase.signInNotBegun)
        case .wrongState: text(ErrorDetailPhrase.signInWrongState)
        case .malformedRedirect: text(ErrorDetailPhrase.signInMalformedRedirect)
        case .refused(let word): text(ErrorDetailPhrase.signInRefused, filling: word)
        case .notAccepted: text(ErrorDetailPhrase.signInNotAccepted)
        case .needs(.oneTimeCode): text(ErrorDetailPhrase.signInNeedsCode)
        case .needs(let field): text(ErrorDetailPhrase.signInNeedsField, filling: field.rawValue)
        case .unfinished("verify_email_sent"): text(ErrorDetailPhrase.signInMailNotConfirmed)
        case .unfinished(let word): text(ErrorDetailPhrase.signInUnfinished, filling: word)
        case .anotherPerson: text(ErrorDetailPhrase.signInAnotherPerson)
        }
    }

    /// A time to wait, rounded up: in seconds below two minutes, in minutes below two hours, else in hours.
    ///
    /// Rounded up, since who comes back too early waits twice. In Ukrainian it is in the accusative, as it stands after
    /// "через".
    package func wait(_ duration: Duration) -> String {
        let parts = duration.components
        // Not more than the largest number less the hour that is added below.
        let seconds =
            min(max(1, parts.seconds), Int64.max - 3600) + (parts.seconds > 0 && parts.attoseconds > 0 ? 1 : 0)
        let (phrase, count): (ErrorDetailPhrase, Int64) =
            switch seconds {
            case ..<120: (.seconds, seconds)
            case ..<7200: (.minutes, (seconds + 59) / 60)
            default: (.hours, (seconds + 3599) / 3600)
            }
        return text(phrase, count: Int(clamping: count), number: "\(count)")
    }
}

extension DataError {
    /// The error's own sentence for a code of an app's own; `nil` for Lantern's codes, and where it has none.
    fileprivate var ownSentence: String? {
        guard ErrorPhrase(code) == nil, message != DataError.message(for: code, retryAfter: retryAfter) else {
            return nil
        }
        return message
    }
}
