import Synchronization

/// Which paths are to go wrong, how, and how often.
final class FaultTable: Sendable {
    private struct Entry {
        let fault: DemoFault
        /// Nil means always.
        var remaining: Int?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Sets or, with nil, removes the fault of a path prefix.
    func set(_ fault: DemoFault?, forPath prefix: String, times: Int?) {
        entries.withLock { entries in
            guard let fault, times.map({ $0 > 0 }) ?? true else {
                entries[prefix] = nil
                return
            }
            entries[prefix] = Entry(fault: fault, remaining: times)
        }
    }

    func removeAll() {
        entries.withLock { $0 = [:] }
    }

    /// The fault for one request, which is used up by it.
    ///
    /// The longest prefix wins.
    func take(forPath path: String) -> DemoFault? {
        entries.withLock { entries in
            let fitting = entries.keys.filter { path.hasPrefix($0) }
            guard let prefix = fitting.max(by: { $0.utf8.count < $1.utf8.count }), let entry = entries[prefix] else {
                return nil
            }
            switch entry.remaining {
            case nil: break
            case 1?: entries[prefix] = nil
            case let remaining?: entries[prefix]?.remaining = remaining - 1
            }
            return entry.fault
        }
    }
}
