import Synchronization

/// The table of ordered faults: which requests fail, how, and how often.
final class FaultTable: Sendable {
    /// The requests that a fault is for.
    struct Scope: Sendable, Hashable {
        let prefix: String
        /// Nil means any.
        let dialect: DemoDialect?
        /// Nil means whatever it asks for.
        var target: DemoTarget?

        /// How much it says: of two that fit, the greater counts.
        fileprivate var rank: (Int, Int, Int) {
            (prefix.utf8.count, DemoTarget.rank(target), dialect == nil ? 0 : 1)
        }

        fileprivate func includes(_ request: DemoRequest) -> Bool {
            request.path.hasPrefix(prefix) && (dialect ?? request.dialect) == request.dialect
                && (target?.includes(request) ?? true)
        }

        fileprivate var order: (String, String, String) {
            (prefix, dialect?.rawValue ?? "", target?.text ?? "")
        }
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
            .sorted { $0.scope.order < $1.scope.order }
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
    /// The longest prefix wins, of equal ones that for an act, and then that for the dialect.
    func take(for request: DemoRequest) -> DemoFault? {
        entries.withLock { entries in
            let best = entries.keys.filter { $0.includes(request) }.max { $0.rank < $1.rank }
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
