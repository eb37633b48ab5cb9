import Core

/// Gives every request so much time, what a server asks to wait for included.
///
/// Where nobody waits, requests sit out any pause that a server asks for. In a terminal somebody does.
struct PatientRequestProvider: RequestProvider {
    private let requests: any RequestProvider
    private let patience: Duration

    init(_ requests: any RequestProvider, patience: Duration) {
        self.requests = requests
        self.patience = patience
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        var limited = request
        limited.timeout = request.timeout.map { min($0, patience) } ?? patience
        return try await requests.response(to: limited)
    }

    func shutDown() async {
        await requests.shutDown()
    }
}
