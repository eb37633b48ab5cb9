import Synchronization

/// What a backend was asked for, in order.
final class Asked<Request: Sendable>: Sendable {
    private let requests = Mutex<[Request]>([])

    func note(_ request: Request) {
        requests.withLock { $0.append(request) }
    }

    var all: [Request] { requests.withLock { $0 } }
}
