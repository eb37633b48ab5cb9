/// Runs work once for equal keys, and gives its result to every caller that waits for it (request coalescing).
///
/// The work runs in a task of its own, at the priority of a person's request. Who joins and who leaves when:
/// - A caller whose task is cancelled leaves with `CancellationError`, one whose time is up with `timedOut`; the others
///   go on waiting. What happens to the work when the last one leaves is the ``AbandonedWork`` of the flights.
/// - Cancelled work is not joined: the next caller begins anew, and never inherits a cancellation.
/// - The work has the highest priority of those who wait, and is told of every change.
///
/// Safe from any thread. No lock is held while a caller is resumed, cancelled or told.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A handle by which work in flight reads the priority and the time limits of its callers.
    package typealias Flight = FlightTable.Flight
    /// The work; its ``Flight`` tells it about the callers that wait for it.
    package typealias Operation = @Sendable (Flight) async throws -> Value

    private let flights: FlightTable

    /// Creates flights, none of which is under way.
    ///
    /// - Parameters:
    ///   - abandoned: The treatment of work after its last caller has left.
    ///   - time: The clock of time limits.
    package init(abandoned: AbandonedWork = .cancel, time: any TimeProvider = SystemTimeProvider()) {
        flights = FlightTable(abandoned: abandoned, time: time)
    }

    /// The numbers of flights, cancelled ones that have not ended included, and of waiting callers.
    package var counts: (flights: Int, waiters: Int) { flights.counts }

    /// Returns the result of the work for a key: joins the flight that there is, or starts one.
    ///
    /// - Parameters:
    ///   - key: Says which work is equal; `nil` for work that nobody may join.
    ///   - priority: The priority of this caller.
    ///   - limit: The time limit of this caller; none by default.
    ///   - operation: The work.
    /// - Returns: The result of the work.
    /// - Throws: What the work throws, `NetworkError` with the code `timedOut`, what ``close(with:)`` or
    ///   ``endWaiting(with:)`` was given, `CancellationError` when the calling task was cancelled.
    package func value(
        for key: Key?, priority: RequestPriority = .userInitiated, limit: TimeLimit? = nil,
        operation: @escaping Operation
    ) async throws -> Value {
        let value = try await flights.value(
            for: key.map(FlightKey.init), priority: priority, limit: limit, operation: operation)
        guard let value = value as? Value else {
            // The work of this table is this method's own, so only a mistake in this file gets here.
            preconditionFailure("Work that makes a \(Value.self) made a \(type(of: value)).")
        }
        return value
    }

    /// Ends all work with an error, and refuses new work.
    ///
    /// - Parameter error: The error for the callers that wait, and for all later ones.
    package func close(with error: any Error) async { await flights.close(with: error) }

    /// Ends the waiting of all callers with an error; the work continues, and the next caller starts a new flight.
    ///
    /// - Parameter error: The error for the callers that wait.
    package func endWaiting(with error: any Error) { flights.endWaiting(with: error) }
}

/// The treatment of work in flight after its last caller has left.
package enum AbandonedWork: Sendable {
    /// Cancels the work; the caller leaves at once.
    case cancel
    /// Cancels the work; the caller leaves when it has ended, so that nothing of it is left behind.
    case cancelAndWait
    /// Lets the work finish, and callers join it until then: for work whose result must not be lost.
    case finish
}

/// The time limit of a caller for work in flight.
package enum TimeLimit: Sendable, Hashable {
    /// An uptime at which the limit ends, time in queues included.
    case until(Duration)
    /// A duration, counted from when an attempt is sent; time in queues does not count.
    case onceSent(Duration)
}

/// The highest priority of the callers that wait for work in flight, with a version number.
package struct Urgency: Sendable {
    /// The highest priority of the callers.
    package var priority: RequestPriority
    /// A number that grows with every change, by which an outdated value is recognised.
    package var version: Int

    /// Creates an urgency.
    ///
    /// - Parameters:
    ///   - priority: The highest priority of those who wait.
    ///   - version: A number that grows with every change.
    package init(priority: RequestPriority, version: Int) {
        self.priority = priority
        self.version = version
    }
}
