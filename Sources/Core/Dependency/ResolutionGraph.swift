import Foundation
import Synchronization

/// Who makes which singleton, and who waits for which: a container and its parents share one.
///
/// A circle between two threads is two resolutions that each wait for what the other makes, so only somebody who looks
/// at both can see it.
final class ResolutionGraph: Sendable {
    enum Claim {
        case ready(any Sendable)
        case make
        case cycle
    }

    private struct Edges {
        /// Which resolution is making a box.
        var makers: [ObjectIdentifier: Resolution] = [:]
        /// Which box a resolution waits for.
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

    /// The instance, or the right to make it, or the news that waiting for it would never end.
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

    /// Ends a claim: with an instance for everybody, or with none, and then the next one in line makes it.
    func finish(_ box: SingletonBox, with instance: (any Sendable)?) {
        changed.lock()
        if let instance { box.fill(instance) }
        edges.withLock { _ = $0.makers.removeValue(forKey: ObjectIdentifier(box)) }
        changed.broadcast()
        changed.unlock()
    }
}
