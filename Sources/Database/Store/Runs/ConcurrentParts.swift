import Dispatch
import Foundation
import Synchronization

/// Runs parts of some work beside one another, and waits for all of them; never on a thread of Swift's own pool.
///
/// - Parameters:
///   - count: How many parts.
///   - work: Does one.
/// - Returns: Their results.
func concurrentResults<Part>(_ count: Int, _ work: @escaping @Sendable (Int) -> Part) -> [Part] {
    // An array of capacity 0 is the shared empty one, and its initialiser would write to that.
    if count == 0 { return [] }
    return Array(unsafeUninitializedCapacity: count) { results, initializedCount in
        // Each part has a place of its own.
        nonisolated(unsafe) let start = results.baseAddress
        ConcurrentParts(count) { part in start.map { ($0 + part).initialize(to: work(part)) } }.run()
        initializedCount = count
    }
}

/// Runs parts of some work that can fail, as ``concurrentResults(_:_:)``: behind a failure no part is begun any more.
///
/// - Parameters:
///   - count: How many parts.
///   - work: Does one.
/// - Returns: Their values.
/// - Throws: The first failure.
func concurrentValues<Part>(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Part) throws -> [Part] {
    let failure = FirstFailure()
    let values = concurrentResults(count) { part -> Part? in
        guard failure.error.withLock({ $0 == nil }) else { return nil }
        do {
            return try work(part)
        } catch {
            failure.error.withLock { $0 = $0 ?? error }
            return nil
        }
    }
    if let error = failure.error.withLock({ $0 }) { throw error }
    return values.compactMap { $0 }
}

private final class FirstFailure: Sendable {
    let error = Mutex<(any Error)?>(nil)
}

/// Parts of some work, which the caller's thread and helpers take one after the other.
///
/// A helper that comes late finds nothing left, and nobody waits for it.
// `@unchecked` because of the work: it is given up when every part has been done, and whoever has taken a part reads it
// before that.
private final class ConcurrentParts: @unchecked Sendable {
    private let count: Int
    private var work: (@Sendable (Int) -> Void)?
    private let next = Atomic(0)
    private let openCount: Atomic<Int>
    private let isDone = DispatchSemaphore(value: 0)

    /// Asked for once: on Linux the system is asked each time.
    private static let coreCount = ProcessInfo.processInfo.activeProcessorCount

    init(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        self.count = count
        self.work = work
        openCount = Atomic(count)
    }

    func run() {
        for _ in 0..<min(count, Self.coreCount) - 1 {
            DispatchQueue.global(qos: .userInitiated).async { self.takeParts() }
        }
        takeParts()
        isDone.wait()
        // A helper that comes late keeps nothing alive.
        work = nil
    }

    private func takeParts() {
        while true {
            let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard part < count else { return }
            work?(part)
            if openCount.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { isDone.signal() }
        }
    }
}
