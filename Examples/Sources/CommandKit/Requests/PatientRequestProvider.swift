package import Core

/// Limits the time of every request, pauses that the server asks for included.
///
/// Without a limit, requests wait as long as a server asks. In a terminal a person waits for them.
package struct PatientRequestProvider: RequestProvider {
    private let requests: any RequestProvider
    private let patience: Duration

    package init(_ requests: any RequestProvider, patience: Duration) {
        self.requests = requests
        self.patience = patience
    }

    package func response(to request: NetworkRequest) async throws -> NetworkResponse {
        var limited = request
        limited.timeout = request.timeout.map { min($0, patience) } ?? patience
        return try await requests.response(to: limited)
    }

    package func shutDown() async {
        await requests.shutDown()
    }
}
