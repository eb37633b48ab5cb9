/// The container that was the current one, for what looks into it later.
///
/// It is not kept: what is registered in a container would keep it, and itself, for ever.
struct LaterContainer: Sendable {
    private let container: @Sendable () -> DependencyContainer?

    /// Remembers the current container.
    init() {
        let current = Dependency.current
        container = { [weak current] in current }
    }

    /// The instance for a type.
    ///
    /// - Returns: `nil` where nothing is registered for it, and where the container is gone.
    /// - Throws: ``DependencyError`` when it cannot be made.
    func registered<T: Sendable>(_ type: T.Type) throws(DependencyError) -> T? {
        guard let container = container(), container.isRegistered(type) else { return nil }
        return try container.resolve(type)
    }
}
