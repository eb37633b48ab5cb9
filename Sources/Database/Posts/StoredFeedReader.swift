import Core
import Dispatch
import Synchronization

/// Reads feeds on a thread of its own, and remembers those that are in use.
///
/// What was read is kept by feed: the one that was read last, and others as long as all have no more than
/// ``largestCount`` posts together. Whoever shows a feed holds most of that memory anyway.
final class StoredFeedReader: Sendable {
    /// The last one was read last.
    private typealias Kept = [(key: String, reading: FeedReading)]

    /// The feed that was read last, as it was given out.
    private struct Answer {
        let key: String
        let stored: StoredFeed
        let viewers: Viewers
        let reloadCount: Int
        let leftCount: UInt64
    }

    /// The number of posts that are remembered beside the feed that was read last.
    static let largestCount = 10_000

    private let store: JSONStore
    // Thousands of posts take milliseconds: not on Swift's cooperative threads.
    private let queue = DispatchQueue(label: "Lantern.DatabasePostProvider.reader", qos: .userInitiated)
    // Only `queue` takes this lock, so nobody ever waits for it; it is how the compiler knows.
    private let kept = Mutex<Kept>([])
    private let latest = Mutex<Answer?>(nil)

    private let viewers: CurrentViewers

    init(_ store: JSONStore, viewers: CurrentViewers) {
        self.store = store
        self.viewers = viewers
    }

    /// A feed as it is stored.
    func feed(_ feed: Feed) async throws -> StoredFeed {
        if let stored = unchanged(feed) { return stored }
        return try await run { reader in
            // Asked when its turn has come: what is read for somebody who has gone meanwhile is shown to nobody.
            let viewers = reader.viewers.now
            let leftCount = reader.leftCount
            return try reader.store.read { snapshot in
                let owner = viewers.owner(on: feed.site)
                var stored = try reader.shown(feed, to: owner, in: snapshot)
                stored.canUndo = try snapshot.canUndo(for: viewers)
                let answer = Answer(
                    key: feed.key, stored: stored, viewers: viewers, reloadCount: snapshot.reloadCount,
                    leftCount: leftCount)
                reader.latest.withLock { $0 = answer }
                return stored
            }
        }
    }

    /// The feed that was read last, where nothing at all was committed since; it takes no turn on the queue.
    private func unchanged(_ feed: Feed) -> StoredFeed? {
        let snapshot = store.snapshot()
        guard let answer = latest.withLock({ $0 }), answer.key == feed.key,
            answer.stored.version == snapshot.version, answer.reloadCount == snapshot.reloadCount,
            answer.leftCount == leftCount, answer.viewers == viewers.now
        else { return nil }
        var stored = answer.stored
        stored.feed = feed
        return stored
    }

    /// The number that changes with what this process leaves for the one that writes.
    private var leftCount: UInt64 { store.environment.left?.changeCount ?? 0 }

    /// A feed as an owner sees it.
    private func shown(_ feed: Feed, to owner: MarkOwner, in snapshot: StoreSnapshot) throws -> StoredFeed {
        guard feed.source.kind == .unsent else {
            return try snapshot.owned(try read(feed, for: owner, in: snapshot), by: owner)
        }
        let items = try snapshot.unsentPosts(on: feed.site, of: owner, by: viewers.name(on: feed.site))
        return StoredFeed(feed: feed, items: items, isEnd: true, version: snapshot.version)
    }

    private func read(_ feed: Feed, for owner: MarkOwner, in snapshot: StoreSnapshot) throws -> StoredFeed {
        // A feed from the network is one for everybody until statuses are joined; what people keep is one for each.
        let key = feed.source.isLocal ? "\(feed.key)\u{1}\(owner)" : feed.key
        let old = kept.withLock { $0.first { $0.key == key }?.reading }
        let reading =
            switch feed.source.kind {
            case .saved: try FeedReading(feed, .saved, by: owner, in: snapshot, reusing: old)
            case .favourites: try FeedReading(feed, .favourite, by: owner, in: snapshot, reusing: old)
            case .downloads: try FeedReading(downloads: feed, in: snapshot, reusing: old)
            default: try FeedReading(feed, in: snapshot, reusing: old)
            }
        keep(reading, key)
        return reading.stored
    }

    /// Remembers a reading in the place of an older one, as the last one that was read.
    private func keep(_ reading: FeedReading, _ key: String) {
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept.append((key, reading))
            var count = kept.dropLast().reduce(0) { $0 + $1.reading.stored.items.count }
            while kept.count > 1, count > Self.largestCount {
                count -= kept.removeFirst().reading.stored.items.count
            }
        }
    }

    /// The first unread posts of a feed that has an order of its own.
    func unread(
        in feed: Feed, limit: Int, where isShown: @escaping @Sendable (FeedItem) -> Bool
    ) async throws -> StoredUnread {
        try await run { reader in
            let viewers = reader.viewers.now
            return try reader.store.read {
                try $0.unread(in: feed, for: viewers.owner(on: feed.site), limit: limit, where: isShown)
            }
        }
    }

    /// The feeds that something is stored of, without their posts.
    func feeds() async throws -> [StoredFeedSummary] {
        try await run { reader in
            try reader.store.read { try $0.window(of: PostSchemas.feeds) }.compactMap(\.summary)
        }
    }

    /// Stored posts by id, those that are known; an id may be there twice.
    func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await run { reader in
            let viewers = reader.viewers.now
            return try reader.store.read { try $0.items(ids, for: viewers) { reader.viewers.name(on: $0) } }
        }
    }

    /// Reads the fields of posts that only their site has, for those of which some are kept.
    func extras(_ ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await run { reader in
            try reader.store.read { snapshot in
                var extras: [Post.ID: RawJSON] = [:]
                for id in ids { extras[id] = try snapshot.record(id, in: PostSchemas.extras)?.value }
                return extras
            }
        }
    }

    /// Reads something else from the store, as it is when its turn comes.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result {
        try await run { try $0.store.read(work) }
    }

    private func run<Result: Sendable>(
        _ work: @escaping @Sendable (StoredFeedReader) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work(self) }) }
        }
    }
}
