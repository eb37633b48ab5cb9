import Synchronization

/// A registry of factories, one for each type, and of the singletons made by them.
///
/// Safe from any thread. Types with equal names in two modules do not collide. Resolving costs one lock and one
/// dictionary look-up, plus the factory where one has to run.
public final class DependencyContainer: Sendable {
    private let parent: DependencyContainer?
    private let graph: ResolutionGraph
    private let content = Mutex(Content())

    private struct Content {
        var registrations: [ObjectIdentifier: Registration] = [:]
        /// The instances that were resolved with a default before anybody registered their type.
        var defaults: [ObjectIdentifier: SingletonBox] = [:]
    }

    /// Creates an empty container.
    ///
    /// - Parameter parent: The container in which types are looked up that this one does not have; none by default. A
    ///   singleton of the parent is always made from the parent's registrations, also when it is first resolved through
    ///   this container: what this one overrides is seen only by what is resolved through it.
    public init(parent: DependencyContainer? = nil) {
        self.parent = parent
        self.graph = parent?.graph ?? ResolutionGraph()
    }

    /// Registers a factory for a type.
    ///
    /// A later registration replaces an earlier one and its singleton, and a default that was kept.
    ///
    /// - Parameters:
    ///   - type: The type to resolve by.
    ///   - scope: The lifetime of the instances; ``DependencyScope/singleton`` by default.
    ///   - factory: Makes the instance; no lock is held while it runs.
    public func register<T: Sendable>(
        _ type: T.Type,
        scope: DependencyScope = .singleton,
        _ factory: @escaping @Sendable () throws -> T
    ) {
        let registration = Registration(scope: scope, factory: factory, box: SingletonBox())
        // What is replaced is released after unlocking: its deinit may resolve something.
        let replaced = content.withLock { content in
            let key = ObjectIdentifier(type)
            return (
                content.registrations.updateValue(registration, forKey: key), content.defaults.removeValue(forKey: key)
            )
        }
        withExtendedLifetime(replaced) {}
    }

    /// Returns the instance for a type.
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
        try typed(instance(of: type, fileID: fileID, line: line), as: type)
    }

    /// Returns the instance for a type, or a default when the type is not registered.
    ///
    /// The default is made once, from the registrations of the outermost parent, which keeps it until the type is
    /// registered; all containers below share it.
    ///
    /// - Parameters:
    ///   - type: The type it was registered by.
    ///   - fileID: The caller's file, for the message.
    ///   - line: The caller's line, for the message.
    ///   - fallback: Makes the default; it runs at most once for the container, and no lock is held meanwhile.
    /// - Returns: The registered instance, or the default.
    /// - Throws: ``DependencyError`` when a registered one cannot be made, or when the default needs itself.
    public func resolve<T: Sendable>(
        _ type: T.Type, fileID: StaticString = #fileID, line: UInt = #line, default fallback: () -> T
    ) throws(DependencyError) -> T {
        try typed(instance(of: type, fileID: fileID, line: line, default: fallback), as: type)
    }

    // One copy for all types: not to be copied into each caller.
    @inline(never)
    private func instance(
        of type: Any.Type, fileID: StaticString, line: UInt
    ) throws(DependencyError) -> any Sendable {
        guard let (owner, registration) = find(ObjectIdentifier(type)) else {
            throw .missing(
                type: Registration.name(of: type), chain: Resolution.current.names, fileID: "\(fileID)", line: line)
        }
        let call = ResolveCall(type: type, box: registration.box, owner: owner, fileID: fileID, line: line)
        return switch registration.scope {
        case .transient: try call.make(registration.factory)
        case .singleton: try call.shared(registration.factory, in: graph)
        }
    }

    @inline(never)
    private func instance(
        of type: Any.Type, fileID: StaticString, line: UInt, default fallback: () -> any Sendable
    ) throws(DependencyError) -> any Sendable {
        let key = ObjectIdentifier(type)
        if find(key) != nil { return try instance(of: type, fileID: fileID, line: line) }
        let root = root
        let box = root.content.withLock { content in
            if let kept = content.defaults[key] { return kept }
            let box = SingletonBox()
            content.defaults[key] = box
            return box
        }
        let call = ResolveCall(type: type, box: box, owner: root, fileID: fileID, line: line)
        return try call.shared(fallback, in: graph)
    }

    private func typed<T>(_ instance: any Sendable, as type: T.Type) -> T {
        guard let typed = instance as? T else {
            // The factory is typed by `register`, so only a mistake in this file gets here.
            preconditionFailure(
                "The registration for \(Registration.name(of: type)) made a \(Swift.type(of: instance)).")
        }
        return typed
    }

    /// Tells whether a type is registered, here or in a parent.
    ///
    /// - Parameter type: The type to look up.
    /// - Returns: True when there is a registration.
    public func isRegistered<T>(_ type: T.Type) -> Bool {
        find(ObjectIdentifier(type)) != nil
    }

    /// Removes all registrations, singletons and defaults of this container; those of a parent stay.
    public func unregisterAll() {
        let old = content.withLock { content in
            defer { content = Content() }
            return content
        }
        withExtendedLifetime(old) {}
    }

    /// The registrations made here, without a parent's.
    package var registrations: Registrations {
        Registrations(all: content.withLock { $0.registrations })
    }

    /// Removes some registrations; a newer one of the same type stays.
    package func forget(_ registrations: Registrations) {
        let old = content.withLock { content in
            let old = content.registrations
            content.registrations = old.filter { type, registration in
                registrations.all[type]?.box !== registration.box
            }
            return old
        }
        // Released after unlocking: a deinit may resolve something.
        withExtendedLifetime(old) {}
    }

    /// Replaces all registrations of this container with earlier ones.
    package func restore(_ registrations: Registrations) {
        let old = content.withLock { content in
            let old = content.registrations
            content.registrations = registrations.all
            return old
        }
        withExtendedLifetime(old) {}
    }

    private var root: DependencyContainer { parent?.root ?? self }

    private func find(_ key: ObjectIdentifier) -> (DependencyContainer, Registration)? {
        var container: DependencyContainer? = self
        while let candidate = container {
            if let registration = candidate.content.withLock({ $0.registrations[key] }) {
                return (candidate, registration)
            }
            container = candidate.parent
        }
        return nil
    }
}

/// One call that resolves a type: the box of the instance, and the place in the source that asked for it.
private struct ResolveCall {
    let type: Any.Type
    let box: SingletonBox
    let owner: DependencyContainer
    let fileID: StaticString
    let line: UInt

    /// A new instance.
    func make(_ factory: () throws -> any Sendable) throws(DependencyError) -> any Sendable {
        let resolution = Resolution.current
        if resolution.contains(box) { throw cycle(resolution) }
        // In the container it came from, so that a parent's singleton never keeps a child's override.
        return try resolution.run(type, box, in: owner, factory)
    }

    /// The one instance, made by whoever comes first.
    func shared(_ factory: () throws -> any Sendable, in graph: ResolutionGraph) throws(DependencyError) -> any Sendable
    {
        // Most are there already, and then nothing of the chain is asked for.
        if let instance = box.instance { return instance }
        let resolution = Resolution.current
        if resolution.contains(box) { throw cycle(resolution) }
        switch graph.claim(box, for: resolution) {
        case .ready(let ready): return ready
        case .cycle: throw cycle(resolution)
        case .make:
            let instance: any Sendable
            do throws(DependencyError) {
                instance = try make(factory)
            } catch {
                graph.finish(box, with: nil)
                throw error
            }
            graph.finish(box, with: instance)
            return instance
        }
    }

    private func cycle(_ resolution: Resolution) -> DependencyError {
        .cycle(type: Registration.name(of: type), chain: resolution.names, fileID: "\(fileID)", line: line)
    }
}

struct Registration: Sendable {
    let scope: DependencyScope
    let factory: @Sendable () throws -> any Sendable
    let box: SingletonBox

    /// The type as it is written in a program: a protocol with its `any`.
    ///
    /// For messages alone, as it takes microseconds.
    static func name(of type: Any.Type) -> String {
        // The metatype of an existential ends so; its own name leaves the `any` out.
        let isProtocol = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
        return (isProtocol ? "any " : "") + String(reflecting: type)
    }
}

/// A snapshot of the registrations of a container, to compare with later ones or to restore.
package struct Registrations: Sendable {
    let all: [ObjectIdentifier: Registration]

    /// The registrations that were added or replaced since an earlier snapshot.
    package func since(_ earlier: Registrations) -> Registrations {
        Registrations(all: all.filter { type, registration in earlier.all[type]?.box !== registration.box })
    }

    /// The singleton of a type, where it was made already.
    package func made<T: Sendable>(_ type: T.Type) -> T? {
        all[ObjectIdentifier(type)]?.box.instance as? T
    }
}
