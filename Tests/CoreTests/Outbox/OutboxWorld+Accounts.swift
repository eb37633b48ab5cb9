import Foundation

@testable import Core

// Who writes: sign-ins, sessions that the server ends, and tokens whose person becomes known or never does.

extension OutboxWorld {
    /// A token from outside.
    struct Token {
        /// The account that its entries are queued for.
        let key: AccountKey
        /// The account whose it is in truth, which may be one that nobody has signed in to; `nil` where nobody ever
        /// finds out.
        let owner: AccountKey?
    }

    static func tokens(_ random: SeededRandomSource) -> [Token] {
        func token(_ number: Int, _ site: Site, of owners: [AccountKey?]) -> Token {
            let key = AccountKey.ofToken("fingerprint \(number)", on: site)
            return Token(key: key, owner: owners[Int(random.next() % UInt64(owners.count))])
        }
        let (newcomer, lemmy) = (AccountKey(site: .reddit, name: "t2_new"), accounts[1].site)
        return [
            token(1, .reddit, of: [accounts[0], accounts[2], newcomer, nil]),
            token(2, .reddit, of: [accounts[0], newcomer, nil]),
            token(3, lemmy, of: [accounts[1], AccountKey(site: lemmy, name: "9"), nil]),
        ]
    }

    /// Whoever writes something now: mostly an account that is known.
    func writer() -> AccountKey {
        chance(4) ? tokens[number(tokens.count)].key : people[number(people.count)]
    }

    /// The account whose a writer is in truth.
    func person(of writer: AccountKey) -> AccountKey {
        tokens.first { $0.key == writer }?.owner ?? writer
    }

    // MARK: Sessions

    /// Whether anything may begin for an account, as the person and the servers know it.
    func mayBegin(for account: AccountKey) -> Bool { sessions[account] != nil && !stopping.contains(account) }

    /// Signs somebody in, or in anew: what an earlier sign-in has begun is broken off.
    mutating func signIn(_ account: AccountKey) {
        note("signed in: \(account)")
        epoch += 1
        breakOff { $0.account == account }
        sessions[account] = epoch
        ended.remove(account)
        stopping.remove(account)
        handle(.session(account, epoch: epoch))
    }

    mutating func signOut(_ account: AccountKey) {
        note("signed out: \(account)")
        // What is under way is broken off; on the server it may still happen.
        breakOff { $0.account == account }
        sessions[account] = nil
        ended.remove(account)
        stopping.remove(account)
        handle(.session(account, epoch: nil))
    }

    /// The person signs in again where a session has ended.
    mutating func signInAgain() {
        if let account = pick(people.filter(ended.contains)) { signIn(account) }
    }

    /// The server ends a session, or the outbox is told so once more.
    mutating func endSession() {
        guard let account = pick(people.filter { sessions[$0] != nil || ended.contains($0) }) else { return }
        note("the session of \(account) has ended")
        let before = underWay(of: account)
        sessions[account] = nil
        ended.insert(account)
        handle(.sessionEnded(account))
        if underWay(of: account) != before { fail("what was under way for \(account) is not any more") }
    }

    private func underWay(of account: AccountKey) -> Set<Int> {
        let sends = outbox.running.filter { outbox.entries[$0.key]?.account == account }.values
        let looks = outbox.looking.filter { outbox.entries[$0.key]?.account == account }.values.map(\.attempt)
        let reads = outbox.reading.filter { $0.key.account == account }.values
        return Set(Array(sends) + looks + Array(reads))
    }

    /// Refuses a request because its session is over.
    mutating func refuse(_ request: Request, _ reason: OutboxEntry.Reason) {
        let believed = request.ids.filter { outbox.running[$0] == request.attempt }.compactMap { outbox.entries[$0] }
        ended.insert(request.account)
        if !believed.isEmpty { sessions[request.account] = nil }
        handle(.answered(request.ids, attempt: request.attempt, .sessionOver(reason)))
        for before in believed {
            guard let after = outbox.entries[before.id] else { continue }
            // An edit that waited for it may have brought a part that was refused meanwhile.
            let hasFailedPart = after.state == .failed && after.parts.contains { outbox.entries[$0]?.state == .failed }
            if hasFailedPart, after.doubtfulSince == before.doubtfulSince { continue }
            // It was certainly not done: it can be edited and given up while nobody is signed in.
            if after.state != .pending && after.state != .waiting || after.doubtfulSince != before.doubtfulSince {
                fail("\(after.id) is \(after.state) since its session is over")
            }
        }
    }

    /// Whether the server answers with the end of an account's session.
    mutating func isOver(for account: AccountKey?) -> Bool {
        guard hasFaults, let account, ended.contains(account) ? !chance(4) : chance(20) else { return false }
        ended.insert(account)
        return true
    }

    // MARK: Tokens

    /// The server tells whose a token is; it is told again when more was queued for the token since.
    mutating func nameToken(_ token: Token) {
        guard let owner = token.owner else { return }
        note("\(token.key) is \(owner)")
        let queued = outbox.all.filter { $0.account == token.key }
        var refused: [OutboxEntry.ID: OutboxEntry.Reason] = [:]
        for entry in queued where isOfSomebodyElse(entry, as: owner) && !(hasFaults && chance(5)) {
            refused[entry.id] = OutboxEntry.Reason(.forbidden, "Somebody else's.")
        }
        let (time, reasons) = (now, refused)
        _ = call { outbox throws(OutboxRefusal) in
            outbox.name(token.key, as: owner, refusing: reasons, at: time)
        } acknowledge: { world in
            // What only another version knows is named by that one.
            for entry in queued where world.outbox.isKnown(entry) {
                world.noteGiven(entry, to: owner)
                guard reasons[entry.id] != nil else { continue }
                world.refusals.insert(entry.id)
                let isFailed = world.outbox.entries[entry.id]?.state == .failed
                if !isFailed { world.fail("\(entry.id) is not \(owner)'s, and goes on") }
            }
        }
        if !people.contains(owner) { people.append(owner) }
        if sessions[owner] == nil, !ended.contains(owner) { signIn(owner) }
    }

    /// Whether an entry changes a text of another account.
    private func isOfSomebodyElse(_ entry: OutboxEntry, as account: AccountKey) -> Bool {
        guard [Kinds.edit, Kinds.delete].contains(entry.kind), entry.amendment == nil else { return false }
        return server.things.contains { $0.id == entry.target?.native && $0.account != account }
    }

    /// The person names the account that sends something of a token.
    mutating func sendFromToken() {
        let queued = outbox.all.filter { $0.account.isOfToken && !$0.policy.isPart }
        guard let entry = pick(queued), let account = pick(people.filter { $0.site == entry.account.site }),
            !isOfSomebodyElse(entry, as: account)
        else { return }
        decide(.send(as: account), on: entry)
    }

    /// Keeps that an entry is another account's from now on, with its parts.
    mutating func noteGiven(_ entry: OutboxEntry, to account: AccountKey) {
        overtaken.insert(entry.id)
        authors[entry.id] = account
        for part in entry.parts where outbox.entries[part]?.state != .sending { authors[part] = account }
        if entry.kind == Kinds.edit {
            // It waited in another lane: a newer edit may have gone meanwhile.
            doubtful.insert(entry.id)
            // What was nobody's wish for this text is one now, as the person says so.
            if person(of: entry.account) != account { forgetWords(of: entry) }
        }
        guard entry.policy.isToggle else { return }
        var lane = entry.lane
        lane.account = account
        if wishes[entry.lane]?.id == entry.id { wishes[entry.lane] = nil }
        noteWish(entry, in: lane)
    }

    /// Keeps the newest wish of a lane, whoever it was made for.
    mutating func noteWish(_ entry: OutboxEntry, in lane: OutboxLane) {
        let place = place(of: entry.id)
        if place >= newestWishes[lane] ?? 0 {
            newestWishes[lane] = place
            wishes[lane] = (entry.id, entry.value ?? "")
        } else if unmarked.contains(entry.id) {
            // Another version of the app has not been told of the newer one.
            wishes[lane] = nil
        }
        for older in outbox.all where older.account.isOfToken && older.policy.isToggle && !outbox.isKnown(older) {
            if older.lane.field == lane.field, older.lane.thing == lane.thing { unmarked.insert(older.id) }
        }
    }

    func place(of id: OutboxEntry.ID) -> Int { Int(id.rawValue.dropFirst("entry-".count)) ?? 0 }

    // MARK: What has to hold

    /// Nothing is shown or sent as another account than whose it is.
    mutating func checkAccounts(of entries: [OutboxEntry]) {
        for entry in entries where entry.account != authors[entry.id] || entry.account != entry.lane.account {
            fail("\(entry.id) is of \(entry.account), and \(authors[entry.id].map { "\($0)" } ?? "nobody") wrote it")
        }
        for account in ended where sessions[account] == nil && outbox.isMoving(account, nil, at: now) {
            let isAsked =
                requests.contains { $0.account == account }
                || looks.contains { outbox.looking[$0.id]?.attempt == $0.attempt }
            if !isAsked { fail("something of \(account) is said to move, and its session has ended") }
        }
    }

    /// Once everything is at rest: nothing waits for the name of a person who is known.
    mutating func checkTokens() {
        for entry in outbox.all where entry.account.isOfToken && !entry.isOfLaterVersion {
            if person(of: entry.account) != entry.account { fail("\(entry.id) is left for a token") }
        }
    }
}
