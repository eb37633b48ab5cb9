import Foundation
import Synchronization

/// The chain of factories that run on one thread, outermost first.
///
/// Factories are synchronous, so the thread is what they share. A task-local would also reach the tasks that a factory
/// starts, and those are no part of the chain.
final class Resolution: Sendable {
    private let frames = Mutex<[(name: String, box: SingletonBox)]>([])

    private static let key = "Lantern.Core.Resolution"

    static var current: Resolution {
        let dictionary = Thread.current.threadDictionary
        if let running = dictionary[key] as? Resolution { return running }
        let fresh = Resolution()
        dictionary[key] = fresh
        return fresh
    }

    var names: [String] {
        frames.withLock { $0.map(\.name) }
    }

    func contains(_ box: SingletonBox) -> Bool {
        frames.withLock { $0.contains { $0.box === box } }
    }

    func run(
        _ name: String, _ box: SingletonBox, in container: DependencyContainer, _ factory: () throws -> any Sendable
    ) throws(DependencyError) -> any Sendable {
        frames.withLock { $0.append((name, box)) }
        defer { frames.withLock { _ = $0.removeLast() } }
        do {
            return try Dependency.withContainer(container) { try factory() }
        } catch let error as DependencyError {
            throw error
        } catch {
            let chain = frames.withLock { $0.dropLast().map(\.name) }
            throw .failed(type: name, chain: chain, underlying: error)
        }
    }
}
