import Synchronization

/// The requests that a fault is for; the lesser scope stands first in a list of all.
package protocol FaultScope: Sendable, Hashable, Comparable {
    /// The form of a request that the server works with.
    associatedtype Request

    /// Returns whether another scope says more: of two that fit, that one counts.
    func saysLess(than other: Self) -> Bool

    /// Returns whether the fault is for a request.
    func includes(_ request: Request) -> Bool
}

/// The table of ordered faults: which requests fail, how, and how often.
package final class FaultTable<Scope: FaultScope, Fault: Sendable>: Sendable {
    /// A fault, and how often it still comes.
    package struct Entry: Sendable {
        /// The fault.
        package let fault: Fault
        /// The number of requests that it is still for; nil means always.
        package fileprivate(set) var remaining: Int?
    }

    private let entries = Mutex<[Scope: Entry]>([:])

    /// A table without faults.
    package init() {}

    /// The ordered faults, in the order of their scopes.
    package var all: [(scope: Scope, entry: Entry)] {
        entries.withLock { $0.map { (scope: $0.key, entry: $0.value) } }
            .sorted { $0.scope < $1.scope }
    }

    /// Sets or, with nil, removes the fault of a scope.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - scope: The requests that it is for.
    ///   - times: For how many of them; nil for all, and 0 or less removes it.
    package func set(_ fault: Fault?, for scope: Scope, times: Int?) {
        entries.withLock { entries in
            guard let fault, times.map({ $0 > 0 }) ?? true else {
                entries[scope] = nil
                return
            }
            entries[scope] = Entry(fault: fault, remaining: times)
        }
    }

    /// Removes all faults.
    package func removeAll() {
        entries.withLock { $0 = [:] }
    }

    /// Returns the fault for one request, which is used up by it: that of the scope that says most.
    package func take(for request: Scope.Request) -> Fault? {
        entries.withLock { entries in
            let best = entries.keys.filter { $0.includes(request) }.max { $0.saysLess(than: $1) }
            guard let best, let entry = entries[best] else { return nil }
            switch entry.remaining {
            case nil: break
            case 1?: entries[best] = nil
            case let remaining?: entries[best]?.remaining = remaining - 1
            }
            return entry.fault
        }
    }
}
