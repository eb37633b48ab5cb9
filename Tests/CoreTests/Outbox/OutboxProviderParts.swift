import Foundation
import Synchronization

@testable import Core

/// An outbox's store in memory, whose commits can fail.
final class InMemoryOutboxStore: OutboxStore {
    struct Failure: CodedError {
        var code = ErrorCode.noSpace
        var isRetryable: Bool { true }
        var retryAfter: Duration? { nil }
    }

    private struct State {
        var content = StoredOutbox()
        var failure: Failure?
        var commits = 0
        /// Done once, with the next commit.
        var onCommit: (@Sendable () -> Void)?
        var acknowledged: [OutboxAcknowledgement] = []
        var untouched: [StatusIntent] = []
    }

    private let state = Mutex(State())

    var entries: [OutboxEntry.ID: OutboxEntry] { state.withLock { $0.content.entries } }
    var sent: [OutboxEntry.ID: SentEntry] { state.withLock { $0.content.sent } }
    var commits: Int { state.withLock { $0.commits } }
    var acknowledged: [OutboxAcknowledgement] { state.withLock { $0.acknowledged } }
    var untouched: [StatusIntent] { state.withLock { $0.untouched } }

    /// Lets each commit fail from now on; `nil` lets them go well.
    func fail(with failure: Failure?) {
        state.withLock { $0.failure = failure }
    }

    func onCommit(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.onCommit = work }
    }

    func content() async throws -> OutboxContent {
        state.withLock { state in
            OutboxContent(
                entries: Array(state.content.entries.values), lanes: Array(state.content.lanes.values),
                sent: Array(state.content.sent.values), pauses: state.content.pauses,
                serverDate: state.content.serverDate)
        }
    }

    func commit(_ commit: OutboxCommit) async throws {
        let changes = commit.changes
        state.withLock { state in
            defer { state.onCommit = nil }
            return state.onCommit
        }?()
        try state.withLock { state in
            if let failure = state.failure, failure.code != .outcomeUnknown { throw failure }
            state.content.commit(changes)
            // It is there, and the store cannot say so.
            if let failure = state.failure { throw failure }
            state.acknowledged += commit.acknowledged
            state.untouched += commit.untouched
            state.commits += 1
        }
    }
}

/// A sender that holds each call until a test answers it.
final class HeldSender: OutboxSender {
    /// A call that waits for its answer.
    enum Call: Sendable {
        case send([OutboxRequest], CheckedContinuation<OutboxAnswer, any Error>)
        case look(OutboxRequest, CheckedContinuation<OutboxFinding, any Error>)
        case read(OutboxRequest, CheckedContinuation<OutboxReading, any Error>)
    }

    private let calls: AsyncStream<Call>
    private let continuation: AsyncStream<Call>.Continuation
    private let cancelled = Mutex(0)

    init() {
        (calls, continuation) = AsyncStream.makeStream()
    }

    /// The number of sends that were cancelled.
    var cancelledCount: Int { cancelled.withLock { $0 } }

    /// The next call, which the test has to answer; `nil` where the test's time is over.
    func next() async -> Call? {
        for await call in calls { return call }
        return nil
    }

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation.yield(.send(requests, $0)) }
        } onCancel: {
            cancelled.withLock { $0 += 1 }
        }
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding {
        try await withCheckedThrowingContinuation { continuation.yield(.look(request, $0)) }
    }

    func read(_ request: OutboxRequest) async throws -> OutboxReading {
        try await withCheckedThrowingContinuation { continuation.yield(.read(request, $0)) }
    }

    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        ConfirmedValues(vote: value == "1" ? .up : value == "-1" ? .down : .neutral)
    }
}
