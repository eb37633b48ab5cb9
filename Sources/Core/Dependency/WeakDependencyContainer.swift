/// A weak reference to the container that was current when it was made, to resolve types from later.
///
/// It is weak because what is registered in a container would otherwise keep the container, and so itself, alive.
struct WeakDependencyContainer: Sendable {
    private let container: @Sendable () -> DependencyContainer?

    /// Remembers the current container.
    init() {
        let current = Dependency.current
        container = { [weak current] in current }
    }

    /// Returns the instance for a type.
    ///
    /// - Returns: The instance; `nil` where nothing is registered for it, and where the container is gone.
    /// - Throws: ``DependencyError`` when it cannot be made.
    func registered<T: Sendable>(_ type: T.Type) throws(DependencyError) -> T? {
        guard let container = container(), container.isRegistered(type) else { return nil }
        return try container.resolve(type)
    }
}
