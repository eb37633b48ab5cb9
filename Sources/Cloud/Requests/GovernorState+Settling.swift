import Core

extension GovernorState {
    /// Lets through who may begin, turns away who would wait too long, and sets the alarm for the rest.
    mutating func settle(at now: Duration, _ effects: inout GovernorEffects) {
        var due: Duration?
        if isRestored, waitingCount > 0 {
            for key in lines.keys.filter({ lines[$0]?.waiting.isEmpty == false }) {
                let next = settle(key, at: now, &effects)
                due = [due, next].compactMap(\.self).min()
            }
        }
        if isRestored, !unreported.isEmpty {
            for id in unreported { report(id, at: now, &effects) }
            unreported = []
        }
        if isArchived {
            if effects.savesNow {
                (isDirty, saveDue) = (false, nil)
            } else if isDirty, saveDue == nil {
                saveDue = now + .seconds(5)
            }
            isDirty = false
            due = [due, saveDue].compactMap(\.self).min()
        }
        if due != alarm.due {
            alarm = GovernorEffects.Alarm(due: due, version: alarm.version + 1)
            effects.alarm = alarm
        }
    }

    /// Returns when somebody in this line may begin, as far as that is a matter of time.
    private mutating func settle(_ key: HostKey, at now: Duration, _ effects: inout GovernorEffects) -> Duration? {
        var due: Duration?
        while let id = next(in: key), let ticket = tickets[id], case .waiting(let waiter) = ticket.phase {
            if let block = withLine(of: key, { $0.block(at: now, for: ticket.urgency.priority) }) {
                due = block.until
                break
            }
            leaveLine(id, of: key, to: .idle)
            if let since = waiter.urgentSince {
                tickets[id]?.allowance = max(.zero, ticket.allowance - (now - since))
            }
            begin(id, at: now)
            effects.resumes.append((waiter.continuation, nil))
        }
        refuse(key, at: now, &effects)
        return lines[key]?.waiting.isEmpty == false ? due : nil
    }

    private mutating func refuse(_ key: HostKey, at now: Duration, _ effects: inout GovernorEffects) {
        guard let line = lines[key] else { return }
        var ahead = 0
        for id in inOrder(line.waiting.filter(isHurried)) {
            guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { continue }
            let isPersons = ticket.urgency.priority == .userInitiated
            let block = line.start(behind: isPersons ? ahead : 0, at: now)
            let until = block.until ?? now
            let patience = waiter.urgentSince.map { $0 + ticket.allowance }
            let isTooLong = patience.map { until > $0 } ?? false
            let isTooLate = waiter.deadline.map { until >= $0 } ?? false
            if until > now, isTooLong || isTooLate {
                let refusal = RateRefusal(
                    reason: block.reason, until: until, retryAfter: (until - now).inWholeMilliseconds,
                    isPersonal: isTooLong)
                endWaiting(id, with: refusal, at: now, &effects)
            } else if isPersons {
                ahead += 1
            }
        }
    }

    func refusal(ofPersonTo host: HostKey, at now: Duration) -> RateRefusal? {
        guard let line = lines[host] else { return nil }
        let ahead = line.waiting.filter { tickets[$0]?.urgency.priority == .userInitiated }.count
        let block = line.start(behind: ahead, at: now)
        guard let until = block.until, until > now + longestPersonalWait else { return nil }
        return RateRefusal(
            reason: block.reason, until: until, retryAfter: (until - now).inWholeMilliseconds, isPersonal: true)
    }

    /// Says why one that has just come is held back, if it is.
    private func report(_ id: Int, at now: Duration, _ effects: inout GovernorEffects) {
        guard let ticket = tickets[id], case .waiting = ticket.phase, let line = lines[ticket.host] else { return }
        let own = turn(of: id)
        let ahead = line.waiting.count { turn(of: $0) < own }
        var block = line.start(behind: ahead, at: now)
        if block.reason == .priority || isHeldBack(ticket.urgency.priority) {
            block = HostLine.Block(reason: .priority, until: nil)
        }
        effects.held.append(
            GovernorEffects.Held(host: ticket.host.host, block: block, priority: ticket.urgency.priority))
    }

    // MARK: Turns

    mutating func begin(_ id: Int, at now: Duration) {
        guard let ticket = tickets[id] else { return }
        let key = ticket.fairness ?? 0
        let turn = served[key]
        lastServed += 1
        served[key] = lastServed
        let (order, before, isSpaced) = withLine(of: ticket.host) { line in
            let before = line.touched
            line.begin(at: now)
            return (line.begun, before, line.policy.minimumSpacing > .zero)
        }
        tickets[id]?.phase = .underway(
            Start(since: now, order: order, before: before, turns: (turn, lastServed)))
        if isSpaced { isDirty = true }
        if ticket.fairness != nil { isDirty = true }
        if served.count > 2 * Self.mostServed {
            served = Dictionary(uniqueKeysWithValues: newestServed.map { ($0.key, $0.value) })
        }
    }

    var newestServed: [(key: UInt64, value: Int)] {
        served.sorted { $0.value < $1.value }.suffix(Self.mostServed)
    }

    func isHeldBack(_ priority: RequestPriority) -> Bool { priority == .prefetch && isPrefetchPaused }

    /// Whether it matters when it begins.
    private func isHurried(_ id: Int) -> Bool {
        guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { return false }
        return ticket.urgency.priority == .userInitiated || waiter.deadline != nil
    }

    private func turn(of id: Int) -> (Int, Int, Int) {
        guard let ticket = tickets[id], case .waiting(let waiter) = ticket.phase else { return (0, 0, 0) }
        return (-ticket.urgency.priority.rawValue, served[ticket.fairness ?? 0] ?? 0, waiter.number)
    }

    private func inOrder(_ ids: [Int]) -> [Int] {
        ids.map { (id: $0, turn: turn(of: $0)) }.sorted { $0.turn < $1.turn }.map(\.id)
    }

    private func next(in host: HostKey) -> Int? {
        let ids = lines[host]?.waiting.filter { id in
            tickets[id].map { !isHeldBack($0.urgency.priority) } ?? false
        }
        return ids?.map { (id: $0, turn: turn(of: $0)) }.min { $0.turn < $1.turn }?.id
    }
}
