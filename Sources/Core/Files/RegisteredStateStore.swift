package import Foundation

/// A ``StateStore`` that forwards to the registered one, for backends that are made before an app has registered its
/// own.
///
/// It looks in the container that was the current one when it was made, and does not keep it; where nothing is
/// registered there, nothing is kept. Safe from any thread.
package struct RegisteredStateStore: StateStore {
    private let container = WeakDependencyContainer()

    /// Creates a store that resolves in the current container.
    package init() {}

    package func value(_ name: String) async throws -> Data? {
        try await container.registered((any StateStore).self)?.value(name)
    }

    package func set(_ value: Data?, for name: String) async throws {
        try await container.registered((any StateStore).self)?.set(value, for: name)
    }
}

extension StateStore where Self == RegisteredStateStore {
    /// The state store that is registered, resolved when it is first used.
    package static var registered: RegisteredStateStore { RegisteredStateStore() }
}
