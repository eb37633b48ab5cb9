import Core
import Foundation

extension StoreSnapshot {
    /// Returns all drafts, what was changed last first.
    ///
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n* log *n*) in the drafts.
    func drafts() throws -> [Draft] {
        try window(of: DraftSchemas.drafts).sorted { ($1.date, $1.id) < ($0.date, $0.id) }
    }

    /// Whether an entry of the outbox has an id, or had it and arrived or was given up.
    ///
    /// False in a store without an outbox.
    func isOnItsWay(_ id: Draft.ID) throws -> Bool {
        guard hasOutbox else { return false }
        let id = OutboxEntry.ID(rawValue: id.rawValue)
        return try contains(id, in: OutboxSchemas.entries) || contains(id, in: OutboxSchemas.sent)
    }

    /// Returns the drafts that an archive has of texts which are unsent; none in a store without an outbox.
    ///
    /// - Throws: ``StoreError``.
    func unsentTexts() throws -> [Draft] {
        guard hasOutbox else { return [] }
        let entries = try window(of: OutboxSchemas.entries).compactMap { Draft($0, id: $0.id, date: $0.created) }
        // What another process has left is unsent too, before it is an entry.
        guard view.tables[OutboxSchemas.handed.name] != nil else { return entries }
        return try entries + window(of: OutboxSchemas.handed).compactMap { Draft($0.intent) }
    }

    private var hasOutbox: Bool { view.tables[OutboxSchemas.entries.name] != nil }
}

extension WriteTransaction {
    /// Removes the draft of a text that enters the outbox, and the one that it would become, where that says the same.
    ///
    /// The second one is there where a commit of which nobody knew whether it was made had given the text up.
    mutating func takeDraft(of entry: OutboxEntry) throws {
        guard !entry.policy.isToggle, try snapshot.count(of: DraftSchemas.drafts) > 0 else { return }
        try delete(Draft.ID(rawValue: entry.id.rawValue), from: DraftSchemas.drafts)
        let later = Draft.ID(rawValue: entry.id.draftID.rawValue)
        guard let left = try record(later, in: DraftSchemas.drafts),
            let own = Draft(entry, id: entry.id, date: left.date), left.hasSameWords(as: own)
        else { return }
        try delete(later, from: DraftSchemas.drafts)
        try renameDrafts(about: later.rawValue, to: entry.id.rawValue)
    }

    /// Gives a text that was given up the words that somebody has begun to write for it: alone they would change nothing.
    ///
    /// - Parameters:
    ///   - entry: The entry that is given up.
    ///   - draft: The draft that its text becomes.
    /// - Returns: The draft with the newest of those words, which are no draft of their own any more.
    /// - Throws: ``StoreError``.
    mutating func takeWords(begunFor entry: OutboxEntry.ID, into draft: Draft) throws -> Draft {
        let changes = try snapshot.records(in: DraftSchemas.drafts) {
            $0.kind == .edit && $0.target?.native == entry.rawValue && $0.account == draft.account && $0.text != nil
        }
        guard draft.kind == .reply || draft.kind == .edit,
            let newest = changes.max(by: { ($0.date, $0.id) < ($1.date, $1.id) })
        else { return draft }
        try delete(newest.id, from: DraftSchemas.drafts)
        var draft = draft
        draft.text = newest.text
        return draft
    }

    /// Names something that was sent by the site's own id in the drafts that are about it.
    mutating func nameDrafts(about sent: SentEntry) throws {
        guard let result = sent.result else { return }
        let prefix = WritingRules.lemmyCommentPrefix
        try renameDrafts(
            about: sent.id.rawValue,
            to: result.hasPrefix(prefix) ? String(result.dropFirst(prefix.count)) : result)
    }

    /// Names a thing anew in the drafts that are about it.
    mutating func renameDrafts(about native: String, to name: String) throws {
        let drafts = try snapshot.records(in: DraftSchemas.drafts) {
            $0.target?.native == native || $0.thread?.native == native
        }
        for draft in drafts {
            // It may have gone in this commit.
            guard var draft = try record(draft.id, in: DraftSchemas.drafts) else { continue }
            draft.rename(native, to: name)
            try upsert(draft, in: DraftSchemas.drafts)
        }
    }

    /// Gives an account the drafts of its site that nobody in particular has written.
    ///
    /// Unlike marks they are nobody's no longer: a text is written once.
    ///
    /// - Returns: The number of drafts.
    mutating func takeOverDrafts(for account: AccountKey) throws -> Int {
        let drafts = try snapshot.records(in: DraftSchemas.drafts) {
            $0.account == nil && $0.site == account.site
        }
        for var draft in drafts {
            draft.account = account
            try upsert(draft, in: DraftSchemas.drafts)
        }
        return drafts.count
    }

    /// Removes the drafts of an account.
    ///
    /// - Returns: The number of drafts.
    mutating func removeDrafts(of account: AccountKey) throws -> Int {
        let drafts = try snapshot.records(in: DraftSchemas.drafts) { $0.account == account }
        for draft in drafts { try delete(draft.id, from: DraftSchemas.drafts) }
        return drafts.count
    }
}
