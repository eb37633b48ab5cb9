import Synchronization

/// The default ``UnreadProvider``: counts in the database, and after each commit again what that may have changed.
///
/// A feed is counted at the beginning and when the settings or who looks have changed, else when a commit changed the feed
/// itself or one of its posts. Counting ends at the hundredth unread post, see
/// ``OfflinePostProvider/unread(in:limit:where:)`` for what it costs; commits that come meanwhile are counted together.
/// For each feed that somebody follows the ids of its posts are kept in memory.
public final class DefaultUnreadProvider: UnreadProvider {
    private let offline: any OfflinePostProvider
    private let settings: any SettingsProvider
    private let personal: PersonalFeeds

    /// Creates a provider; resolves `SettingsProvider` where it is registered, else the settings are the defaults.
    ///
    /// - Parameter offline: The database; the registered one by default.
    public convenience init(offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self)) {
        self.init(
            offline: offline, settings: Dependency.settings,
            personal: Dependency.resolve(PersonalFeeds.self, default: .none))
    }

    package init(offline: any OfflinePostProvider, settings: any SettingsProvider, personal: PersonalFeeds) {
        self.offline = offline
        self.settings = settings
        self.personal = personal
    }

    public func firstUnread(in feed: Feed) async throws -> Post.ID? {
        do {
            return try await unread(in: feed, limit: 1).unread.first
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
    }

    public func counts(of feeds: [Feed]) -> AsyncStream<UnreadCounts> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: UnreadCounts.self, bufferingPolicy: .bufferingNewest(1))
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let waiting = WaitingChanges()
        // Asked for here and not in the tasks, so that nothing is missed between this call and their start.
        let (changes, values) = (offline.changes(), settings.settings.values)
        let tasks = [
            Task {
                for await change in changes {
                    waiting.add(change)
                    signal.yield()
                }
                signal.finish()
            },
            Task {
                // The first value is the one that is set already.
                for await _ in values {
                    waiting.addAll()
                    signal.yield()
                }
            },
            Task { [self] in
                var counts = FollowedCounts()
                for await _ in signals {
                    if await count(feeds, after: waiting.take(), &counts), !Task.isCancelled {
                        continuation.yield(counts.shown)
                    }
                }
                continuation.finish()
            },
        ]
        continuation.onTermination = { _ in
            for task in tasks { task.cancel() }
        }
        return stream
    }

    /// Counts what changes may concern.
    ///
    /// - Returns: Whether there is something to tell.
    private func count(_ feeds: [Feed], after changes: WaitingChanges.Taken, _ counts: inout FollowedCounts) async
        -> Bool
    {
        let before = counts.hasShown ? counts.shown : nil
        for feed in feeds {
            let seen = personal.feed(feed)
            guard counts.isConcerned(feed, seen, by: changes) else { continue }
            do {
                counts.set(try await unread(in: feed, limit: UnreadCount.bound + 1), of: feed, seen)
            } catch {
                // It keeps its count, and is counted with the next commit, whatever that concerns.
                counts.forget(feed)
            }
            if Task.isCancelled { return false }
        }
        counts.hasShown = true
        return counts.shown != before
    }

    private func unread(in feed: Feed, limit: Int) async throws -> StoredUnread {
        let filter = PostFilter(settings.settings.value, for: feed.source)
        while true {
            let seen = personal.feed(feed)
            let unread = try await offline.unread(in: seen, limit: limit) { filter.reason(for: $0) == nil }
            // Nothing of one account is told to another.
            if seen == personal.feed(feed) { return unread }
        }
    }
}

/// The counts of feeds, and by which commits they change.
private struct FollowedCounts {
    private struct Known {
        /// The feed of the account that looked.
        let seen: Feed
        let posts: Set<Post.ID>
    }

    private(set) var shown = UnreadCounts()
    var hasShown = false
    private var known: [Feed: Known] = [:]

    mutating func set(_ unread: StoredUnread, of feed: Feed, _ seen: Feed) {
        shown.set(unread.unread, of: feed)
        known[feed] = Known(seen: seen, posts: Set(unread.posts))
    }

    mutating func forget(_ feed: Feed) { known[feed] = nil }

    func isConcerned(_ feed: Feed, _ seen: Feed, by changes: WaitingChanges.Taken) -> Bool {
        guard !changes.isAll, let known = known[feed], known.seen == seen else { return true }
        // What people keep has an order that is made of their marks.
        if seen.source.isLocal { return !changes.posts.isEmpty }
        return changes.feeds.contains(seen.key) || !known.posts.isDisjoint(with: changes.posts)
    }
}

/// The changes that were announced and are not counted yet.
private final class WaitingChanges: Sendable {
    struct Taken {
        var feeds: Set<String> = []
        var posts: Set<Post.ID> = []
        /// Whether anything may be different.
        var isAll = false
    }

    private let taken = Mutex(Taken())

    func add(_ change: StoredChange) {
        taken.withLock { taken in
            taken.feeds.formUnion(change.feeds)
            taken.posts.formUnion(change.posts)
            if change.isReload { taken.isAll = true }
        }
    }

    func addAll() { taken.withLock { $0.isAll = true } }

    func take() -> Taken {
        taken.withLock { taken in
            defer { taken = Taken() }
            return taken
        }
    }
}
