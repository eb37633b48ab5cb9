/// A request provider that passes requests to the registered one, looked up with the first request: for backends that
/// are made before an app is wired.
///
/// It looks in the container that was the current one when it was made, and does not keep it: whoever wires an app
/// keeps its container, as `AppServices` do. Safe from any thread.
public struct RegisteredRequestProvider: RequestProvider {
    private let container = WeakDependencyContainer()

    /// Creates a provider for the current container.
    package init() {}

    public func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try await registered().response(to: request)
    }

    private func registered() throws(DataError) -> any RequestProvider {
        let found: (any RequestProvider)?
        do throws(DependencyError) {
            found = try container.registered((any RequestProvider).self)
        } catch {
            throw DataError(
                .invalidInput, message: "The RequestProvider that is registered with Dependency cannot be made.",
                underlying: error)
        }
        guard let provider = found else {
            throw DataError(
                .invalidInput,
                message: "No RequestProvider is registered, so no server can be asked. Register one before the first "
                    + "request: Dependency.register((any RequestProvider).self) { NetworkRequestProvider() }.")
        }
        return provider
    }

    public func shutDown() async {
        do {
            try await container.registered((any RequestProvider).self)?.shutDown()
        } catch {
            // It cannot be made, so it has nothing under way.
        }
    }
}

extension RequestProvider where Self == RegisteredRequestProvider {
    /// The request provider that is registered, looked up when the first request is made.
    public static var registered: RegisteredRequestProvider { RegisteredRequestProvider() }
}
