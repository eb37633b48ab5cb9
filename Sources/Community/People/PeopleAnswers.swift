import Core

/// The answers of the outbox that errors of the server come to, by the table of ``CommunityStatus``.
enum PeopleAnswers {
    /// Returns the answer to a call that writes.
    ///
    /// - Parameters:
    ///   - error: What the call threw.
    ///   - call: The call.
    /// - Returns: The answer.
    /// - Throws: `CancellationError`, which is no answer.
    static func answer(_ error: any Error, of call: CommunityCall) throws -> IntentAnswer {
        if let error = error as? CancellationError { throw error }
        return IntentAnswer(error, of: call)
    }

    /// Returns the answer where a read failed that comes before anything is written: then certainly nothing was done.
    ///
    /// - Parameter error: What the read threw.
    /// - Returns: The answer.
    /// - Throws: `CancellationError`, which is no answer.
    static func answerBeforeWriting(_ error: any Error) throws -> IntentAnswer {
        if let error = error as? CancellationError { throw error }
        let answer = IntentAnswer(error)
        if case .unknown(let reason, _) = answer { return .later(reason) }
        return answer
    }
}
