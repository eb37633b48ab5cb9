import Foundation
import Mocks

@testable import Cloud
@testable import Core

// What the person does, and what time and the system do meanwhile.

extension SendersWorld {
    func step() async throws {
        switch number(20) {
        case 0...5: try await write()
        case 6...8: try await vote()
        case 9: try await edit()
        case 10: try await delete()
        case 11, 12: try await decide()
        case 13: await pass([0.1, 3, 20, 31, 61, 700][number(6)])
        case 14: await pass([1, 61][number(2)])
        case 15 where chance(3): try await restart(isPowerCut: false)
        case 16 where chance(4): cutPowerSoon()
        case 17: await signIn()
        case 18: await outbox.handle(chance(2) ? .reachable(.reddit) : .reachable(Self.lemmy))
        case 19 where chance(4): clock.setDate(clock.now + Double(number(20_000)) - 10_000)
        default: await pass(1)
        }
        await quiet()
        // The disk has failed since: the power is gone.
        if outbox.state.value.error != nil, isPowerToBeCut { try await restart(isPowerCut: true) }
        try await check()
    }

    private func maker(_ account: AccountKey) -> EntryMaker {
        EntryMaker(
            account: account, name: "name-of-\(account.name ?? "")",
            rules: account.site == .reddit ? .reddit : .lemmy,
            now: OutboxTime(date: clock.now, boot: "boot-\(boot)", uptime: clock.uptime / .seconds(1)),
            state: outbox.state.value)
    }

    private func newID() -> OutboxEntry.ID { OutboxEntry.ID(random: random) }

    private func post(on site: Site) -> Post.ID {
        Post.ID(site: site, native: site == .reddit ? "t3_\(ModelSite.post)" : "\(ModelSite.post)")
    }

    private func comment(_ number: Int, on site: Site) -> StatusTarget {
        StatusTarget(.comment, site: site, native: site == .reddit ? "t1_\(number)" : "\(number)")
    }

    /// Does what a person asks; what is refused, or cannot be stored, is told to them and changes nothing.
    private func ask(_ words: String, _ work: () async throws -> Void) async throws -> Bool {
        servers.note(words)
        do {
            try await work()
            return true
        } catch let error as OutboxRefusal {
            servers.note("   refused: \(error)")
        } catch let error as WritingError {
            servers.note("   refused: \(error)")
        } catch let error as any CodedError {
            servers.note("   failed: \(error.code)")
            // The power is gone, and what became of it is read from the disk.
            try await restart(isPowerCut: true)
        }
        return false
    }

    // MARK: Texts

    private func write() async throws {
        guard let account = pick(Self.accounts) else { return }
        let site = account.site
        let things = servers[site].things.filter { !$0.isDeleted }.map { comment($0.number, on: site) }
        let unsent = outbox.state.value.entries.filter { $0.kind == .reply && $0.account == account }.map {
            StatusTarget(.comment, site: site, native: $0.id.rawValue)
        }
        let root = StatusTarget.post(post(on: site))
        let parent = pick([root, root] + things.suffix(3) + unsent.suffix(2)) ?? root
        let id = newID()
        let mark = chance(3) ? nil : "w\(texts.count)"
        let words = "\(mark ?? "yes") words"
        if mark == nil { equals[account, default: 0] += 1 }
        texts[id] = Text(account: account, order: texts.count, mark: mark)
        let isQueued = try await ask("\(account) answers \(parent.native) as \(id): \(words)") {
            let entry = try maker(account).reply(words, to: parent, in: post(on: site), known: [], id: id)
            try await outbox.queue(entry, known: nil)
        }
        if isQueued { owed.insert(id) }
    }

    private func edit() async throws {
        let replies = outbox.state.value.entries.filter { $0.kind == .reply && texts[$0.id]?.mark != nil }
        if let reply = pick(replies), chance(2) {
            let words = "\(texts[reply.id]?.mark ?? "") edited \(number(1000))"
            _ = try await ask("\(reply.id) is edited: \(words)") {
                if reply.isInDoubt {
                    try await outbox.queue(try change(of: reply, words), known: nil)
                } else {
                    let payload = try maker(reply.account).content(of: reply, with: words)
                    try await outbox.decide(.edit(payload), on: reply.id)
                }
            }
            return
        }
        guard let (account, thing) = ownThing() else { return }
        let words = "\(thing.first.split(separator: " ").first ?? "") edited \(number(1000))"
        _ = try await ask("\(account) edits \(thing.number): \(words)") {
            try await outbox.queue(try change(of: thing, as: account, words), known: nil)
        }
    }

    private func delete() async throws {
        let replies = outbox.state.value.entries.filter { $0.kind == .reply }
        if let reply = pick(replies), chance(2) {
            let isDone = try await ask("\(reply.id) is deleted") {
                if reply.isInDoubt {
                    try await outbox.queue(try change(of: reply, nil), known: nil)
                } else {
                    try await outbox.decide(.giveUp(.drafts), on: reply.id)
                }
            }
            if isDone { owed.remove(reply.id) }
            return
        }
        guard let (account, thing) = ownThing() else { return }
        _ = try await ask("\(account) deletes \(thing.number)") {
            try await outbox.queue(try change(of: thing, as: account, nil), known: nil)
        }
    }

    /// Something on a server that nobody looks for: what is looked for is changed as what it is unsent.
    private func ownThing() -> (AccountKey, ModelSite.Thing)? {
        let results = Set(
            outbox.state.value.sent.values.compactMap { sent in sent.result.map { "\(sent.account.site) \($0)" } })
        guard let account = pick(Self.accounts) else { return nil }
        let prefix = account.site == .reddit ? "t1_" : "comment/"
        let things = servers[account.site].things.filter { thing in
            thing.account == account && !thing.isDeleted
                && results.contains("\(account.site) \(prefix)\(thing.number)")
        }
        return pick(things).map { (account, $0) }
    }

    private func change(of reply: OutboxEntry, _ words: String?) throws -> OutboxEntry {
        try maker(reply.account).change(
            words, of: StatusTarget(.comment, site: reply.account.site, native: reply.id.rawValue), stored: nil,
            dependants: words == nil ? .drafts : nil, id: newID())
    }

    private func change(of thing: ModelSite.Thing, as account: AccountKey, _ words: String?) throws -> OutboxEntry {
        let parent = thing.parent.map { comment($0, on: account.site) } ?? .post(post(on: account.site))
        return try maker(account).change(
            words, of: comment(thing.number, on: account.site),
            stored: StoredText(author: nil, text: thing.text, parent: parent), dependants: nil, id: newID())
    }

    // MARK: Votes and decisions

    private func vote() async throws {
        guard let account = pick(Self.accounts) else { return }
        let things = servers[account.site].things.filter { !$0.isDeleted }.map { comment($0.number, on: account.site) }
        let root = StatusTarget.post(post(on: account.site))
        guard let target = pick([root] + things.suffix(2)), let value = pick(["1", "-1", "0"]) else { return }
        let isQueued = try await ask("\(account) votes \(value) on \(target)") {
            let entry = try maker(account).toggle(.vote, value, on: target, id: newID())
            try await outbox.queue(entry, known: nil)
        }
        if isQueued { wishes[Vote(account: account, target: target)] = value }
    }

    private func decide() async throws {
        let entries = outbox.state.value.entries.filter { $0.state == .failed || $0.state == .unsure || chance(6) }
        guard let entry = pick(entries) else { return }
        if chance(3), !entry.policy.isToggle {
            let isDone = try await ask("\(entry.id) is given up") {
                try await outbox.decide(.giveUp(.drafts), on: entry.id)
            }
            if isDone { owed.remove(entry.id) }
            return
        }
        let isDone = try await ask("\(entry.id) is sent again (\(entry.state))") {
            try await outbox.decide(.send(as: nil), on: entry.id)
        }
        // What a person sends again may be there twice, and comes when they say so.
        guard isDone, let text = texts[entry.id] else { return }
        texts[entry.id]?.copies += 1
        texts[entry.id]?.isOvertaken = true
        if text.mark == nil { equals[text.account, default: 0] += 1 }
    }
}
