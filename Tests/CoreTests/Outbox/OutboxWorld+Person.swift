import Foundation

@testable import Core

// What the person does, and what time and the system do meanwhile.

extension OutboxWorld {
    mutating func step() {
        putOff = []
        switch number(24) {
        case 20: write(Kinds.keyed)
        case 21: changeElsewhere()
        case 0...2: toggle(Kinds.vote, target: "p\(number(3))", value: ["1", "-1", "0"][number(3)])
        case 3: for target in 0..<number(6) { toggle(Kinds.hide, target: "h\(target)", value: "true") }
        case 4...6: write(Kinds.reply)
        case 7 where isNewer && chance(3): toggle(Kinds.newer, target: "n\(number(2))", value: ["1", "0"][number(2)])
        case 7: say()
        case 8: change()
        case 9: decide()
        case 10: pass([0.1, 0.5, 3, 61, 700][number(5)])
        case 11 where chance(4): kill(isPowerCut: chance(3))
        case 11: turn()
        case 12...16:
            if let index = pick(Array(requests.indices)) { answer(index) } else { pass(1) }
        case 17:
            if let index = pick(Array(looks.indices)) { answerLook(index) }
        case 18:
            if let index = pick(Array(reads.indices)) { answerRead(index) }
        case 19: signInAgain()
        case 22 where chance(2): nameToken(tokens[number(tokens.count)])
        case 22: sendFromToken()
        case 23 where chance(3): endSession()
        default: break
        }
        handle(.woke)
        noteOvertaken()
        check()
    }

    private mutating func turn() {
        let account = people[number(people.count)]
        switch number(8) {
        case 6:
            note("stopping: \(account)")
            stopping.insert(account)
            handle(.stopping(account))
        case 7:
            guard let thing = pick(server.things.filter { !$0.isDeleted }) else { return }
            note("seen: \(thing.id)")
            handle(
                .seen(
                    thing.account, thing: thing.container, native: thing.id, payload: Self.payload(thing.text)))
        case 0: signOut(account)
        case 1: signIn(account)
        case 2:
            note("suspended")
            breakOff { _ in true }
            handle(.suspended)
            pass(Double(number(100)))
            handle(.resumed)
        case 3:
            note("reachable")
            handle(.reachable(account.site))
        case 4:
            note("send now")
            handle(.sendNow(account))
        default:
            date += Double(number(20_000)) - 10_000
            note("the clock was set")
        }
    }

    mutating func breakOff(_ isMeant: (OutboxEntry) -> Bool) {
        for request in requests where request.ids.contains(where: { outbox.entries[$0].map(isMeant) ?? false }) {
            doubtful.formUnion(request.ids)
            for act in request.acts where chance(2) {
                putOff(act)
            }
        }
        requests.removeAll { $0.ids.contains { outbox.entries[$0].map(isMeant) ?? false } }
    }

    mutating func newID() -> OutboxEntry.ID {
        nextID += 1
        return OutboxEntry.ID(rawValue: "entry-\(nextID)")
    }

    /// The version of the payload that this app writes.
    var version: Int { isNewer && chance(5) ? 2 : 1 }

    mutating func queue(_ entry: OutboxEntry, with parts: [OutboxEntry] = [], known: String? = nil) -> Bool {
        let time = now
        note(
            "queue \(entry.id): \(entry.kind) \(entry.version) in \(entry.lane.field) \(entry.lane.thing) of \(entry.account) \(entry.payload.text)"
        )
        let undo = chance(5) ? Double(number(20)) : 0
        let step = call { outbox throws(OutboxRefusal) in
            try outbox.queue(entry, with: parts, known: known, undo: undo, at: time)
        } acknowledge: { world in
            for entry in parts + [entry] { world.authors[entry.id] = entry.account }
        }
        let isText = !entry.policy.isToggle && entry.amendment == nil && !entry.policy.isPart
        if step != nil, outbox.entries[entry.id] != nil, isText { owed.insert(entry.id) }
        return step != nil
    }

    private mutating func toggle(_ kind: OutboxEntry.Kind, target: String, value: String) {
        let account = writer()
        let entry = OutboxEntry(
            id: newID(), account: account, kind: kind, version: version, payload: Self.payload(value),
            target: StatusTarget(.post, site: account.site, native: target), field: kind.rawValue, thing: target,
            value: value,
            policy: Kinds.policy(kind), at: now)
        if queue(entry, known: confirmed[entry.lane]) { noteWish(entry, in: entry.lane) }
    }

    private mutating func say() {
        let account = writer()
        let (parts, beside) = chance(4) ? upload(as: account) : ([], [])
        let entry = OutboxEntry(
            id: newID(), account: account, kind: Kinds.message, version: version,
            payload: Self.payload("hello \(number(2))"),
            target: StatusTarget(StatusTarget.Kind(rawValue: "room"), site: account.site, native: "r1"), field: "room",
            thing: "r1",
            policy: Kinds.policy(Kinds.message), parts: parts, at: now)
        if queue(entry, with: beside) { loose.subtract(parts) }
    }

    private mutating func decide() {
        guard let entry = pick(outbox.all.filter { $0.state != .sending }) else { return }
        switch number(5) {
        case 0 where !entry.policy.isToggle: decide(.giveUp(dependantsChoice()), on: entry)
        case 1 where entry.state == .unsure:
            let thing = server.things.last { $0.by == entry.id && !$0.isDeleted }
            let isTaken =
                thing.map { outbox.claims[Outbox.Claim(site: entry.account.site, native: $0.id)] != nil } ?? false
            decide(.arrived(result: isTaken ? nil : thing?.id, dependantsChoice()), on: entry)
        case 2 where entry.kind == Kinds.reply && entry.state == .failed && entry.waitsFor.isEmpty:
            decide(.send(as: pick(people.filter { $0.site == entry.account.site })), on: entry)
        default: decide(.send(as: nil), on: entry)
        }
    }

    mutating func decide(_ choice: OutboxChoice, on entry: OutboxEntry) {
        note("decide \(choice) on \(entry.id) (\(entry.state))")
        let time = now
        if case .send = choice, entry.state == .unsure || entry.state == .checking {
            sentAgain.insert(entry.id)
            if entry.state == .unsure { doubtful.remove(entry.id) }
            // A person who does not wait for an edit has what the server carries out late.
            if entry.kind == Kinds.edit { forgetWords(of: entry) }
        }
        overtaken.formUnion(below(entry.id))
        var gone: Set<OutboxEntry.ID> = []
        if case .giveUp(.givenUp, _) = choice { gone = below(entry.id) }
        let step = call { outbox throws(OutboxRefusal) in
            try outbox.decide(choice, on: entry.id, at: time)
        } acknowledge: { world in
            world.refusals.remove(entry.id)
            if case .send(let account?) = choice, account != entry.account { world.noteGiven(entry, to: account) }
        }
        guard step != nil else { return }
        owed.subtract(gone)
        for id in gone { words[edits[id]?.text ?? id] = nil }
        if case .edit(let payload, _) = choice { words[entry.id] = payload.string }
        if case .arrived(_, .givenUp) = choice { owed = owed.filter { outbox.entries[$0] != nil } }
    }

    func below(_ id: OutboxEntry.ID) -> Set<OutboxEntry.ID> {
        var found: Set<OutboxEntry.ID> = [id]
        while true {
            let more = outbox.all.filter { !found.contains($0.id) && !found.isDisjoint(with: $0.waitsFor) }.map(\.id)
            if more.isEmpty { return found }
            found.formUnion(more)
        }
    }

    // MARK: What has to hold

    private mutating func check() {
        for id in owed where outbox.entries[id] == nil && stored.entries[id] == nil {
            fail("\(id) was acknowledged, and is gone")
        }
        let all = outbox.all
        checkAccounts(of: all)
        for (lane, entries) in Dictionary(grouping: all.filter { $0.policy.isToggle }, by: \.lane) {
            if entries.count > 2 { fail("\(entries.count) intents in \(lane.field) \(lane.thing)") }
        }
        let needed = Set(all.lazy.flatMap(\.waitsFor))
        for entry in all where entry.policy.isPart && !loose.contains(entry.id) && !needed.contains(entry.id) {
            fail("\(entry.id) is uploaded for nobody")
        }
        for entry in all where outbox.isKnown(entry) {
            if entry.state == .waiting, entry.waitsFor.isEmpty { fail("\(entry.id) waits for nothing") }
            if entry.state == .sending, outbox.running[entry.id] == nil {
                fail("\(entry.id) is sending, and nobody sends it")
            }
            let waitsForParts = entry.state == .waiting && entry.waitsFor.allSatisfy(entry.parts.contains)
            if waitsForParts, entry.parts.contains(where: { outbox.entries[$0]?.state == .failed }) {
                fail("\(entry.id) waits for nothing but its parts, one of which was refused")
            }
            for id in entry.waitsFor where outbox.entries[id] == nil {
                fail("\(entry.id) waits for \(id), which is gone")
            }
        }
    }

    /// Lets everything come to rest without faults, and checks what is left.
    mutating func settle() {
        hasFaults = false
        isNewer = true
        note("no faults any more")
        kill(isPowerCut: false)
        for token in tokens { nameToken(token) }
        for account in people { signIn(account) }
        for _ in 0..<5000 where problems.isEmpty {
            handle(.woke)
            if !requests.isEmpty {
                answer(0)
            } else if !looks.isEmpty {
                answerLook(0)
            } else if !reads.isEmpty {
                answerRead(0)
            } else if let wake = outbox.nextWake(at: now) {
                pass(max(0.001, wake - uptime))
            } else {
                break
            }
            check()
        }
        checkWords()
        checkTokens()
        for entry in outbox.all where !entry.isOfLaterVersion && !loose.contains(entry.id) && !entry.account.isOfToken {
            let waits = entry.waitsFor.contains { outbox.entries[$0] != nil }
            let isHeld = outbox.all.contains {
                $0.lane == entry.lane && $0.state == .unsure && $0.number < entry.number
            }
            if entry.state == .failed || entry.state == .unsure || entry.state == .waiting && waits || isHeld {
                continue
            }
            fail("\(entry.id) is left, \(entry.state)")
        }
        for lane in outbox.lanes.keys { fail("the record of \(lane.field) \(lane.thing) is left") }
        for (lane, wish) in wishes {
            let failed = outbox.all.contains { $0.lane == lane }
            if !failed, server.values[lane] ?? "0" != wish.value, server.values[lane] != nil || lane.field != "hide" {
                fail(
                    "\(lane.field) \(lane.thing) of \(lane.account) is \(server.values[lane] ?? "-"), and \(wish.value) was wished (\(wish.id))"
                )
            }
        }
    }
}
