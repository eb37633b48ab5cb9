import Core
import Foundation
import Synchronization

/// The transport of one download, whose requests wait for the rate governor and report to it.
final class GovernedTransport: HTTPTransport {
    private struct State: Sendable {
        /// Whether the next request was admitted already.
        var isAdmitted = false
        var answeringHost: HostKey?
        var pause: Duration?
    }

    private let base: any HTTPTransport
    private let governor: RateGovernor
    private let ticket: Int
    private let urgency: Urgency
    private let patience: Duration?
    private let state = Mutex(State())

    init(
        _ base: any HTTPTransport, governor: RateGovernor, ticket: Int, priority: RequestPriority, patience: Duration?
    ) {
        self.base = base
        self.governor = governor
        self.ticket = ticket
        self.patience = patience
        urgency = Urgency(priority: priority, version: 0)
    }

    /// The host of the last answer; nil when the last request had none.
    var answeringHost: HostKey? { state.withLock { $0.answeringHost } }

    /// The pause that the last answer asks for.
    var pause: Duration? { state.withLock { $0.pause } }

    /// Waits until the next request may be sent.
    ///
    /// - Throws: `RateRefusal`, `CancellationError`.
    func admit() async throws {
        state.withLock { $0 = State() }
        try await governor.admit(ticket, deadline: deadline, urgency: urgency)
        state.withLock { $0.isAdmitted = true }
    }

    /// Returns a queue slot in which nothing was sent.
    func giveBack() {
        let isUnused = state.withLock { state in
            defer { state.isAdmitted = false }
            return state.isAdmitted
        }
        if isUnused { governor.failed(ticket, wasSent: false) }
    }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        try await takeSlot()
        do {
            let response = try await base.send(request)
            ended(request, with: response, nil)
            return response
        } catch {
            ended(request, with: nil, error)
            throw error
        }
    }

    func send(_ request: NetworkRequest, into sink: any BodySink) async throws -> NetworkResponse {
        try await takeSlot()
        let tap = HeadTap(sink)
        do {
            let head = try await base.send(request, into: tap)
            ended(request, with: head, nil)
            return head
        } catch {
            // What was refused, or broke in the middle, was answered all the same.
            ended(request, with: tap.head, error)
            throw error
        }
    }

    /// Nothing: it belongs to one download, and the base to all.
    func shutDown() async {}

    /// The deadline of waiting for a queue slot.
    private var deadline: Duration? {
        patience.map { governor.time.uptime + $0 }
    }

    private func takeSlot() async throws {
        let isAdmitted = state.withLock { state in
            defer { state.isAdmitted = false }
            return state.isAdmitted
        }
        // The second request of a download that had to begin anew.
        if !isAdmitted { try await governor.admit(ticket, deadline: deadline, urgency: urgency) }
    }

    private func ended(_ request: NetworkRequest, with head: NetworkResponse?, _ error: (any Error)?) {
        guard let head else {
            let failure = error as? NetworkError
            let isUnsent = (failure?.underlying as? ConnectionFailure)?.isUnsent ?? false
            governor.failed(ticket, wasSent: failure != nil && !isUnsent || error is CancellationError)
            return
        }
        let pause = governor.answered(ticket, head, to: request)
        state.withLock { state in
            state.answeringHost = HostKey(head.url)
            state.pause = pause
        }
    }
}

/// A body sink that passes an answer on and keeps its status and headers.
private final class HeadTap: BodySink {
    private let sink: any BodySink
    private let seen = Mutex<NetworkResponse?>(nil)

    init(_ sink: any BodySink) {
        self.sink = sink
    }

    var head: NetworkResponse? { seen.withLock { $0 } }

    func begin(_ head: NetworkResponse) async throws {
        seen.withLock { $0 = head }
        try await sink.begin(head)
    }

    func receive(_ bytes: Data) async throws {
        try await sink.receive(bytes)
    }
}
