import Foundation
import Synchronization

/// The chain of factories that run on one thread, outermost first.
///
/// Factories are synchronous, so the thread is what they share. A task-local would also reach the tasks that a factory
/// starts, and those are no part of the chain.
final class Resolution: Sendable {
    private let frames = Mutex<[(type: Any.Type, box: SingletonBox)]>([])

    private static let key = "Lantern.Core.Resolution"

    static var current: Resolution {
        let dictionary = Thread.current.threadDictionary
        if let running = dictionary[key] as? Resolution { return running }
        let fresh = Resolution()
        dictionary[key] = fresh
        return fresh
    }

    var names: [String] {
        frames.withLock { $0.map { Registration.name(of: $0.type) } }
    }

    func contains(_ box: SingletonBox) -> Bool {
        frames.withLock { $0.contains { $0.box === box } }
    }

    func run(
        _ type: Any.Type, _ box: SingletonBox, in container: DependencyContainer, _ factory: () throws -> any Sendable
    ) throws(DependencyError) -> any Sendable {
        frames.withLock { $0.append((type, box)) }
        defer { frames.withLock { _ = $0.removeLast() } }
        do {
            return try Dependency.withContainer(container) { try factory() }
        } catch let error as DependencyError {
            throw error
        } catch {
            let chain = names.dropLast()
            throw .failed(type: Registration.name(of: type), chain: Array(chain), underlying: error)
        }
    }
}

/// The singletons that are being made, and the resolutions that wait for them; a container and its parents share one.
///
/// A cycle between two threads is two resolutions that each wait for what the other makes: to detect it takes a look at
/// both.
final class ResolutionGraph: Sendable {
    enum Claim {
        case ready(any Sendable)
        case make
        case cycle
    }

    private struct Edges {
        /// The resolution that makes each singleton, by its box.
        var makers: [ObjectIdentifier: Resolution] = [:]
        /// The box that each resolution waits for.
        var waits: [ObjectIdentifier: ObjectIdentifier] = [:]

        /// Whether `maker` waits, through however many others, for something that `resolution` is making.
        func isWaiting(_ maker: Resolution, for resolution: Resolution) -> Bool {
            var next = maker
            var seen: Set<ObjectIdentifier> = []
            while next !== resolution {
                guard seen.insert(ObjectIdentifier(next)).inserted,
                    let box = waits[ObjectIdentifier(next)],
                    let following = makers[box]
                else { return false }
                next = following
            }
            return true
        }
    }

    private let edges = Mutex(Edges())
    private let changed = NSCondition()

    /// Returns the instance, or the right to make it, or that waiting for it would never end.
    ///
    /// Blocks while another thread makes it.
    func claim(_ box: SingletonBox, for resolution: Resolution) -> Claim {
        if let instance = box.instance { return .ready(instance) }
        changed.lock()
        defer { changed.unlock() }
        while true {
            if let instance = box.instance { return .ready(instance) }
            let decided: Claim? = edges.withLock { edges in
                guard let maker = edges.makers[ObjectIdentifier(box)] else {
                    edges.makers[ObjectIdentifier(box)] = resolution
                    return .make
                }
                if edges.isWaiting(maker, for: resolution) { return .cycle }
                edges.waits[ObjectIdentifier(resolution)] = ObjectIdentifier(box)
                return nil
            }
            if let decided { return decided }
            changed.wait()
            edges.withLock { _ = $0.waits.removeValue(forKey: ObjectIdentifier(resolution)) }
        }
    }

    /// Ends a claim; without an instance, the next one who waits makes it.
    func finish(_ box: SingletonBox, with instance: (any Sendable)?) {
        changed.lock()
        if let instance { box.fill(instance) }
        edges.withLock { _ = $0.makers.removeValue(forKey: ObjectIdentifier(box)) }
        changed.broadcast()
        changed.unlock()
    }
}

/// The storage of one singleton; its identity is that of the registration.
final class SingletonBox: Sendable {
    private let content = Mutex<(any Sendable)?>(nil)

    var instance: (any Sendable)? {
        content.withLock { $0 }
    }

    func fill(_ instance: any Sendable) {
        content.withLock { $0 = instance }
    }
}
