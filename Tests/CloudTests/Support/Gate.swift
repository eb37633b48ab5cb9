import Core
import Synchronization

/// Holds tasks up until it is opened, or lets them pass one by one.
final class Gate: Sendable {
    private struct State {
        var isOpen: Bool
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var cancelled: Set<Int> = []
        var lastID = 0
    }

    private let state: Mutex<State>
    /// How many tasks have come, cancelled ones included.
    let arrivals = ObservableValue(0)

    init(isOpen: Bool = true) {
        state = Mutex(State(isOpen: isOpen))
    }

    /// How many tasks wait.
    var count: Int { state.withLock { $0.waiting.count } }

    func close() { state.withLock { $0.isOpen = false } }

    /// Lets all pass, now and later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.continuation.resume() }
    }

    /// Lets one pass, if there is any.
    func release(_ number: UInt64 = 0) {
        let waiter = state.withLock { state in
            state.waiting.isEmpty ? nil : state.waiting.remove(at: Int(number % UInt64(state.waiting.count)))
        }
        waiter?.continuation.resume()
    }

    /// Returns when so many tasks have come since the beginning.
    func waitForArrivals(_ count: Int) async {
        for await arrived in arrivals.values where arrived >= count { return }
    }

    func pass() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.isOpen { return .success(()) }
                    state.waiting.append((id, continuation))
                    return nil
                }
                arrivals.update { $0 += 1 }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let index = state.waiting.firstIndex { $0.id == id }
                if index == nil { state.cancelled.insert(id) }
                return index.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
