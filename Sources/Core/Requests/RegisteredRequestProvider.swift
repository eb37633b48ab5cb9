/// The request provider that is registered, looked up when the first request is made: for backends that are made before an
/// app is wired.
///
/// It looks in the container that was the current one when it was made. Safe from any thread.
public struct RegisteredRequestProvider: RequestProvider {
    private let container: DependencyContainer

    /// Creates a provider for the current container.
    public init() {
        container = Dependency.current
    }

    /// Performs a request by the registered provider.
    ///
    /// - Parameter request: The request.
    /// - Returns: A successful answer with its whole body.
    /// - Throws: ``DependencyError`` where no request provider is registered; else as the registered one.
    public func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try await container.resolve((any RequestProvider).self).response(to: request)
    }

    /// Ends what is under way in the registered provider; does nothing where none is registered.
    public func shutDown() async {
        guard container.isRegistered((any RequestProvider).self) else { return }
        do {
            try await container.resolve((any RequestProvider).self).shutDown()
        } catch {
            // It cannot be made, so it has nothing under way.
        }
    }
}

extension RequestProvider where Self == RegisteredRequestProvider {
    /// The request provider that is registered, looked up when the first request is made.
    public static var registered: RegisteredRequestProvider { RegisteredRequestProvider() }
}
