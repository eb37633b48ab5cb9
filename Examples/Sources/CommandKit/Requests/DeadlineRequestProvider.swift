package import Core

/// Limits the time of every request to the time that the whole command has left.
package struct DeadlineRequestProvider: RequestProvider {
    private let requests: any RequestProvider
    private let time: any TimeProvider
    private let deadline: Duration

    package init(_ requests: any RequestProvider, after timeout: Duration, time: any TimeProvider) {
        self.requests = requests
        self.time = time
        deadline = time.uptime + timeout
    }

    package func response(to request: NetworkRequest) async throws -> NetworkResponse {
        let left = deadline - time.uptime
        guard left > .zero else { throw NetworkError(.timedOut, isUnsent: true) }
        var limited = request
        limited.timeout = request.timeout.map { min($0, left) } ?? left
        return try await requests.response(to: limited)
    }

    package func shutDown() async {
        await requests.shutDown()
    }
}
