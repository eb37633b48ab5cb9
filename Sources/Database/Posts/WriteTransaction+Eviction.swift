import Core
import Foundation

extension WriteTransaction {
    mutating func evict(_ ids: [Post.ID]) throws -> EvictionReceipt {
        var receipt = EvictionReceipt()
        let unsent = try snapshot.postsWithUnsent()
        var seen: Set<Post.ID> = []
        for id in ids where seen.insert(id).inserted {
            guard try snapshot.contains(id, in: PostSchemas.posts) else {
                receipt.unknown.append(id)
                continue
            }
            switch try snapshot.keepingMark(of: id) {
            case .saved: receipt.kept.append(EvictionReceipt.Kept(id, reason: .saved))
            case .favourite: receipt.kept.append(EvictionReceipt.Kept(id, reason: .favourite))
            case nil where unsent.contains(id): receipt.kept.append(EvictionReceipt.Kept(id, reason: .unsent))
            case nil:
                receipt.evicted.append(id)
                try delete(id, from: PostSchemas.posts)
                try delete(id, from: PostSchemas.arrivals)
                try delete(id, from: PostSchemas.extras)
            }
        }
        let gone = Set(receipt.evicted)
        try forgetConfirmed(gone.map { .post($0) })
        if !gone.isEmpty {
            _ = try evictThreads(of: receipt.evicted)
            _ = try removePacked(receipt.evicted)
            try releaseMedia(of: receipt.evicted)
            for feed in try snapshot.window(of: PostSchemas.feeds) where try holds(feed, anyOf: gone) {
                try take(gone, from: feed)
            }
        }
        receipt.version = isEmpty ? snapshot.version : number
        return receipt
    }

    /// Whether a feed has to be read: of a few posts it is quicker to ask for each.
    private func holds(_ feed: FeedRecord, anyOf gone: Set<Post.ID>) throws -> Bool {
        guard gone.count <= 100 else { return true }
        return try gone.contains { try snapshot.contains(FeedEntry.id(of: $0, in: feed.id), in: PostSchemas.entries) }
    }

    private mutating func take(_ gone: Set<Post.ID>, from feed: FeedRecord) throws {
        let before = try snapshot.order(ofKey: feed.id)
        var order = before
        order.evict(gone)
        guard order != before else { return }
        try write(order, over: before, feed: feed.id)
        guard !order.elements.isEmpty else {
            try delete(feed.id, from: PostSchemas.feeds)
            return
        }
        var record = feed
        record.take(order)
        if order.first == nil { record.revision = nil }
        // Where the feed begins is no longer known.
        if order.first == nil, order.head == nil { record.refreshed = nil }
        try upsert(record, in: PostSchemas.feeds)
    }
}
