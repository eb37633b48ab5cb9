/// The resolver: turns a protocol into the instance that the app, or the test, registered for it.
///
/// ```swift
/// // Once, in the app's Injector:
/// Dependency.register((any PostProvider).self) { DefaultPostProvider() }
/// // In the initialiser of a view model:
/// self.provider = Dependency.resolve((any PostProvider).self)
/// ```
///
/// All calls go to the ``current`` container: the default one, or the one that a task was given with
/// ``withContainer(_:operation:)-(_,()(Error)->_)``. That is how tests run in parallel with a world of their own each.
public enum Dependency {
    /// The container of this task.
    ///
    /// Child tasks inherit it; detached tasks and plain threads get the default one.
    @TaskLocal public static var current = DependencyContainer()

    /// Registers how to make a type, in the current container.
    ///
    /// A later registration replaces an earlier one.
    ///
    /// - Parameters:
    ///   - type: The type to resolve by, usually a protocol: `(any PostProvider).self`.
    ///   - scope: How long an instance lives; `singleton` unless said otherwise.
    ///   - factory: Makes the instance. It may resolve what it needs itself. No lock is held while it runs, and a
    ///     singleton's runs once, however many threads ask.
    public static func register<T: Sendable>(
        _ type: T.Type,
        scope: DependencyScope = .singleton,
        _ factory: @escaping @Sendable () throws -> T
    ) {
        current.register(type, scope: scope, factory)
    }

    /// The instance for a type.
    ///
    /// Stops the program when there is none: a wiring mistake is not a condition to handle.
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

    /// The instance for a type, or an error that names what is missing.
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

    /// The instance for a type where one is registered, else a default: for what works without being wired.
    ///
    /// The default is made once and kept by the container, so that everybody who resolves the type shares it; a child
    /// container uses its parent's. The first one that is asked for stays, whatever the next caller would make. It goes
    /// when the type is registered, and with ``unregisterAll()``; whoever has it keeps it. It is made from the
    /// container's own registrations, as a singleton is.
    ///
    /// - Parameters:
    ///   - type: The type it was registered by.
    ///   - fallback: What to use when nothing is registered; it may resolve what it needs itself.
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

    /// Forgets every registration, every singleton and every default of the current container.
    public static func unregisterAll() {
        current.unregisterAll()
    }

    /// Runs an operation with another container as the current one, for it and the child tasks that it starts.
    ///
    /// - Parameters:
    ///   - container: The container to use inside.
    ///   - operation: What to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public static func withContainer<Result>(
        _ container: DependencyContainer, operation: () throws -> Result
    ) rethrows -> Result {
        try $current.withValue(container, operation: operation)
    }

    /// Runs an asynchronous operation with another container as the current one, for it and its child tasks.
    ///
    /// - Parameters:
    ///   - container: The container to use inside.
    ///   - isolation: The caller's actor; leave it out.
    ///   - operation: What to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public static func withContainer<Result>(
        _ container: DependencyContainer,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $current.withValue(container, operation: operation)
    }
}
