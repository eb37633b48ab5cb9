import Foundation

@testable import Core

// The caller of the rules: it stores a step, and then does what the step says.

extension OutboxWorld {
    mutating func handle(_ event: OutboxEvent) {
        let step = outbox.handle(event, at: now)
        run(step)
    }

    mutating func run(_ step: OutboxStep) {
        if !step.changes.isEmpty {
            guard !(hasFaults && chance(40)) else {
                note("   not stored: \(step.changes.count) changes, \(step.actions.count) actions")
                run(outbox.handle(.notStored(step), at: now))
                return
            }
            commit(step, of: outbox)
        }
        note(step.outcomes)
        for action in step.actions { perform(action) }
        if outbox.storing != nil, !step.changes.isEmpty { handle(.stored) }
    }

    /// Follows a person's call, which fails as a whole where it cannot be stored.
    ///
    /// - Parameters:
    ///   - body: The call.
    ///   - acknowledge: What the person is told once it is stored, before anything else begins.
    /// - Returns: What was stored; `nil` where it was refused or could not be stored.
    mutating func call(
        _ body: (inout Outbox) throws(OutboxRefusal) -> OutboxStep,
        acknowledge: (inout OutboxWorld) -> Void = { _ in }
    ) -> OutboxStep? {
        var next = outbox
        do throws(OutboxRefusal) {
            let step = try body(&next)
            guard !(hasFaults && chance(40)) else {
                note("   not stored, and the person was told")
                return nil
            }
            commit(step, of: next)
            outbox = next
            note(step.outcomes)
            acknowledge(&self)
            if outbox.storing != nil { handle(.stored) }
            return step
        } catch {
            note("   refused: \(error)")
            return nil
        }
    }

    private mutating func commit(_ step: OutboxStep, of outbox: Outbox) {
        let changes = OutboxChanges(step.changes, of: outbox)
        for case (let id, let entry?) in changes.entries {
            guard let old = stored.entries[id], old != entry, !outbox.isKnown(old) else { continue }
            fail("\(id) is of a version that is not known, and was written anew")
        }
        stored.commit(changes)
    }

    private mutating func note(_ outcomes: [OutboxOutcome]) {
        for outcome in outcomes {
            switch outcome {
            case .arrived(let entry, let result, let value):
                note("   arrived: \(entry.id) as \(result ?? "-")")
                checkArrival(entry, result)
                if entry.policy.isToggle { confirmed[entry.lane] = value }
                if entry.policy.isPart { uploaded.insert(entry.id) }
                owed.remove(entry.id)
            case .unneeded(let entry):
                note("   unneeded: \(entry.id)")
                let value = server.values[entry.lane] ?? "0"
                if value != entry.value {
                    fail("\(entry.id) left without a request, but the server has \(value) and not \(entry.value ?? "")")
                }
                owed.remove(entry.id)
            case .draft(let entry):
                owed.remove(entry.id)
                // A newer edit may have taken its place.
                if words[edits[entry.id]?.text ?? entry.id] == Self.text(entry) || edits[entry.id] == nil {
                    forgetWords(of: entry)
                }
            case .confirmed(let entry, let value):
                note("   confirmed: \(entry.id) \(value)")
                confirmed[entry.lane] = value
                // The wish was refused or taken back.
                if value != wishes[entry.lane]?.value { wishes[entry.lane] = nil }
            case .overruled(let entry, let value):
                note("   overruled: \(entry.id) \(value)")
                confirmed[entry.lane] = value
                wishes[entry.lane] = nil
            case .copy(let entry):
                note("   a copy of \(entry.id) is there: \(entry.result ?? "-")")
            }
        }
    }

    private mutating func checkArrival(_ entry: OutboxEntry, _ result: String?) {
        switch entry.kind {
        case Kinds.reply, Kinds.message, Kinds.keyed, Kinds.upload:
            guard let result else { return }
            if !server.things.contains(where: { $0.id == result && $0.account == entry.account }) {
                fail("\(entry.id) arrived as \(result), which is not its account's")
            }
        default: break
        }
    }

    // MARK: What the rules want done

    private mutating func perform(_ action: OutboxAction) {
        switch action {
        case .send(let ids, let attempt):
            note("   send \(ids.map(\.rawValue)) (attempt \(attempt))")
            var acts: [Server.Act] = []
            for id in ids {
                guard let entry = outbox.entries[id], stored.entries[id]?.state == .sending else {
                    fail("\(id) was sent without being stored as 'sending'")
                    continue
                }
                if entry.account != authors[id] { fail("\(id) was sent as \(entry.account)") }
                if refusals.contains(id) { fail("\(id) was sent, and changes somebody else's text") }
                if let end = pauses[OutboxHold(site: entry.account.site, account: entry.account, kind: entry.kind)],
                    uptime < end - 0.001
                {
                    fail("\(id) was sent although the server wants a pause")
                }
                if !outbox.isKnown(entry) { fail("\(id) was sent, and this version does not know it") }
                if putOff.contains(id) { fail("\(id) was sent again at once") }
                checkRequest(of: entry)
                if !mayBegin(for: entry.account) { fail("\(id) was sent although nobody is signed in") }
                let busy = requests.flatMap(\.ids).compactMap { outbox.entries[$0] }
                if busy.contains(where: { $0.lane == entry.lane }) {
                    fail("two of \(entry.lane.field) \(entry.lane.thing) at once")
                }
                acts.append(contentsOf: act(of: entry))
            }
            guard let account = ids.first.flatMap({ outbox.entries[$0] })?.account else { return }
            requests.append(Request(ids: ids, account: account, attempt: attempt, began: uptime, acts: acts))
        case .look(let id, let attempt):
            guard let entry = outbox.entries[id] else { return fail("\(id) is looked for and not there") }
            note("   look \(id)")
            if !mayBegin(for: entry.account) { fail("\(id) is looked for although nobody is signed in") }
            let target = container(of: entry)
            let thing = server.things.first { $0.id == target }
            let candidates = server.things.filter { thing in
                !thing.isDeleted && thing.account == entry.account && thing.container == container(of: entry)
                    && thing.text == Self.text(entry) && thing.made >= entry.doubtfulSince?.uptime ?? 0
            }
            looks.append((id, attempt, candidates.map(\.id), words: thing?.text, began: uptime))
        case .read(let entry, let attempt):
            note("   read \(entry.lane.field) \(entry.lane.thing)")
            if !mayBegin(for: entry.account) { fail("\(entry.lane.thing) is read although nobody is signed in") }
            reads.append((entry, attempt, server.values[entry.lane] ?? "0"))
        }
    }

    func container(of entry: OutboxEntry) -> String {
        let native = entry.target?.native ?? entry.lane.thing
        return outbox.native(of: OutboxEntry.ID(rawValue: native)) ?? native
    }

    private func act(of entry: OutboxEntry) -> [Server.Act] {
        let target = container(of: entry)
        switch entry.kind {
        case Kinds.reply, Kinds.message, Kinds.keyed, Kinds.upload:
            return [.make(entry.id, entry.account, container: target, text: Self.text(entry))]
        case Kinds.edit: return [.setText(thing: target, entry.account, text: Self.text(entry))]
        case Kinds.delete: return [.delete(thing: target, entry.account)]
        default: return [.set(lane: entry.lane, value: entry.value ?? "")]
        }
    }

    // MARK: The server

    mutating func carryOut(_ acts: [Server.Act]) -> [String?] {
        acts.map { act in
            switch act {
            case .make(let id, let account, let container, let text):
                if container.hasPrefix("entry-") { fail("\(id) answers \(container), which no server knows") }
                // By its key it is the same one.
                if container == "r2", let thing = server.things.first(where: { $0.by == id }) { return thing.id }
                let thing = Server.Thing(
                    id: "t\(nextThing)", by: id, account: account, container: container, text: text, made: uptime)
                nextThing += 1
                server.things.append(thing)
                if server.made.contains(id), !sentAgain.contains(id), container != "files", !isTakenByAnother(id) {
                    fail("\(id) is on the server twice")
                }
                server.made.append(id)
                if let entry = outbox.entries[id], !overtaken.contains(id) {
                    let before = lanesOfMade[entry.lane, default: []]
                    let place = Int(id.rawValue.dropFirst("entry-".count)) ?? 0
                    if let last = before.last, last > place {
                        fail("\(id) was overtaken in \(entry.lane.field) \(entry.lane.thing)")
                    }
                    lanesOfMade[entry.lane, default: []].append(place)
                }
                note("   server: made \(thing.id) for \(id)")
                return thing.id
            case .setText(let id, let account, let text):
                if let index = own(id, of: account) { server.things[index].text = text }
            case .delete(let id, let account):
                if let index = own(id, of: account) { server.things[index].isDeleted = true }
            case .set(let lane, let value):
                server.values[lane] = value
                note("   server: \(lane.field) \(lane.thing) = \(value)")
            }
            return nil
        }
    }

    /// The place of something of an account; the server refuses to change anybody else's.
    private func own(_ id: String, of account: AccountKey) -> Int? {
        server.things.firstIndex { $0.id == id && $0.account == account }
    }

    /// Whether what an entry made was found by another one of the same words, which was not there itself: in the end
    /// there are as many as were written.
    private func isTakenByAnother(_ id: OutboxEntry.ID) -> Bool {
        server.things.contains { thing in
            let owner = outbox.claims[Outbox.Claim(site: thing.account.site, native: thing.id)]
            return thing.by == id && owner != nil && owner != id && owner.flatMap { outbox.sent[$0] }?.givenUp == nil
        }
    }

    /// Lets time pass, and the server carry out what it had put off.
    mutating func pass(_ seconds: Double) {
        let end = uptime + seconds
        for late in server.late where late.due <= end { _ = carryOut([late.act]) }
        server.late.removeAll { $0.due <= end }
        uptime = end
        date += seconds
    }

    /// Gives a request up: what was not carried out yet may be later, within the settle time.
    private mutating func giveUp(_ request: Request) {
        for act in request.acts {
            switch number(3) {
            case 0: _ = carryOut([act])
            case 1: putOff(act)
            default: break
            }
        }
    }

    mutating func putOff(_ act: Server.Act) {
        server.late.append((act, due: uptime + Self.settleTime * 0.9 * Double(number(100)) / 100))
    }

    mutating func answer(_ index: Int) {
        let request = requests.remove(at: index)
        let reason = OutboxEntry.Reason(.timedOut, "It took too long.")
        let fate = hasFaults ? number(12) : 0
        note("answer \(request.ids.map(\.rawValue)): fate \(fate)")
        guard !isOver(for: request.account) else {
            refuse(request, OutboxEntry.Reason(.sessionExpired, "Over."))
            return noteOvertaken()
        }
        let answer: OutboxAnswer
        switch fate {
        case 6:
            doubtful.formUnion(request.ids)
            giveUp(request)
            answer = .unknown(reason, isAnswered: false)
        case 7:
            // A server that acts and answers 500 shows the act at once.
            doubtful.formUnion(request.ids)
            if chance(2) { _ = carryOut(request.acts) }
            answer = .unknown(OutboxEntry.Reason(.serverError, "500"), isAnswered: true)
        case 8:
            answer = .later(reason, scope: pick([.entry, .site, .kind, .account]) ?? .entry, after: nil, until: nil)
        case 9 where chance(4):
            // A server that names no time, or one that is over.
            answer = .later(reason, scope: .entry, after: [0, nil][number(2)], until: now.date - 10)
            putOff.formUnion(request.ids)
        case 9:
            answer = .later(reason, scope: .kind, after: 30, until: nil)
            for entry in request.ids.compactMap({ outbox.entries[$0] })
            where outbox.running[entry.id] == request.attempt {
                pauses[OutboxHold(site: entry.account.site, account: entry.account, kind: entry.kind)] = uptime + 30
            }
        case 10: answer = .refused(OutboxEntry.Reason(.forbidden, "No."))
        case 11:
            _ = carryOut(request.acts)
            answer = .doneWithoutResult
        case _ where isRefused(request): answer = .refused(OutboxEntry.Reason(.forbidden, "Not yours."))
        default:
            let results = carryOut(request.acts)
            answer = .done(result: results.count == 1 ? results[0] : nil, value: nil)
        }
        handle(.answered(request.ids, attempt: request.attempt, answer))
        noteOvertaken()
    }

    private func isRefused(_ request: Request) -> Bool {
        request.acts.contains { act in
            switch act {
            case .setText(let id, let account, _), .delete(let id, let account):
                server.things.contains { $0.id == id && $0.account != account }
            case .make, .set: false
            }
        }
    }

    mutating func answerLook(_ index: Int) {
        let look = looks.remove(at: index)
        let isBelieved = outbox.looking[look.id]?.attempt == look.attempt
        if let entry = outbox.entries[look.id], isOver(for: entry.account) {
            note("looked \(look.id): the session is over")
            if isBelieved { sessions[entry.account] = nil }
            handle(.looked(look.id, attempt: look.attempt, .sessionOver))
            if isBelieved, outbox.entries[look.id]?.state != .checking {
                fail("\(look.id) is not looked for any more since its session is over")
            }
            return noteOvertaken()
        }
        let reason = OutboxEntry.Reason(.offline, "No network.")
        let finding: OutboxFinding
        switch hasFaults ? number(16) : 0 {
        case 13: finding = .failed(reason, isPassing: true)
        case 14 where chance(4): finding = .failed(OutboxEntry.Reason(.forbidden, "No."), isPassing: false)
        case 15 where chance(4): finding = .unclear(OutboxEntry.Reason(.malformed, "Cut."))
        default:
            if let entry = outbox.entries[look.id], entry.policy.repetition == .afterReading {
                finding = reading(look.words, entry, began: look.began)
            } else {
                finding = look.candidates.isEmpty ? .absent : .found(look.candidates)
            }
        }
        note("looked \(look.id): \(finding)")
        handle(.looked(look.id, attempt: look.attempt, finding))
        noteOvertaken()
    }

    mutating func answerRead(_ index: Int) {
        let (entry, attempt, value) = reads.remove(at: index)
        note("read \(entry.lane.field) \(entry.lane.thing): \(value)")
        if isOver(for: entry.account) {
            let isBelieved = outbox.reading[entry.lane] == attempt && !outbox.isUnsettled(lane: entry.lane)
            if isBelieved { sessions[entry.account] = nil }
            handle(.read(entry.lane, attempt: attempt, .sessionOver))
            if isBelieved, outbox.lanes[entry.lane] == nil { fail("\(entry.lane.thing) is not read any more") }
            return
        }
        let fails = hasFaults && chance(6)
        handle(.read(entry.lane, attempt: attempt, fails ? .failed(isPassing: true) : .value(value)))
    }

    mutating func noteOvertaken() {
        // What waits for its parent does not hold what answers the same by the server's id.
        for entry in outbox.all {
            // A message that waits for its pictures is not overtaken.
            let holds = entry.state == .waiting && entry.policy.holdsLaneWhileWaiting
            let isAside = [.failed, .unsure, .waiting].contains(entry.state) && !holds
            guard isAside || !outbox.isKnown(entry) else { continue }
            overtaken.insert(entry.id)
            if entry.state != .waiting, entry.kind == Kinds.edit { forgetWords(of: entry) }
        }
    }

    // MARK: The process

    /// Ends the process: what is under way is broken off, on the server it may still happen.
    mutating func kill(isPowerCut: Bool) {
        note(isPowerCut ? "power cut" : "kill")
        for request in requests {
            doubtful.formUnion(request.ids)
            giveUp(request)
        }
        (requests, looks, reads) = ([], [], [])
        // What could not be stored is forgotten.
        if outbox.storing != nil { pauses = [:] }
        if isPowerCut {
            // Nobody knows how long it was dark, and the clock may come up anywhere.
            pass(Double(number(100_000)))
            boot += 1
            if chance(3) { date -= Double(number(200_000)) }
        }
        putOff = []
        if hasFaults, chance(3) { isNewer.toggle() }
        if hasFaults, isNewer, chance(8) { keepForLater() }
        outbox = stored.opened(limits: limits)
        (sessions, stopping) = ([:], [])
        handle(.opened)
        for account in people where !ended.contains(account) { signIn(account) }
    }
}
