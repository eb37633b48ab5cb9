import Core
import Foundation

extension WriteTransaction {
    /// Puts posts into stored feeds, and takes them out.
    ///
    /// - Parameter moves: The changes, in their order.
    /// - Throws: ``StoreError``; `DataError` with the code `invalidInput` for a local feed.
    mutating func make(_ moves: [FeedMove]) throws {
        var feeds: [String] = []
        for move in moves where !feeds.contains(move.feed.key) { feeds.append(move.feed.key) }
        for key in feeds { try make(moves.filter { $0.feed.key == key }, in: key) }
    }

    private mutating func make(_ moves: [FeedMove], in key: String) throws {
        guard let feed = moves.first?.feed else { return }
        guard !feed.source.isLocal else {
            throw DataError(.invalidInput, message: "'\(feed.source)' is made of statuses; nothing is moved in it.")
        }
        let before = try snapshot.order(ofKey: key)
        let stored = try record(key, in: PostSchemas.feeds)
        var order = before
        var isBeginLost = false
        for move in moves {
            switch move.place {
            case .out: isBeginLost = order.takeOut(move.post) || isBeginLost
            case .head where try record(move.post, in: PostSchemas.posts) != nil: order.putAtHead(move.post)
            case .byDate where stored != nil:
                guard let date = try record(move.post, in: PostSchemas.posts)?.created else { continue }
                try order.put(move.post, from: date) { try record($0, in: PostSchemas.posts)?.created }
            case .head, .byDate: continue
            }
        }
        guard order != before else { return }
        try write(order, over: before, feed: key)
        var facts = stored ?? FeedRecord(feed: feed)
        facts.take(order)
        // The server's answer is another one by now, or it is not what is stored.
        facts.revision = nil
        if isBeginLost { facts.refreshed = nil }
        try upsert(facts, in: PostSchemas.feeds)
    }
}
