import Core
import Foundation

/// The failures of all backends of a chain, and the one error that is thrown for them.
struct ChainFailure: Sendable {
    /// The errors of the backends that were asked, in their order.
    var asked: [any Error] = []
    /// The suspensions of the backends that were not asked.
    var suspensions: [BackendSuspension] = []

    /// The codes in the order in which they are preferred for the error that is thrown.
    ///
    /// Codes about the feed, the thread or the account come first, then those about the server, then those about the
    /// network.
    private static let order: [ErrorCode] = [
        .notFound, .forbidden, .sessionExpired, .unauthorized, .rateLimited, .accessClosed, .serverError, .badRequest,
        .tooLarge, .malformed, .redirected, .captivePortal, .pinMismatch, .timedOut, .offline,
    ]

    /// The most telling error of the backends that were asked; else of the suspended ones, with the time until
    /// the first of them is asked again.
    ///
    /// Of two errors that tell the same, the earlier backend's counts. That a backend cannot ask for the thing is told
    /// only where there is nothing else to tell.
    ///
    /// - Parameter now: The date.
    /// - Returns: The error; `nil` when there was no backend at all.
    func error(now: Date) -> (any Error)? {
        let failures = asked.filter { ($0 as? any CodedError)?.code != .invalidInput }
        if let error = Self.mostTelling(of: failures, code: { ($0 as? any CodedError)?.code }) { return error }
        if let suspension = Self.mostTelling(of: suspensions, code: \.code) {
            return NetworkError(suspension.code, retryAfter: wait(now: now))
        }
        return asked.first
    }

    /// Returns the time until the first suspended backend is asked again; `nil` when none is suspended.
    ///
    /// - Parameter now: The date.
    /// - Returns: A second or more.
    func wait(now: Date) -> Duration? {
        suspensions.map(\.until).min().map { .seconds(max(1, $0.timeIntervalSince(now))) }
    }

    private static func mostTelling<Element>(
        of elements: [Element], code: (Element) -> ErrorCode?
    ) -> Element? {
        // The first of the smallest: min(by:) keeps the one that came first.
        elements.min { rank(code($0)) < rank(code($1)) }
    }

    private static func rank(_ code: ErrorCode?) -> Int {
        code.flatMap(order.firstIndex) ?? order.count
    }
}
