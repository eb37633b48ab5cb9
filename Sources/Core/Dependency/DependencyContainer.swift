import Synchronization

/// The registrations of an app or of a test, and the singletons made from them.
///
/// Safe from any thread. Types are keyed by identity, so equal names in two modules do not collide. Resolving costs one
/// lock and one dictionary look-up, plus the factory where one has to run.
public final class DependencyContainer: Sendable {
    private let parent: DependencyContainer?
    private let graph: ResolutionGraph
    private let registrations = Mutex<[ObjectIdentifier: Registration]>([:])

    /// Creates an empty container.
    ///
    /// - Parameter parent: Where types are looked up that this one does not know; `nil`, the default, for nowhere.
    ///   An override is seen by whoever resolves inside it: a singleton of the parent is made from the parent's
    ///   registrations, wherever it is asked for first.
    public init(parent: DependencyContainer? = nil) {
        self.parent = parent
        self.graph = parent?.graph ?? ResolutionGraph()
    }

    /// Registers how to make a type.
    ///
    /// A later registration replaces an earlier one and its singleton.
    ///
    /// - Parameters:
    ///   - type: The type to resolve by.
    ///   - scope: How long an instance lives; `singleton` unless said otherwise.
    ///   - factory: Makes the instance; no lock is held while it runs.
    public func register<T: Sendable>(
        _ type: T.Type,
        scope: DependencyScope = .singleton,
        _ factory: @escaping @Sendable () throws -> T
    ) {
        let registration = Registration(
            name: Registration.name(of: type), scope: scope, factory: factory, box: SingletonBox())
        // What is replaced is released after unlocking: its deinit may resolve something.
        let replaced = registrations.withLock { $0.updateValue(registration, forKey: ObjectIdentifier(type)) }
        withExtendedLifetime(replaced) {}
    }

    /// The instance for a type.
    ///
    /// - Parameters:
    ///   - type: The type it was registered by.
    ///   - fileID: The caller's file, for the message.
    ///   - line: The caller's line, for the message.
    /// - Returns: The instance, made now or earlier as its scope says.
    /// - Throws: ``DependencyError``: nothing registered, a cycle (also one that two threads make together), or a
    ///   factory that threw. A singleton whose factory threw is tried again the next time.
    public func resolve<T: Sendable>(
        _ type: T.Type = T.self, fileID: StaticString = #fileID, line: UInt = #line
    ) throws(DependencyError) -> T {
        let resolution = Resolution.current
        let name = Registration.name(of: type)
        guard let (owner, registration) = find(ObjectIdentifier(type)) else {
            throw .missing(type: name, chain: resolution.names, fileID: "\(fileID)", line: line)
        }
        if resolution.contains(registration.box) {
            throw .cycle(type: name, chain: resolution.names, fileID: "\(fileID)", line: line)
        }
        let instance: any Sendable
        switch registration.scope {
        case .transient:
            instance = try resolution.run(registration, in: owner)
        case .singleton:
            switch graph.claim(registration.box, for: resolution) {
            case .ready(let ready):
                instance = ready
            case .cycle:
                throw .cycle(type: name, chain: resolution.names, fileID: "\(fileID)", line: line)
            case .make:
                do throws(DependencyError) {
                    // In the container it came from, so that a parent's singleton never keeps a child's override.
                    instance = try resolution.run(registration, in: owner)
                } catch {
                    graph.finish(registration.box, with: nil)
                    throw error
                }
                graph.finish(registration.box, with: instance)
            }
        }
        guard let typed = instance as? T else {
            // The factory is typed by `register`, so only a mistake in this file gets here.
            preconditionFailure("The registration for \(name) made a \(Swift.type(of: instance)).")
        }
        return typed
    }

    /// Whether a type is registered, here or in a parent.
    ///
    /// - Parameter type: The type to resolve by.
    /// - Returns: True when ``resolve(_:fileID:line:)`` finds a registration.
    public func isRegistered<T>(_ type: T.Type) -> Bool {
        find(ObjectIdentifier(type)) != nil
    }

    /// Forgets every registration and every singleton of this container; a parent is left alone.
    public func unregisterAll() {
        let old = registrations.withLock { registrations in
            defer { registrations = [:] }
            return registrations
        }
        withExtendedLifetime(old) {}
    }

    private func find(_ key: ObjectIdentifier) -> (DependencyContainer, Registration)? {
        var container: DependencyContainer? = self
        while let candidate = container {
            if let registration = candidate.registrations.withLock({ $0[key] }) { return (candidate, registration) }
            container = candidate.parent
        }
        return nil
    }
}

struct Registration: Sendable {
    let name: String
    let scope: DependencyScope
    let factory: @Sendable () throws -> any Sendable
    let box: SingletonBox

    /// The type as it is written in a program: a protocol with its `any`.
    static func name<T>(of type: T.Type) -> String {
        // The metatype of an existential ends so; its own name leaves the `any` out.
        let isProtocol = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
        return (isProtocol ? "any " : "") + String(reflecting: type)
    }
}
