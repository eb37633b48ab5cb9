public import Foundation

/// The store of small values that is registered, looked up when it is first asked: for backends that are made before an
/// app is wired.
///
/// It looks in the container that was the current one when it was made, and does not keep it; where nothing is
/// registered there, nothing is kept. Safe from any thread.
public struct RegisteredStateStore: StateStore {
    private let container = LaterContainer()

    /// Creates a store for the current container.
    public init() {}

    /// A value of the registered store.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The value, `nil` when none was set and where no store is registered.
    /// - Throws: As the registered store, and ``DependencyError`` when that cannot be made.
    public func value(_ name: String) async throws -> Data? {
        try await container.registered((any StateStore).self)?.value(name)
    }

    /// Sets a value of the registered store; does nothing where none is registered.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes it.
    ///   - name: Its name.
    /// - Throws: As the registered store, and ``DependencyError`` when that cannot be made.
    public func set(_ value: Data?, for name: String) async throws {
        try await container.registered((any StateStore).self)?.set(value, for: name)
    }
}

extension StateStore where Self == RegisteredStateStore {
    /// The store of small values that is registered, looked up when it is first asked.
    public static var registered: RegisteredStateStore { RegisteredStateStore() }
}
