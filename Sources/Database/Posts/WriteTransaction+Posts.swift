import Core
import Foundation

extension WriteTransaction {
    mutating func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) throws -> PageReceipt {
        guard !feed.source.isLocal else {
            throw DataError(.invalidInput, message: "'\(feed.source)' is made of statuses; no page belongs to it.")
        }
        guard !page.isUnchanged else {
            throw DataError(.invalidInput, message: "An unchanged page holds nothing to store.")
        }
        var seen: Set<Post.ID> = []
        let posts = page.posts.filter { seen.insert($0.id).inserted }
        let ids = posts.map(\.id)
        let before = try snapshot.order(of: feed)
        if placement == .head, ids.isEmpty, !before.elements.isEmpty {
            // No answer to go by: nothing is changed, the date of the last refresh included.
            return PageReceipt(ids: [], insertedCount: 0, next: page.next)
        }
        var order = before
        switch placement {
        case .head:
            order.placeHead(ids, next: page.next)
        case .after(let cursor):
            guard order.place(ids, next: page.next, after: cursor) else { throw DataError(.superseded) }
        }
        try store(posts, completeness: page.completeness)
        try write(order, over: before, feed: feed.key)
        var record = try record(feed.key, in: PostSchemas.feeds) ?? FeedRecord(feed: feed)
        record.take(order)
        if placement == .head {
            record.refreshed = date
            record.revision = order.first == nil ? nil : page.revision
        }
        try upsert(record, in: PostSchemas.feeds)
        let known = before.posts
        return PageReceipt(
            ids: ids, insertedCount: ids.count { !known.contains($0) }, next: page.next)
    }

    /// Writes what posts say that is new; of several with one id the first counts.
    mutating func store(_ posts: [Post], completeness: Completeness) throws {
        var seen: Set<Post.ID> = []
        for post in posts where seen.insert(post.id).inserted {
            // A post that says nothing new is not written again.
            let stored = try record(post.id, in: PostSchemas.posts)
            let merged = stored.map { post.filled(from: $0, completeness: completeness) } ?? post
            if merged != stored { try upsert(merged, in: PostSchemas.posts) }
        }
    }

    /// Writes what is different between two orders, and nothing else.
    private mutating func write(_ order: FeedOrder, over before: FeedOrder, feed: String) throws {
        let old = Set(before.elements)
        let new = Set(order.elements)
        let written = order.elements.filter { !old.contains($0) }.map { FeedEntry(feed: feed, element: $0) }
        let kept = Set(written.map(\.id))
        for element in before.elements where !new.contains(element) {
            let entry = FeedEntry(feed: feed, element: element)
            // A post that moved keeps its id, and is overwritten below.
            if !kept.contains(entry.id) { try delete(entry.id, from: PostSchemas.entries) }
        }
        for entry in written { try upsert(entry, in: PostSchemas.entries) }
    }

    mutating func apply(_ mutation: StatusMutation, at date: Date) throws -> StatusReceipt {
        var receipt = try make(mutation, at: date)
        // What changed nothing is no commit, and is there already.
        receipt.version = isEmpty ? snapshot.version : number
        return receipt
    }

    private mutating func make(_ mutation: StatusMutation, at date: Date) throws -> StatusReceipt {
        switch mutation {
        case .set(let change, let ids):
            return try set(change, ids, at: date).receipt
        case .dismiss(let ids):
            return try dismiss(ids, at: date)
        case .dismissAll(let feed):
            let ids =
                switch feed.source {
                case .saved: try snapshot.localFeed(feed, by: PostSchemas.statuses.indexes[0]).items.map(\.id)
                case .favourites: try snapshot.localFeed(feed, by: PostSchemas.statuses.indexes[1]).items.map(\.id)
                default: try snapshot.order(of: feed).elements.compactMap(\.post)
                }
            return try dismiss(ids, at: date)
        case .undoDismiss:
            let newest = try snapshot.window(of: PostSchemas.dismissals, .descending, limit: 1)
            guard let last = newest.first else { return StatusReceipt() }
            try delete(last.id, from: PostSchemas.dismissals)
            var (receipt, changed) = try set(.dismissed(false), last.posts, at: date)
            // One that was taken back by hand meanwhile did not come back now.
            receipt.statuses = receipt.statuses.filter { changed.contains($0.id) }
            return receipt
        }
    }

    private mutating func dismiss(_ ids: [Post.ID], at date: Date) throws -> StatusReceipt {
        let (receipt, changed) = try set(.dismissed(true), ids, at: date)
        guard !changed.isEmpty else { return receipt }
        let stack = try snapshot.window(of: PostSchemas.dismissals)
        try upsert(
            DismissalRecord(id: (stack.last?.id ?? 0) + 1, posts: changed, date: date), in: PostSchemas.dismissals)
        for old in stack.dropLast(DismissalRecord.limit - 1) { try delete(old.id, from: PostSchemas.dismissals) }
        return receipt
    }

    private mutating func set(
        _ change: StatusChange, _ ids: [Post.ID], at date: Date
    ) throws -> (receipt: StatusReceipt, changed: [Post.ID]) {
        var receipt = StatusReceipt()
        var changed: [Post.ID] = []
        var seen: Set<Post.ID> = []
        for id in ids where seen.insert(id).inserted {
            guard try snapshot.contains(id, in: PostSchemas.posts) else {
                receipt.unknown.append(id)
                continue
            }
            var status = try record(id, in: PostSchemas.statuses) ?? PostStatus(id: id)
            if status.apply(change, at: date) {
                try upsert(status, in: PostSchemas.statuses)
                changed.append(id)
            }
            receipt.statuses.append(status)
        }
        return (receipt, changed)
    }
}
