import Synchronization

/// The table of ordered faults: which requests fail, how, and how often.
final class FaultTable: Sendable {
    /// The requests that a fault is for.
    struct Scope: Sendable, Hashable {
        let prefix: String
        /// Nil means any.
        let dialect: DemoDialect?
    }

    struct Entry: Sendable {
        let fault: DemoFault
        /// Nil means always.
        var remaining: Int?
    }

    private let entries = Mutex<[Scope: Entry]>([:])

    /// The ordered faults, the shortest prefix first.
    var all: [(scope: Scope, entry: Entry)] {
        entries.withLock { $0.map { (scope: $0.key, entry: $0.value) } }
            .sorted {
                ($0.scope.prefix, $0.scope.dialect?.rawValue ?? "") < (
                    $1.scope.prefix, $1.scope.dialect?.rawValue ?? ""
                )
            }
    }

    /// Sets or, with nil, removes the fault of a scope.
    func set(_ fault: DemoFault?, for scope: Scope, times: Int?) {
        entries.withLock { entries in
            guard let fault, times.map({ $0 > 0 }) ?? true else {
                entries[scope] = nil
                return
            }
            entries[scope] = Entry(fault: fault, remaining: times)
        }
    }

    func removeAll() {
        entries.withLock { $0 = [:] }
    }

    /// The fault for one request, which is used up by it.
    ///
    /// The longest prefix wins, and of two equal ones that for the dialect.
    func take(forPath path: String, dialect: DemoDialect) -> DemoFault? {
        entries.withLock { entries in
            let fitting = entries.keys.filter { scope in
                path.hasPrefix(scope.prefix) && (scope.dialect ?? dialect) == dialect
            }
            let best = fitting.max {
                ($0.prefix.utf8.count, $0.dialect == nil ? 0 : 1) < ($1.prefix.utf8.count, $1.dialect == nil ? 0 : 1)
            }
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
