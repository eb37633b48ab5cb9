import Cloud
public import Core

extension IntentAnswer {
    /// Creates the answer that a failed call comes to, as the table of statuses says.
    ///
    /// What the table does not have is understood as for any other server.
    ///
    /// - Parameters:
    ///   - error: What the call threw.
    ///   - call: The call.
    public init(_ error: any Error, to call: CommunityCall) {
        guard let refusal = CommunityRefusal(call, error) else {
            self.init(error)
            return
        }
        let reason = CommunityCall.spoken(error, of: call)
        switch refusal.meaning.entry {
        case .done: self = .done()
        case .kept: self = .sessionOver(reason)
        case .later: self = .later(reason, holding: .site)
        case .failed: self = .refused(reason)
        case .unknown: self = .unknown(reason, isAnswered: true)
        case .none: self.init(error)
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
