import Core
import Foundation

extension WriteTransaction {
    mutating func apply(_ mutation: StatusMutation, at date: Date) throws -> StatusReceipt {
        var receipt = try make(mutation, at: date)
        // What changed nothing is no commit, and is there already.
        receipt.version = isEmpty ? snapshot.version : number
        receipt.canUndo = try canUndo()
        return receipt
    }

    private mutating func make(_ mutation: StatusMutation, at date: Date) throws -> StatusReceipt {
        switch mutation {
        case .set(let change, let ids):
            let (receipt, changed) = try set(change, ids, at: date)
            if change == .dismissed(false), !changed.isEmpty { try forgetVoidDismissals() }
            if change == .favourite(false) { try releaseMedia(of: changed.filter { try !isPacked($0) }) }
            return receipt
        case .dismiss(let ids):
            return try dismiss(ids, at: date)
        case .dismissAll(let feed):
            let ids =
                switch feed.source {
                case .saved: try snapshot.localFeed(feed, by: PostSchemas.statuses.indexes[0]).items.map(\.id)
                case .favourites: try snapshot.localFeed(feed, by: PostSchemas.statuses.indexes[1]).items.map(\.id)
                case .downloads: try FeedReading(downloads: feed, in: snapshot).stored.items.map(\.id)
                default: try snapshot.order(of: feed).elements.compactMap(\.post)
                }
            return try dismiss(ids, at: date)
        case .undoDismiss:
            // One of which everything came back by hand is none; a store of an older version may have some.
            for last in try snapshot.window(of: PostSchemas.dismissals, .descending) {
                try delete(last.id, from: PostSchemas.dismissals)
                var (receipt, changed) = try set(.dismissed(false), last.posts, at: date)
                guard !changed.isEmpty else { continue }
                // A post that was taken back by hand meanwhile did not come back now.
                let back = Set(changed)
                receipt.statuses.removeAll { !back.contains($0.id) }
                receipt.unknown.removeAll { !back.contains($0) }
                receipt.pending = []
                return receipt
            }
            return StatusReceipt()
        }
    }

    /// Whether there is a dismissal to undo once this is committed.
    private func canUndo() throws -> Bool {
        let count = try snapshot.count(of: PostSchemas.dismissals)
        guard staged[PostSchemas.dismissals.name] != nil else { return count > 0 }
        // At most twenty, and one more that is in the batch only.
        let stack = try snapshot.window(of: PostSchemas.dismissals).map(\.id)
        return try (stack + [(stack.last ?? 0) + 1]).contains { try record($0, in: PostSchemas.dismissals) != nil }
    }

    /// Removes dismissals of which no post is put away any more: there is nothing to undo.
    mutating func forgetVoidDismissals() throws {
        for dismissal in try snapshot.window(of: PostSchemas.dismissals) {
            let isVoid = try !dismissal.posts.contains { try record($0, in: PostSchemas.statuses)?.isDismissed == true }
            if isVoid { try delete(dismissal.id, from: PostSchemas.dismissals) }
        }
    }

    private mutating func dismiss(_ ids: [Post.ID], at date: Date) throws -> StatusReceipt {
        var seen: Set<Post.ID> = []
        let named = ids.filter { seen.insert($0).inserted }
        // What is not there cannot be put away.
        let known = try named.filter { try snapshot.contains($0, in: PostSchemas.posts) }
        var (receipt, changed) = try set(.dismissed(true), known, at: date)
        let isKnown = Set(known)
        receipt.unknown = named.filter { !isKnown.contains($0) }
        guard !changed.isEmpty else { return receipt }
        let stack = try snapshot.window(of: PostSchemas.dismissals)
        try upsert(
            DismissalRecord(id: (stack.last?.id ?? 0) + 1, posts: changed, date: date), in: PostSchemas.dismissals)
        for old in stack.dropLast(DismissalRecord.limit - 1) { try delete(old.id, from: PostSchemas.dismissals) }
        return receipt
    }

    /// Makes a change to posts, stored or not.
    private mutating func set(
        _ change: StatusChange, _ ids: [Post.ID], at date: Date
    ) throws -> (receipt: StatusReceipt, changed: [Post.ID]) {
        var receipt = StatusReceipt()
        var changed: [Post.ID] = []
        var seen: Set<Post.ID> = []
        for id in ids where seen.insert(id).inserted {
            guard id.isReadable else {
                // No post has it, and nothing can be kept for it.
                receipt.unknown.append(id)
                continue
            }
            var status = try record(id, in: PostSchemas.statuses) ?? PostStatus(id: id)
            if status.apply(change, at: date) {
                try upsert(status, in: PostSchemas.statuses)
                changed.append(id)
            }
            if try snapshot.contains(id, in: PostSchemas.posts) {
                receipt.statuses.append(status)
            } else {
                receipt.unknown.append(id)
                receipt.pending.append(status)
            }
        }
        return (receipt, changed)
    }
}
