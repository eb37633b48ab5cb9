import Foundation

@testable import Core

// Texts: their parts, their edits, the words that they are to have in the end, and a newer version of the app.

extension OutboxWorld {
    mutating func write(_ kind: OutboxEntry.Kind) {
        let account = writer()
        let unsent = outbox.all.filter { $0.kind == Kinds.reply && $0.account.site == account.site }.map(\.id.rawValue)
        let things = server.things.filter {
            $0.account.site == account.site && !$0.isDeleted && !["r1", "r2", "files"].contains($0.container)
        }
        let isKeyed = kind == Kinds.keyed
        let target = isKeyed ? "r2" : pick(["p1", "p1", "p2"] + unsent.suffix(3) + things.map(\.id).suffix(3)) ?? "p1"
        let parent = OutboxEntry.ID(rawValue: target)
        let (parts, beside) = chance(4) ? upload(as: account) : ([], [])
        let text = ["yes", "no", "so \(nextID)"][number(3)]
        let entry = OutboxEntry(
            id: newID(), account: account, kind: kind, version: version, payload: Self.payload(text),
            target: StatusTarget(.comment, site: account.site, native: target), field: "text", thing: target,
            policy: Kinds.policy(kind), parts: parts, waitsFor: outbox.entries[parent] != nil ? [parent] : [], at: now)
        guard queue(entry, with: beside) else { return }
        // Which of two equal ones is whose nobody can say.
        words[entry.id] = text.hasPrefix("so ") ? text : nil
        loose.subtract(parts)
    }

    /// Queues uploads, each of which may fail to be stored, or makes them, to be queued with their text.
    mutating func upload(as account: AccountKey) -> (parts: [OutboxEntry.ID], beside: [OutboxEntry]) {
        var (parts, beside): ([OutboxEntry.ID], [OutboxEntry]) = ([], [])
        for _ in 0..<(1 + number(2)) {
            let id = newID()
            let entry = OutboxEntry(
                id: id, account: account, kind: Kinds.upload, payload: Self.payload("file of \(id)"),
                target: StatusTarget(.source, site: account.site, native: "files"), field: "file", thing: id.rawValue,
                policy: Kinds.policy(Kinds.upload), at: now)
            if chance(2) {
                beside.append(entry)
                parts.append(id)
            } else {
                loose.insert(id)
                if queue(entry) { parts.append(id) }
            }
        }
        return (parts, beside)
    }

    /// Edits or deletes an unsent text or one of one's own on the server.
    mutating func change() {
        let isDeletion = chance(3)
        let texts = outbox.all.filter { $0.kind == Kinds.reply || $0.kind == Kinds.keyed }
        guard let text = pick(texts), chance(2) else {
            changeByNativeID(isDeletion)
            return
        }
        let isInDoubt = text.state == .pending && text.doubtfulSince != nil
        guard text.state == .sending || text.state == .checking || isInDoubt || chance(10) else {
            isDeletion
                ? decide(.giveUp(dependantsChoice()), on: text)
                : decide(.edit(Self.payload("edited \(nextID)")), on: text)
            return
        }
        let (parts, beside) = !isDeletion && chance(4) ? upload(as: text.account) : ([], [])
        let id = newID()
        let replacement = "amended \(id)"
        let dependants = dependantsChoice()
        let gone = below(text.id)
        let kind = isDeletion ? Kinds.delete : Kinds.edit
        let entry = OutboxEntry(
            id: id, account: text.account, kind: kind, version: version, payload: Self.payload(replacement),
            target: StatusTarget(.comment, site: text.account.site, native: text.id.rawValue),
            field: "target", thing: text.id.rawValue, policy: Kinds.policy(kind), parts: parts,
            amendment: OutboxEntry.Amendment(
                of: text.id, replacement: isDeletion ? nil : Self.payload(replacement),
                dependants: isDeletion ? dependants : nil),
            waitsFor: chance(2) ? [text.id] : [], at: now)
        guard queue(entry, with: beside) else { return }
        loose.subtract(parts)
        if !isDeletion {
            noteEdit(entry, of: text.id, base: words[text.id] ?? Self.text(text), replacement)
        } else if dependants == .givenUp {
            // They go with it, whenever that is.
            owed.subtract(gone.subtracting([text.id]))
        }
    }

    /// Changes what the person sees in the thread, also before the outbox has found it there.
    private mutating func changeByNativeID(_ isDeletion: Bool) {
        let things = server.things.filter { !["r1", "files"].contains($0.container) && !$0.isDeleted }
        guard let thing = pick(things) else { return }
        let kind = isDeletion ? Kinds.delete : Kinds.edit
        let id = newID()
        // Also for a token, and by mistake somebody else's.
        let others = tokens.map(\.key).filter { $0.site == thing.account.site }
        let account = chance(4) ? pick(others) ?? thing.account : thing.account
        let entry = OutboxEntry(
            id: id, account: account, kind: kind, version: version, payload: Self.payload("edited \(id)"),
            target: StatusTarget(.comment, site: thing.account.site, native: thing.id),
            field: "target", thing: thing.id, policy: Kinds.policy(kind), container: thing.container, at: now)
        guard queue(entry) else { return }
        if !isDeletion { noteBase(of: entry, thing.by, thing.text) }
        guard person(of: account) == thing.account || person(of: account) == account else { return }
        // Edits of the unsent text may wait for a person, and come after this one.
        let unsent = outbox.entries[thing.by]?.state
        if isDeletion || unsent == .unsure || unsent == .failed { words[thing.by] = nil }
        if !isDeletion, words[thing.by] != nil { words[thing.by] = "edited \(id)" }
    }

    func dependantsChoice() -> OutboxDependants? { [nil, .givenUp, .drafts, .toParent][number(4)] }

    private mutating func noteEdit(_ edit: OutboxEntry, of text: OutboxEntry.ID, base: String, _ replacement: String) {
        if words[text] != nil { words[text] = replacement }
        noteBase(of: edit, text, base)
    }

    private mutating func noteBase(of edit: OutboxEntry, _ text: OutboxEntry.ID, _ base: String) {
        edits[edit.id] = (text, base)
        verified[edit.id] = (boot, uptime)
    }

    /// Somebody changes a text of theirs on another device.
    mutating func changeElsewhere() {
        // One that is looked for is not found with other words; a look that sees it there cannot tell.
        let known = server.things.indices.filter {
            !server.things[$0].isDeleted && outbox.entries[server.things[$0].by] == nil
        }
        guard let index = pick(known), chance(2) else { return }
        let (thing, text) = (server.things[index], "elsewhere \(number(1000))")
        note("\(thing.id) was changed elsewhere")
        server.things[index].text = text
        words[thing.by] = nil
    }

    /// A newer version of the app keeps a text in a state that this one does not know.
    mutating func keepForLater() {
        let texts = stored.entries.values.filter { $0.state == .pending && $0.kind == Kinds.reply }
        guard let text = pick(texts.sorted { $0.id < $1.id }) else { return }
        note("\(text.id) is held by a newer version")
        do {
            let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            let later = json.replacing(#""state":"pending""#, with: #""state":"held""#)
            stored.entries[text.id] = try JSONDecoder().decode(OutboxEntry.self, from: Data(later.utf8))
        } catch {
            fail("\(text.id) cannot be coded: \(error)")
        }
    }

    // MARK: What has to hold

    /// Nobody can say any more which words a text will have.
    mutating func forgetWords(of entry: OutboxEntry) {
        words[edits[entry.id]?.text ?? entry.id] = nil
    }

    /// What reading the target of an edit tells.
    mutating func reading(_ words: String?, _ edit: OutboxEntry, began: Double) -> OutboxFinding {
        if words == Self.text(edit) { return .found([]) }
        guard words == edits[edit.id]?.base else { return .unclear(OutboxEntry.Reason(.malformed, "Changed.")) }
        verified[edit.id] = (boot, began)
        doubtful.remove(edit.id)
        return .absent
    }

    mutating func checkRequest(of entry: OutboxEntry) {
        for part in entry.parts where !server.things.contains(where: { $0.id == outbox.native(of: part) }) {
            fail("\(entry.id) was sent without \(part)")
        }
        // A text of another version holds nothing, so it may be changed before that version looks for it.
        let target = server.things.first { $0.id == container(of: entry) }
        if let text = target.flatMap({ outbox.entries[$0.by] }), !outbox.isKnown(text) { sentAgain.insert(text.id) }
        if uploaded.contains(entry.id) { fail("\(entry.id) was uploaded again") }
        guard entry.kind == Kinds.edit else { return }
        if doubtful.contains(entry.id) { fail("\(entry.id) was sent again, and its target was not read") }
        if let last = verified[entry.id], last.boot == boot, uptime - last.uptime > 3601 {
            fail("\(entry.id) was sent \(uptime - last.uptime) seconds after its target was as it was taken to be")
        }
    }

    /// Once everything is at rest: each text has the words that were last wished.
    mutating func checkWords() {
        let unsettled = Set(outbox.all.flatMap { [$0.id] + [edits[$0.id]?.text].compactMap(\.self) })
        for thing in server.things where !thing.isDeleted && !sentAgain.contains(thing.by) {
            guard let wished = words[thing.by], wished != thing.text, !unsettled.contains(thing.by) else { continue }
            fail("\(thing.id) of \(thing.by) says '\(thing.text)', and '\(wished)' was wished")
        }
    }
}
