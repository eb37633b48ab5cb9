public import Core

extension IntentAnswer {
    /// Creates the answer that an error comes to, by the call that threw it.
    ///
    /// What ``CommunityStatus`` says of the status counts, with its sentence; where it says nothing, what
    /// ``Core/IntentAnswer/init(_:)`` makes of the error.
    ///
    /// - Parameters:
    ///   - error: What the call threw.
    ///   - call: The call.
    public init(_ error: any Error, of call: CommunityCall) {
        // A page in place of an answer is no word of the server's, whatever its status.
        guard let refusal = CommunityRefusal(call, error), refusal.error.code != .captivePortal,
            refusal.meaning.entry != .failed || refusal.error.code != .accessClosed
        else {
            self.init(error)
            return
        }
        let reason = CommunityCall.spoken(error, of: call)
        self =
            switch refusal.meaning.entry {
            case .none: IntentAnswer(error)
            case .done: .done()
            case .kept: .sessionOver(reason)
            // The way is closed, and not this intent.
            case .later: .later(reason, holding: .site)
            case .failed: .refused(reason)
            // An answered 500: it counts as not done once a look finds nothing.
            case .unknown: .unknown(reason, isAnswered: true)
            }
    }
}

extension CommunityCall {
    /// The error of a call with the sentence of the table, under which the outbox still finds the error of the request.
    static func spoken(_ error: any Error, of call: CommunityCall) -> DataError {
        guard let refusal = CommunityRefusal(call, error) else { return DataError(error) }
        return DataError(
            refusal.code, message: refusal.description, isRetryable: refusal.isRetryable,
            retryAfter: refusal.retryAfter,
            underlying: refusal.error)
    }
}
