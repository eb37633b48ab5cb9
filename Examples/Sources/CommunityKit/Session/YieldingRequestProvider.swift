import Core
import Database
import Synchronization

/// A request provider that gives other programs a store while a request waits for its answer.
///
/// When the answer is there, the store can be written again. Where another program keeps it, the request fails with
/// `storeBusy`. It is for commands that make one request at a time.
final class YieldingRequestProvider: RequestProvider {
    private let requests: any RequestProvider
    private let store = Mutex<JSONStore?>(nil)

    /// The time for which another program is waited for.
    private static let patience = Duration.seconds(3)

    init(_ requests: any RequestProvider) {
        self.requests = requests
    }

    /// Gives a store to others from now on, whenever a request waits.
    func yield(_ store: JSONStore) {
        self.store.withLock { $0 = store }
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        guard let store = store.withLock(\.self) else { return try await requests.response(to: request) }
        try await store.suspend()
        let answer: Result<NetworkResponse, any Error>
        do {
            answer = .success(try await requests.response(to: request))
        } catch {
            answer = .failure(error)
        }
        try await store.resume(waitingUpTo: Self.patience)
        return try answer.get()
    }

    func shutDown() async {
        await requests.shutDown()
    }
}
