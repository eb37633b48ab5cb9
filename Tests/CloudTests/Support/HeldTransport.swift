import Cloud
import Core
import Foundation
import Synchronization

/// A transport whose requests wait until the test answers them, each on its own.
final class HeldTransport: HTTPTransport {
    private struct State {
        var requests: [NetworkRequest] = []
        var open: [Int: CheckedContinuation<NetworkResponse, any Error>] = [:]
        var cancelled: Set<Int> = []
        var mostOpen = 0
        var watchers: [(isReady: @Sendable (Int, Int) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            let ready = watchers.filter { $0.isReady(requests.count, open.count) }.map(\.continuation)
            watchers.removeAll { $0.isReady(requests.count, open.count) }
            return ready
        }
    }

    private let state = Mutex(State())
    /// A server that keeps a request after it was cancelled, until it is answered.
    private let ignoresCancellation: Bool

    init(ignoresCancellation: Bool = false) {
        self.ignoresCancellation = ignoresCancellation
    }

    var requests: [NetworkRequest] { state.withLock { $0.requests } }
    /// The numbers of those that were cancelled.
    var cancelled: Set<Int> { state.withLock { $0.cancelled } }
    /// How many wait for an answer.
    var openCount: Int { state.withLock { $0.open.count } }
    var mostOpen: Int { state.withLock { $0.mostOpen } }
    /// The last part of each request's path, in the order in which they were sent.
    var names: [String] { requests.map(\.url.lastPathComponent) }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, ready) = state.withLock { state in
                    if state.cancelled.contains(number), !ignoresCancellation { return (true, state.takeReady()) }
                    state.open[number] = continuation
                    state.mostOpen = max(state.mostOpen, state.open.count)
                    return (false, state.takeReady())
                }
                if isOver { continuation.resume(throwing: CancellationError()) }
                for watcher in ready { watcher.resume() }
            }
        } onCancel: {
            let (continuation, ready) = state.withLock { state in
                state.cancelled.insert(number)
                let continuation = ignoresCancellation ? nil : state.open.removeValue(forKey: number)
                return (continuation, state.takeReady())
            }
            continuation?.resume(throwing: CancellationError())
            for watcher in ready { watcher.resume() }
        }
    }

    func shutDown() async {}

    /// Returns when so many requests have come in all and wait for an answer, or have been ended.
    func waitForRequests(_ count: Int) async {
        await wait { requests, _ in requests >= count }
    }

    /// Returns when so many wait for an answer at once.
    func waitForOpen(_ count: Int) async {
        await wait { _, open in open >= count }
    }

    private func wait(_ isReady: @escaping @Sendable (Int, Int) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if isReady(state.requests.count, state.open.count) { return true }
                state.watchers.append((isReady, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Answers a request by its number; waits until it has come.
    func answer(
        _ number: Int, _ status: Int = 200, _ headers: [String: String] = [:], _ body: String = "{}"
    ) async {
        while true {
            await wait { requests, _ in requests > number }
            let (request, continuation) = state.withLock { state in
                (state.requests[number], state.open.removeValue(forKey: number))
            }
            if let continuation {
                continuation.resume(
                    returning: NetworkResponse(
                        status: status, url: request.url, headers: headers, body: Data(body.utf8)))
                return
            }
            // It has come and is not yet there to be answered.
            await Task.yield()
        }
    }
}

/// Keeps what it is told.
final class ActivityLog: ActivityRecorder {
    private let state = Mutex<[ActivityEvent]>([])

    var events: [ActivityEvent] { state.withLock { $0 } }

    func events(_ kind: ActivityEvent.Kind) -> [ActivityEvent] { events.filter { $0.kind == kind } }

    func record(_ event: ActivityEvent) { state.withLock { $0.append(event) } }
}

/// Keeps how requests ended.
final class ConnectivityLog: ConnectivityProvider {
    let connectivity = ObservableValue(Connectivity.unknown)
    private let state = Mutex<[ErrorCode?]>([])

    var ends: [ErrorCode?] { state.withLock { $0 } }

    func requestEnded(with error: NetworkError?) { state.withLock { $0.append(error?.code) } }
}

/// Returns when something that is under way has come true.
func eventually(_ isTrue: () -> Bool) async {
    while !isTrue() { await Task.yield() }
}
