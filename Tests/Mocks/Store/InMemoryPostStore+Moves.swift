import Core
import Foundation

extension InMemoryPostStore {
    /// Stores posts with their fields, and makes moves.
    ///
    /// - Returns: What changed; `nil` for nothing.
    /// - Throws: `DataError` with the code `invalidInput` for a local feed; nothing is changed then.
    mutating func store(
        _ new: [Post], extras: [Post.ID: RawJSON], completeness: Completeness, moving moves: [FeedMove], at date: Date
    ) throws -> StoredChange? {
        if let local = moves.first(where: \.feed.source.isLocal)?.feed {
            throw DataError(.invalidInput, message: "'\(local.source)' is made of statuses; nothing is moved in it.")
        }
        var change = store(new, completeness: completeness, at: date)
        keep(extras, of: new, completeness: completeness)
        var changed: Set<String> = []
        for move in moves where make(move) { changed.insert(move.feed.key) }
        if !changed.isEmpty {
            if change == nil {
                version += 1
                change = StoredChange(version: version)
            }
            change?.feeds = changed
        }
        return change
    }

    /// Makes a move; false where nothing changes.
    private mutating func make(_ move: FeedMove) -> Bool {
        let stored = feeds[move.feed.key]
        var new = stored ?? StoredOrder(feed: move.feed)
        let before = new.order
        var isBeginLost = false
        switch move.place {
        case .out: isBeginLost = new.order.takeOut(move.post)
        case .head where posts[move.post] != nil: new.order.putAtHead(move.post)
        case .byDate where stored != nil:
            guard let date = posts[move.post]?.created else { return false }
            new.order.put(move.post, from: date) { posts[$0]?.created }
        case .head, .byDate: return false
        }
        guard new.order != before else { return false }
        new.revision = nil
        if isBeginLost { new.refreshedAt = nil }
        feeds[move.feed.key] = new
        return true
    }
}
