package import Core
package import Foundation

/// The meaning of a failed request for an entry that it was to send, to look for or to read.
///
/// | failure of a send | answer |
/// | --- | --- |
/// | certainly no byte went out | later, for the whole site; in the time that the rate limiter names |
/// | 401, 418, 419 | the session is over |
/// | 403 with a page of HTML, 420, 444 | later, for the whole site: the way is closed |
/// | 200 with a page of HTML, without TLS | later, for the whole site: a portal answered in the server's place |
/// | 200 with a page of HTML, with TLS | nobody knows: the server itself answered |
/// | 429, or a word that says the same | later, for the whole site, in the server's time |
/// | 425: the server would not look at it that early | later |
/// | 500 | nobody knows; not done once a look finds nothing |
/// | 408, any other 5xx, no answer, half of one, a redirect | nobody knows |
/// | any other 4xx | refused for good |
package enum WriteFailure {
    /// Returns the answer that a failed send comes to.
    ///
    /// - Parameters:
    ///   - error: The error of the request.
    ///   - isOfServer: Whether only the server itself can have answered, as its certificate says; true by default. A
    ///     portal cannot answer in its place then.
    ///   - now: The date, from which a server's pause counts.
    /// - Returns: The answer.
    /// - Throws: `CancellationError` for a cancellation in any form.
    package static func answer(to error: any Error, isOfServer: Bool = true, now: Date) throws -> OutboxAnswer {
        guard !error.isCancellation else { throw CancellationError() }
        let reason = OutboxEntry.Reason(error)
        guard let error = networkError(error) else { return .unknown(reason, isAnswered: false) }
        func later(_ scope: OutboxScope) -> OutboxAnswer {
            let seconds = error.retryAfter.map { $0 / .seconds(1) }
            return .later(reason, scope: scope, after: seconds, until: seconds.map { now + $0 })
        }
        if error.needsLogin { return .sessionOver(reason) }
        if error.isUnsent { return later(.site) }
        if isWayClosed(error), error.code != .captivePortal || !isOfServer { return later(.site) }
        switch error.status {
        case .some where error.code == .rateLimited: return later(.site)
        case 425: return later(.entry)
        case 500: return .unknown(reason, isAnswered: true)
        case 408: return .unknown(reason, isAnswered: false)
        case .some(400...499): return .refused(refusal(error, reason))
        default: return .unknown(reason, isAnswered: false)
        }
    }

    /// Returns the finding that a failed look comes to.
    ///
    /// - Parameter error: The error of the request.
    /// - Returns: That the session is over, or that the look failed.
    /// - Throws: `CancellationError` for a cancellation in any form.
    package static func finding(after error: any Error) throws -> OutboxFinding {
        guard !error.isCancellation else { throw CancellationError() }
        if networkError(error)?.needsLogin ?? false { return .sessionOver }
        return .failed(OutboxEntry.Reason(error), isPassing: isPassing(error))
    }

    /// Returns the reading that a failed read comes to.
    ///
    /// - Parameter error: The error of the request.
    /// - Returns: That the session is over, or that the read failed.
    /// - Throws: `CancellationError` for a cancellation in any form.
    package static func reading(after error: any Error) throws -> OutboxReading {
        guard !error.isCancellation else { throw CancellationError() }
        if networkError(error)?.needsLogin ?? false { return .sessionOver }
        return .failed(isPassing: isPassing(error))
    }

    /// The reason of a refusal, with the site's own word for it where it has one.
    private static func refusal(_ error: NetworkError, _ reason: OutboxEntry.Reason) -> OutboxEntry.Reason {
        // What a server "did not understand" was understood well enough to be refused.
        let code = error.code == .badRequest ? ErrorCode.refused : reason.code
        let message = code == reason.code ? reason.message : DataError.message(for: code)
        let words = error.underlying as? ServerRefusal
        guard let word = [words?.reason, words?.error].compactMap(\.self).first(where: { Int($0) == nil }) else {
            return OutboxEntry.Reason(code, message)
        }
        return OutboxEntry.Reason(code, "\(message) (\(word))")
    }

    /// Whether the way to the server is closed for whatever goes there, so that it says nothing of what was sent.
    private static func isWayClosed(_ error: NetworkError) -> Bool {
        error.code == .captivePortal || error.code == .accessClosed || error.status == 444
    }

    /// Whether the same question may be answered later: everything but a refusal of this question.
    private static func isPassing(_ error: any Error) -> Bool {
        guard let error = networkError(error) else { return (error as? any CodedError)?.isRetryable ?? true }
        guard let status = error.status, (400...499).contains(status) else { return true }
        return isWayClosed(error) || error.code == .rateLimited || [408, 425].contains(status)
    }

    private static func networkError(_ error: any Error) -> NetworkError? {
        error as? NetworkError ?? (error as? DataError)?.underlying as? NetworkError
    }
}

extension NetworkRequest {
    /// Whether only the server itself can answer it, as it says who it is by a certificate.
    var isSecure: Bool { url.scheme?.lowercased() == "https" }
}
