import Core

/// Gives every request the name of the app, unless it brings one of its own.
struct UserAgentRequestProvider: RequestProvider {
    private let userAgent: String
    private let requests: any RequestProvider

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - userAgent: The name, all visible ASCII and spaces.
    ///   - requests: The provider that performs requests.
    init(_ userAgent: String, requests: any RequestProvider) {
        (self.userAgent, self.requests) = (userAgent, requests)
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        var request = request
        if !request.headers.keys.contains(where: { $0.lowercased() == "user-agent" }) {
            request.headers["User-Agent"] = userAgent
        }
        return try await requests.response(to: request)
    }

    func shutDown() async {
        await requests.shutDown()
    }
}
