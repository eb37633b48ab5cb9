import Foundation

/// A maker of entries: it makes of what a person wants what the outbox stores, by the rules of the site.
struct EntryMaker: Sendable {
    let account: AccountKey
    /// The name of the account's person on the site; `nil` where it is not known.
    let name: String?
    let rules: WritingRules
    let now: OutboxTime
    /// The ids that unsent and sent entries have, with what is known of them.
    let state: DefaultOutboxProvider.State
    /// The ids of what this process has left for the one that writes, and that is there before what is left now.
    var left: Set<OutboxEntry.ID> = []
    /// The app's own kinds of the site.
    var kinds: [OutboxEntry.Kind: AnyIntentKind] = [:]

    /// A toggle.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - value: The wish.
    ///   - target: What it is about.
    ///   - id: The id of the entry.
    /// - Returns: The entry.
    /// - Throws: ``WritingError`` `notSent` for a target that is not on the server.
    func toggle(
        _ kind: OutboxEntry.Kind, _ value: String, on target: StatusTarget, id: OutboxEntry.ID
    ) throws -> OutboxEntry {
        try check(target)
        let target = native(target)
        guard !OutboxEntry.ID.isID(target.native) else { throw WritingError.notSent }
        return OutboxEntry(
            id: id, account: account, kind: kind, payload: OutboxText.none, target: target,
            field: OutboxEntry.laneField(of: kind), thing: thing(of: target), value: value,
            policy: rules.policy(of: kind, on: target.kind), at: now)
    }

    /// A reply.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - parent: What it answers.
    ///   - post: The post in whose thread that is; `nil` where it is the parent, or not known.
    ///   - known: The stored comments that could be taken for it.
    ///   - id: The id of the entry.
    /// - Returns: The entry.
    /// - Throws: ``WritingError``, ``DataError`` with the code `invalidInput` for a text that the site would not take.
    func reply(
        _ text: String, to parent: StatusTarget, in post: Post.ID?, known: [String], id: OutboxEntry.ID
    ) throws -> OutboxEntry {
        try check(parent)
        try rules.check(comment: text)
        let parent = native(parent)
        let thread = parent.kind == .post ? parent.native : post.map { native(.post($0)).native }
        let content = OutboxText(text: text, post: thread, known: known)
        return OutboxEntry(
            id: id, account: account, kind: .reply, payload: content.payload(), target: parent,
            thread: post ?? parent.post, field: OutboxEntry.laneField(of: .reply), thing: thing(of: parent),
            policy: rules.policy(of: .reply),
            waitsFor: try unsent([parent.native, thread].compactMap { $0 }), at: now)
    }

    /// A post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - community: The name of the community.
    ///   - id: The id of the entry.
    /// - Returns: The entry.
    /// - Throws: ``DataError`` with the code `invalidInput` for what the site would not take.
    func submission(_ post: PostDraft, to community: String, id: OutboxEntry.ID) throws -> OutboxEntry {
        try rules.check(title: post.title, text: post.text, url: post.url)
        let target = try source(community)
        let content = OutboxText(title: post.title, text: post.text, url: post.url)
        return OutboxEntry(
            id: id, account: account, kind: .submit, payload: content.payload(), target: target,
            field: OutboxEntry.laneField(of: .submit), thing: target.native.lowercased(),
            policy: rules.policy(of: .submit), at: now)
    }

    /// A subscription.
    ///
    /// - Parameters:
    ///   - isSubscribed: The wish.
    ///   - community: The name of the community.
    ///   - id: The id of the entry.
    /// - Returns: The entry.
    /// - Throws: ``DataError`` with the code `invalidInput` for a name that is none.
    func subscription(_ isSubscribed: Bool, to community: String, id: OutboxEntry.ID) throws -> OutboxEntry {
        let target = try source(community)
        return OutboxEntry(
            id: id, account: account, kind: .subscribe, payload: OutboxText.none, target: target,
            field: OutboxEntry.laneField(of: .subscribe), thing: target.native.lowercased(),
            value: isSubscribed ? "1" : "0", policy: rules.policy(of: .subscribe), at: now)
    }

    /// A change of a text of one's own, or its deletion.
    ///
    /// - Parameters:
    ///   - text: The new text; `nil` for a deletion.
    ///   - target: The post or the comment, which is on the server or on its way there.
    ///   - stored: What is stored of it; `nil` where nothing is.
    ///   - dependants: For the deletion of what is on its way: what becomes of those that wait for it.
    ///   - id: The id of the entry.
    /// - Returns: The entry.
    /// - Throws: ``WritingError``, ``DataError`` with the code `invalidInput` for somebody else's text, and for one that
    ///   the site would not take.
    func change(
        _ text: String?, of target: StatusTarget, stored: StoredText?, dependants: OutboxDependants?,
        id: OutboxEntry.ID
    ) throws -> OutboxEntry {
        try check(target)
        if let name, let author = stored?.somebodyElse(than: account, named: name) {
            throw DataError(.invalidInput, message: Self.somebodyElses(author))
        }
        let target = native(target)
        if let text { try target.kind == .post ? rules.check(post: text) : rules.check(comment: text) }
        let kind = text == nil ? OutboxEntry.Kind.delete : .edit
        let unsent = try unsent([target.native])
        var content = OutboxText(text: text, changing: stored?.text)
        var amendment: OutboxEntry.Amendment?
        if let own = unsent.first, let entry = entry(own) {
            let replacement = try text.map { try self.content(of: entry, with: $0) }
            amendment = OutboxEntry.Amendment(of: own, replacement: replacement, dependants: dependants)
            content.base = nil
        }
        return OutboxEntry(
            id: id, account: account, kind: kind, payload: content.payload(), target: target,
            field: OutboxEntry.laneField(of: kind), thing: thing(of: target), policy: rules.policy(of: kind),
            container: stored?.parent.map(thing), amendment: amendment, waitsFor: unsent, at: now)
    }

    /// The sentence for who would change somebody else's text.
    static func somebodyElses(_ author: String) -> String {
        "It is somebody else's, '\(author)'. One changes one's own only."
    }

    /// The content of a post with other words.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - post: The words.
    /// - Returns: The payload.
    /// - Throws: ``WritingError`` `notApplicable` for what is no post, ``DataError`` with the code `invalidInput` for
    ///   what the site would not take, `malformed` for an entry that cannot be read.
    func content(of entry: OutboxEntry, with post: PostDraft) throws -> RawJSON {
        guard entry.kind == .submit else { throw WritingError.notApplicable }
        try rules.check(title: post.title, text: post.text, url: post.url)
        var content = try OutboxText(of: entry)
        (content.title, content.text, content.url) = (post.title, post.text, post.url)
        return content.payload()
    }

    /// The content of an entry with another text.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - text: The text.
    /// - Returns: The payload.
    /// - Throws: ``DataError`` with the code `invalidInput` for a text that the site would not take, and for an entry that
    ///   has none; `malformed` for an entry that cannot be read.
    func content(of entry: OutboxEntry, with text: String) throws -> RawJSON {
        guard OutboxEntry.Kind.builtIn.contains(entry.kind) else {
            guard let edit = kinds[entry.kind]?.edit else {
                throw DataError(
                    .invalidInput, message: "'\(entry.kind)' has no text to change. Give it up, and queue another one.")
            }
            return try edit(entry.payload, text)
        }
        var content = try OutboxText(of: entry)
        let isPost = entry.kind == .submit || entry.kind == .edit && entry.target?.kind == .post
        if isPost { try rules.check(post: text) } else { try rules.check(comment: text) }
        content.text = text
        return content.payload()
    }

    private func check(_ target: StatusTarget) throws(DataError) {
        guard target.site == account.site else {
            throw DataError(
                .invalidInput, message: "It is on '\(target.site)', and the account on '\(account.site)'.")
        }
    }

    /// The target by the site's own id, where what it names was sent.
    func native(_ target: StatusTarget) -> StatusTarget {
        guard let result = state.sent[OutboxEntry.ID(rawValue: target.native)]?.result else { return target }
        return StatusTarget(target.kind, site: target.site, native: rules.native(of: result))
    }

    /// The name under which lanes and results name a thing.
    private func thing(of target: StatusTarget) -> String {
        guard let comment = target.comment, !OutboxEntry.ID.isID(comment.native) else { return target.native }
        return rules.result(of: comment)
    }

    private func entry(_ id: OutboxEntry.ID) -> OutboxEntry? { state.unsent[id] }

    /// Those of some ids that are of unsent entries.
    private func unsent(_ ids: [String]) throws(WritingError) -> [OutboxEntry.ID] {
        var unsent: [OutboxEntry.ID] = []
        for id in ids where OutboxEntry.ID.isID(id) {
            let id = OutboxEntry.ID(rawValue: id)
            guard entry(id) != nil || left.contains(id) else { throw .unknownItem }
            if !unsent.contains(id) { unsent.append(id) }
        }
        return unsent
    }

    /// The community of a name.
    ///
    /// - Parameter name: The name, as people type it.
    /// - Returns: The community on the site of the account.
    /// - Throws: ``DataError`` with the code `invalidInput` for a name that is none.
    func source(_ name: String) throws(DataError) -> StatusTarget {
        guard let name = WritingRules.community(name) else { throw WritingProblem.notACommunity(name).error }
        return StatusTarget(.source, site: account.site, native: "r/\(name)")
    }
}
