/// A dependency injection container for the whole app: it maps a protocol to the instance that was registered for it.
///
/// ```swift
/// // Once, when the app starts:
/// Dependency.register((any PostProvider).self) { DefaultPostProvider(backends: backends) }
/// // In the initialiser of a view model:
/// self.provider = Dependency.resolve((any PostProvider).self)
/// ```
///
/// All calls go to the ``current`` container. Tests run in parallel because each sets a container of its own, with
/// ``withContainer(_:operation:)-(_,()(Error)->_)``.
public enum Dependency {
    /// The container that this task uses.
    ///
    /// Child tasks inherit it; detached tasks and plain threads use the default one.
    @TaskLocal public static var current = DependencyContainer()

    /// Registers a factory for a type in the current container.
    ///
    /// A later registration replaces an earlier one.
    ///
    /// - Parameters:
    ///   - type: The type to resolve by, usually a protocol: `(any PostProvider).self`.
    ///   - scope: The lifetime of the instances; ``DependencyScope/singleton`` by default.
    ///   - factory: Makes the instance. It may resolve what it needs. No lock is held while it runs, and a singleton's
    ///     runs once, however many threads resolve the type.
    public static func register<T: Sendable>(
        _ type: T.Type,
        scope: DependencyScope = .singleton,
        _ factory: @escaping @Sendable () throws -> T
    ) {
        current.register(type, scope: scope, factory)
    }

    /// Returns the instance for a type.
    ///
    /// Stops the program when the type is not registered: that is a mistake in the code, not a condition to handle.
    ///
    /// - Parameters:
    ///   - type: The type it was registered by.
    ///   - fileID: The caller's file, for the message.
    ///   - line: The caller's line, for the message.
    /// - Returns: The instance, made now or earlier as its scope says.
    public static func resolve<T: Sendable>(
        _ type: T.Type = T.self, fileID: StaticString = #fileID, line: UInt = #line
    ) -> T {
        do {
            return try current.resolve(type, fileID: fileID, line: line)
        } catch {
            // The registrations are the program's own: there is no state to go on with.
            fatalError("\(error)", file: fileID, line: line)
        }
    }

    /// Returns the instance for a type, or throws an error that names what is missing.
    ///
    /// - Parameters:
    ///   - type: The type it was registered by.
    ///   - fileID: The caller's file, for the message.
    ///   - line: The caller's line, for the message.
    /// - Returns: The instance, made now or earlier as its scope says.
    /// - Throws: ``DependencyError``.
    public static func resolveOrThrow<T: Sendable>(
        _ type: T.Type = T.self, fileID: StaticString = #fileID, line: UInt = #line
    ) throws(DependencyError) -> T {
        try current.resolve(type, fileID: fileID, line: line)
    }

    /// Returns the instance for a type, or a default when the type is not registered.
    ///
    /// The first default is kept by the container, and shared by all who resolve the type until it is registered or
    /// ``unregisterAll()`` is called. A child container uses its parent's. A default is made from the container's own
    /// registrations, as a singleton is.
    ///
    /// - Parameters:
    ///   - type: The type it was registered by.
    ///   - fallback: The default; it may resolve what it needs.
    ///   - fileID: The caller's file, for the message.
    ///   - line: The caller's line, for the message.
    /// - Returns: The registered instance, or the default. Stops the program when a registered one cannot be made, or
    ///   when the default needs itself.
    public static func resolve<T: Sendable>(
        _ type: T.Type, default fallback: @autoclosure () -> T, fileID: StaticString = #fileID, line: UInt = #line
    ) -> T {
        do {
            return try current.resolve(type, fileID: fileID, line: line, default: fallback)
        } catch {
            // The registrations are the program's own: there is no state to go on with.
            fatalError("\(error)", file: fileID, line: line)
        }
    }

    /// Removes all registrations, singletons and defaults of the current container.
    public static func unregisterAll() {
        current.unregisterAll()
    }

    /// Runs an operation with another current container, for it and the child tasks that it starts.
    ///
    /// - Parameters:
    ///   - container: The container to use.
    ///   - operation: The work to run.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    public static func withContainer<Result>(
        _ container: DependencyContainer, operation: () throws -> Result
    ) rethrows -> Result {
        try $current.withValue(container, operation: operation)
    }

    /// Runs an asynchronous operation with another current container, for it and the child tasks that it starts.
    ///
    /// - Parameters:
    ///   - container: The container to use.
    ///   - isolation: The caller's actor; leave it out.
    ///   - operation: The work to run.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    public static func withContainer<Result>(
        _ container: DependencyContainer,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $current.withValue(container, operation: operation)
    }
}

/// The lifetime of the instances that a ``DependencyContainer`` makes.
public enum DependencyScope: Sendable, Hashable {
    /// A new instance each time that the type is resolved.
    case transient
    /// One instance for the container, made when it is first resolved and kept until it is unregistered.
    case singleton
}
