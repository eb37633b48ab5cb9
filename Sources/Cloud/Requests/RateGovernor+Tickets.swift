import Core
import Foundation
import Synchronization

/// Why a request is not let through at all.
struct RateRefusal: Error {
    /// What stands in the way.
    let reason: ActivityEvent.Reason
    /// When it could have begun, as uptime.
    let until: Duration
    /// How long that is from now, in whole milliseconds rounded up.
    let retryAfter: Duration
    /// Whether it is too long for every person who waits, whatever their deadlines.
    let isPersonal: Bool

    /// The error for those who wait.
    var error: NetworkError { NetworkError(.rateLimited, retryAfter: retryAfter) }
}

/// How the requests of one ticket go through a governor.
///
/// ```
/// open ─▶ admit ─▶ answered or failed ─▶ (admit again …) ─▶ close
/// ```
extension RateGovernor {
    /// Gets in line, without waiting yet.
    ///
    /// - Parameters:
    ///   - host: Whom to ask.
    ///   - fairnessKey: Whose turn it is.
    ///   - urgency: Who waits.
    /// - Returns: The ticket's number; ``close(_:)`` gives it back.
    func open(_ host: HostKey, fairnessKey: String?, urgency: Urgency) -> Int {
        let fairness = fairnessKey.map(Self.hash)
        return state.withLock { $0.open(host, fairness: fairness, urgency: urgency) }
    }

    /// Waits until a request may be sent.
    ///
    /// - Parameters:
    ///   - ticket: The ticket; it must not be waiting or under way.
    ///   - deadline: Until when waiting makes sense, as uptime; `nil` for as long as it takes.
    ///   - urgency: Who waits now.
    /// - Throws: ``RateRefusal``, `CancellationError`.
    func admit(_ ticket: Int, deadline: Duration?, urgency: Urgency) async throws {
        let now = time.uptime
        if state.withLock({ $0.admitAtOnce(ticket, urgency: urgency, at: now) }) { return }
        restoring()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { state, now, effects in
                    let waiter = GovernorState.Waiter(continuation: continuation, deadline: deadline)
                    state.wait(ticket, waiter, urgency: urgency, at: now, &effects)
                }
                // Cancelled before it was in line: nobody else would take it out again.
                if Task.isCancelled { giveUp(ticket) }
            }
        } onCancel: {
            giveUp(ticket)
        }
    }

    /// Takes note that somebody else waits now.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, in any state.
    ///   - urgency: Who waits now; ignored when it is older than what is known.
    /// - Returns: Why it would take too long for a person who has come; the ticket stays as urgent as it was then.
    func update(_ ticket: Int, urgency: Urgency) -> RateRefusal? {
        change { state, now, effects in state.update(ticket, urgency: urgency, at: now, &effects) }
    }

    /// Learns from an answer.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, under way until now.
    ///   - response: The answer.
    ///   - request: What was asked, to tell who answered.
    /// - Returns: The pause that it brings to the host, `nil` for none.
    func answered(_ ticket: Int, _ response: NetworkResponse, to request: NetworkRequest) -> Duration? {
        let limits = ServerLimits(response, now: time.now)
        // After a redirect, the limits are those of whoever answered.
        let host = response.url == request.url ? nil : HostKey(response.url)
        let jitter = limits.remaining.map { $0 < 1 } == true ? Duration.seconds(random.next(in: 0...1)) : .zero
        return change { state, now, effects in
            state.learn(ticket, limits, status: response.status, from: host, at: now, jitter: jitter, &effects)
        }
    }

    /// Takes note that no answer came.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, under way until now.
    ///   - wasSent: Whether the server may have counted it.
    func failed(_ ticket: Int, wasSent: Bool) {
        change { state, now, effects in state.leave(ticket, wasSent: wasSent, at: now, &effects) }
    }

    /// Gives a ticket back.
    ///
    /// - Parameter ticket: The ticket; one that is under way counts as sent.
    func close(_ ticket: Int) {
        change { state, now, effects in state.close(ticket, at: now, &effects) }
    }

    private func giveUp(_ ticket: Int) {
        change { state, now, effects in
            state.endWaiting(ticket, with: CancellationError(), at: now, &effects)
        }
    }

    /// FNV-1a (Fowler, Noll and Vo): the same in every process, unlike Swift's own hashes.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    }
}

/// Who waits for a request, and how new that is.
struct Urgency: Sendable {
    /// The most urgent of those who wait.
    var priority: RequestPriority
    /// Grows with every change, so that two that overtake each other do no harm.
    var version: Int
}
