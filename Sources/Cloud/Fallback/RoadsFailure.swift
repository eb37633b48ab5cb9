import Core
import Foundation

/// How all roads of a chain failed, and the one error that says it.
struct RoadsFailure: Sendable {
    /// The errors of the roads that were asked, in their order.
    var asked: [any Error] = []
    /// Why others were not asked.
    var remembered: [RoadClosure] = []

    /// What to tell a person, most telling first.
    ///
    /// What a server says of the thing comes before what it says of the way to it, and that before what the network says.
    private static let order: [ErrorCode] = [
        .notFound, .forbidden, .sessionExpired, .unauthorized, .rateLimited, .accessClosed, .serverError, .badRequest,
        .tooLarge, .malformed, .redirected, .captivePortal, .pinMismatch, .timedOut, .offline,
    ]

    /// The most telling error of the roads that were asked; else of those that are remembered, with the time until the
    /// first of them is asked again.
    ///
    /// Of two errors that tell the same, the earlier road's counts. That a road cannot ask for the thing is told only
    /// where there is nothing else to tell.
    ///
    /// - Parameter now: The date.
    /// - Returns: The error; `nil` when there was no road at all.
    func error(now: Date) -> (any Error)? {
        let failures = asked.filter { ($0 as? any CodedError)?.code != .invalidInput }
        if let error = Self.mostTelling(of: failures, code: { ($0 as? any CodedError)?.code }) { return error }
        if let closure = Self.mostTelling(of: remembered, code: \.code) {
            return NetworkError(closure.code, retryAfter: wait(now: now))
        }
        return asked.first
    }

    /// How long until the first of the remembered roads is asked again; `nil` when there is none.
    ///
    /// - Parameter now: The date.
    /// - Returns: A second or more.
    func wait(now: Date) -> Duration? {
        remembered.map(\.until).min().map { .seconds(max(1, $0.timeIntervalSince(now))) }
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
