import Core

extension GovernorState {
    /// A waiting request.
    struct Waiter: Sendable {
        let continuation: CheckedContinuation<Void, any Error>
        /// The deadline of the wait.
        let deadline: Duration?
        /// The number of its arrival.
        var number = 0
        /// The time since which a person waits for it.
        var urgentSince: Duration?
    }

    /// The phase of a ticket.
    enum Phase: Sendable {
        case idle
        case waiting(Waiter)
        case underway(Start)
    }

    /// The start of a request, with the state before it, which is restored when the server has not counted it.
    struct Start: Sendable {
        let since: Duration
        /// The number among the host's requests.
        let order: Int
        /// The time of the host's previous activity.
        let before: Duration?
        /// The fairness numbers of the feed before and after the start.
        let turns: (before: Int?, now: Int)
    }

    /// One request from its first try to its last.
    struct Ticket: Sendable {
        let host: HostKey
        /// The hash of its key; zero is the key of those that have none.
        let fairness: UInt64?
        var urgency: Urgency
        /// The time for which a person may still be held back.
        var allowance: Duration
        var phase = Phase.idle
    }
}
