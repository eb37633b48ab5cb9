package import Core

/// A gate that holds requests back until what is stored was shown, or a short time is over.
///
/// A program that reads in the dark has its first screen from the store, and the network must not slow that down.
package final class StartGate: Sendable {
    private let pause: Task<Void, Never>

    /// Creates a gate that is closed.
    ///
    /// - Parameters:
    ///   - limit: The longest time that it stays closed: where nothing is stored, there is nothing to wait for.
    ///   - time: The clock.
    package init(atMost limit: Duration = .milliseconds(250), time: any TimeProvider) {
        pause = Task {
            // Only a cancelled sleep throws, and then the gate is open.
            try? await time.sleep(for: limit)
        }
    }

    /// Lets all requests pass from now on.
    package func open() { pause.cancel() }

    /// Has all registered requests wait at the gate; for who has asked for nothing yet.
    package func hold() {
        let requests = Dependency.resolve((any RequestProvider).self)
        Dependency.register((any RequestProvider).self) { [pause] in HeldRequestProvider(requests, until: pause) }
    }
}

/// Requests that wait until a task has ended.
private struct HeldRequestProvider: RequestProvider {
    private let requests: any RequestProvider
    private let pause: Task<Void, Never>

    init(_ requests: any RequestProvider, until pause: Task<Void, Never>) {
        (self.requests, self.pause) = (requests, pause)
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        await pause.value
        try Task.checkCancellation()
        return try await requests.response(to: request)
    }

    func shutDown() async {
        await requests.shutDown()
    }
}
