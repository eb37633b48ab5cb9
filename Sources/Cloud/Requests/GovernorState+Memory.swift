import Core
import Foundation

extension GovernorState {
    /// What may be asked of a host.
    func budget(of key: HostKey, at uptime: Duration, now: Date) -> RequestBudget {
        guard var line = lines[key] else { return RequestBudget(host: key.host) }
        let block = line.block(at: uptime, for: .userInitiated)
        return RequestBudget(
            host: key.host, remaining: line.window.map { max(0, $0.remaining - Double(line.underway)) },
            resets: line.window.map { now.moved(by: $0.ends - uptime) },
            next: block?.until.map { now.moved(by: $0 - uptime) }, reason: block?.reason,
            waiting: line.waiting.count, underway: line.underway)
    }

    /// What is to be written down; counts as written.
    mutating func snapshot(uptime: Duration, now: Date) -> BudgetSnapshot {
        markSaved()
        return BudgetSnapshot(lines, served: turns, uptime: uptime, now: now)
    }

    /// Takes up what was written down.
    mutating func restore(_ snapshot: BudgetSnapshot, uptime: Duration, now: Date) {
        for host in snapshot.hosts.prefix(BudgetSnapshot.mostHosts) {
            guard let key = HostKey(origin: host.origin) else { continue }
            var line = HostLine(policy: policies[key] ?? policy)
            host.restore(&line, saved: snapshot.saved, uptime: uptime, now: now)
            lines[key] = line.merged(with: lines[key])
        }
        setTurns(snapshot.served.compactMap { UInt64($0, radix: 16) })
    }
}

extension HostLine {
    /// What was written down, with those who came meanwhile.
    fileprivate func merged(with present: HostLine?) -> HostLine {
        guard let present else { return self }
        var line = self
        (line.policy, line.underway, line.waiting) = (present.policy, present.underway, present.waiting)
        return line
    }
}
