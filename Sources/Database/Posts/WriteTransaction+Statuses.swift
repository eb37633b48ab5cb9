import Core
import Foundation

extension WriteTransaction {
    mutating func apply(_ mutation: StatusMutation, at date: Date) throws -> StatusReceipt {
        var receipt = try make(mutation, at: date)
        // What changed nothing is no commit, and is there already.
        receipt.version = isEmpty ? snapshot.version : number
        return receipt
    }

    private mutating func make(_ mutation: StatusMutation, at date: Date) throws -> StatusReceipt {
        switch mutation {
        case .set(let change, let ids):
            let (receipt, changed) = try set(change, ids, at: date)
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
            let newest = try snapshot.window(of: PostSchemas.dismissals, .descending, limit: 1)
            guard let last = newest.first else { return StatusReceipt() }
            try delete(last.id, from: PostSchemas.dismissals)
            var (receipt, changed) = try set(.dismissed(false), last.posts, at: date)
            // One that was taken back by hand meanwhile did not come back now.
            let back = Set(changed)
            receipt.statuses.removeAll { !back.contains($0.id) }
            receipt.unknown.removeAll { !back.contains($0) }
            receipt.pending = []
            return receipt
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
