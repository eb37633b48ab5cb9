public import Core

/// A ``Core/DraftProvider`` in memory that works and records its calls.
///
/// It knows no outbox: the test removes the draft of an item that is queued.
///
/// ```swift
/// mocks.drafts.put(draft)
/// await reply.load()
/// ```
public final class MockDraftProvider: DraftProvider {
    private struct State: Sendable {
        var drafts: [Draft.ID: Draft] = [:]
        var stored: [Draft] = []
        var removed: [Draft.ID] = []
        var onItsWay: Set<Draft.ID> = []
        var failure: (any Error)?
        var observers: [Int: AsyncThrowingStream<[Draft], any Error>.Continuation] = [:]
        var nextObserver = 0

        var sorted: [Draft] { drafts.values.sorted { ($1.date, $1.id) < ($0.date, $0.id) } }
    }

    private let state = Monitor(State())

    /// Creates a provider without drafts.
    package init() {}

    /// The drafts that were to be stored, those that were not included, in the order of the calls.
    public var storedDrafts: [Draft] { state.withLock { $0.stored } }

    /// The drafts that were to be removed, in the order of the calls.
    public var removedDrafts: [Draft.ID] { state.withLock { $0.removed } }

    /// Stores a draft as an earlier run of the app would have; it is not recorded as a call.
    ///
    /// - Parameter draft: The draft.
    public func put(_ draft: Draft) {
        change { $0.drafts[draft.id] = draft }
    }

    /// Removes a draft whose words are in the outbox, and refuses to store it from now on; not recorded as a call.
    ///
    /// - Parameter id: The draft.
    public func take(_ id: Draft.ID) {
        change { state in
            state.drafts[id] = nil
            state.onItsWay.insert(id)
        }
    }

    /// Makes every call fail from now on.
    ///
    /// - Parameter error: The error that calls throw; `nil` makes them succeed again.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    /// Waits until ``store(_:)`` was called a number of times.
    ///
    /// - Parameter count: The number of calls since the provider was made.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForStores(_ count: Int) async throws {
        try await state.wait { $0.stored.count >= count }
    }

    public func drafts() async throws -> [Draft] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.sorted
        }
    }

    @discardableResult
    public func store(_ draft: Draft) async throws -> Bool {
        try state.withLock { state in
            state.stored.append(draft)
            if let failure = state.failure { throw failure }
        }
        return change { state in
            guard !state.onItsWay.contains(draft.id) else { return false }
            state.drafts[draft.id] = draft
            return true
        }
    }

    public func remove(_ id: Draft.ID) async throws {
        try state.withLock { state in
            state.removed.append(id)
            if let failure = state.failure { throw failure }
        }
        change { $0.drafts[id] = nil }
    }

    public func observe() -> AsyncThrowingStream<[Draft], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: [Draft].self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.nextObserver += 1
            if let failure = state.failure {
                continuation.finish(throwing: failure)
            } else {
                continuation.yield(state.sorted)
                state.observers[state.nextObserver] = continuation
            }
            return state.nextObserver
        }
        continuation.onTermination = { [state] _ in state.withLock { $0.observers[number] = nil } }
        return stream
    }

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let before = state.sorted
            let result = body(&state)
            // While it is locked, so that nobody is left with an older list.
            if state.sorted != before { for observer in state.observers.values { observer.yield(state.sorted) } }
            return result
        }
    }
}
