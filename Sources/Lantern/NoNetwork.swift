import Core

/// A network that always fails as offline, for an app that must not use one.
struct NoNetwork: RequestProvider, OnlineMediaProvider {
    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try Task.checkCancellation()
        throw NetworkError(.offline, isUnsent: true)
    }

    func shutDown() async {}

    func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        try Task.checkCancellation()
        throw NetworkError(.offline)
    }
}
