import Core
import Foundation

/// What accounts have set and not sent yet, by account and target: what is laid over own marks and confirmed state.
struct PendingOverlays: Sendable {
    /// The intents of one account.
    typealias Overlay = [StatusTarget: PendingIntents]

    /// The intents of each account that are shown, or keep reads from being believed.
    private(set) var overlays: [AccountKey: Overlay] = [:]
    /// Everything that something unsent is about, of all accounts.
    private(set) var unsent: Set<StatusTarget> = []
    /// The entries of each account that are no toggles: texts, edits, deletions.
    private(set) var texts: [AccountKey: Set<OutboxEntry.ID>] = [:]

    static let none = PendingOverlays()

    /// Takes in a record; those of one field come in the order of their numbers.
    ///
    /// - Parameters:
    ///   - id: The record.
    ///   - target: Its target, by the site's own id.
    mutating func take(_ id: IntentRecord.ID, on target: StatusTarget) {
        unsent.insert(target)
        if id.field == IntentRecord.ID.text, let account = id.owned.owner.account {
            texts[account, default: []].insert(OutboxEntry.ID(rawValue: id.entry))
        }
        guard id.wish != IntentRecord.ID.none, id.wish != IntentRecord.ID.failed, let account = id.owned.owner.account,
            let field = StatusField(rawValue: id.field)
        else { return }
        // A lane says no wish, nor does what another version has written.
        overlays[account, default: [:]][target, default: PendingIntents()].take(
            field, field.values(of: id.wish), at: Date(timeIntervalSince1970: id.date))
    }
}

extension StoreSnapshot {
    /// What an owner has set and not sent yet; nothing for nobody.
    ///
    /// - Complexity: O(1) without intents, and where they were read before; else O(*n*) in the intents, without reading
    ///   a record.
    func pending(for owner: MarkOwner) throws -> PendingOverlays.Overlay {
        guard let account = owner.account else { return [:] }
        return try pendingOverlays().overlays[account] ?? [:]
    }

    /// What all accounts have set and not sent yet.
    func pendingOverlays() throws -> PendingOverlays {
        guard try count(of: StatusSchemas.intents) > 0 || hasLeftIntents() else { return .none }
        return try view.derived.value("pending", stamps: pendingStamps, isKept: !isProvisional) {
            var overlays = PendingOverlays()
            try visitIntents {
                overlays = PendingOverlays()
            } visit: { id in
                overlays.take(id, on: try resolved(id.owned.target))
            }
            for id in try leftIntents() { overlays.take(id, on: try resolved(id.owned.target)) }
            return overlays
        }
    }

    /// The numbers that change with what is pending.
    var pendingStamps: [UInt64] {
        let stored = [version(of: StatusSchemas.intents), version(of: OutboxSchemas.sent), UInt64(reloadCount)]
        guard let left = view.left else { return stored }
        // What leaves the folder is in the store at one of its next versions, or done.
        return stored + [left.changeCount, version(of: OutboxSchemas.handed), left.isEmpty ? 0 : version]
    }

    /// Goes over the ids of all intents, in their order; no record is read.
    ///
    /// - Parameters:
    ///   - restart: Called before the first one, each time.
    ///   - visit: Takes each. It may be called for all of them a second time.
    /// - Throws: ``StoreError``; what `visit` throws.
    func visitIntents(restart: () -> Void, visit: (IntentRecord.ID) throws -> Void) throws {
        try visitKeys(of: StatusSchemas.intents, by: nil, from: nil, restart: restart) { key, _ in
            if let text = IndexKey.text(ofKey: key), let id = IntentRecord.ID(text) { try visit(id) }
            return true
        }
    }

    /// The target by the site's own id, where it is named by the entry that made it.
    func resolved(_ target: StatusTarget) throws -> StatusTarget {
        guard OutboxEntry.ID.isID(target.native), view.tables[OutboxSchemas.sent.name] != nil,
            let native = try record(OutboxEntry.ID(rawValue: target.native), in: OutboxSchemas.sent)?.native
        else { return target }
        return StatusTarget(target.kind, site: target.site, native: native)
    }

    /// The posts that something unsent is about, or is about a comment of theirs.
    ///
    /// - Complexity: O(*n*) in what is unsent.
    func postsWithUnsent() throws -> Set<Post.ID> {
        var posts: Set<Post.ID> = []
        for target in try pendingOverlays().unsent {
            if let post = target.post { posts.insert(post) }
            guard let comment = target.comment else { continue }
            if let post = try record(comment, in: CommentSchemas.comments)?.post { posts.insert(post) }
        }
        return posts
    }
}

extension IndexKey {
    /// The text that an encoded key is; nil for one that is none.
    fileprivate static func text(ofKey key: [UInt8]) -> String? {
        guard key.count > 2 else { return nil }
        let text = key[2..<key.count - 1]
        if !text.contains(where: { $0 < 2 }) { return String(validating: text, as: UTF8.self) }
        guard case .text(let text)? = IndexKey(SortKey(key)) else { return nil }
        return text
    }
}
