public import Core
public import Foundation

/// The stored posts, statuses and feeds, in a JSON store.
///
/// Feeds are read on a thread of their own. Those in use are kept in memory, so that reading one again costs what has
/// changed of it. What came from a server is committed and evicted buffered, statuses are synced.
///
/// It shows and changes the marks of whoever looks at the site of a post.
public final class DatabasePostProvider: OfflinePostProvider, OfflineStatusProvider {
    let store: JSONStore
    private let viewers: CurrentViewers
    private let reader: StoredFeedReader
    private let time: any TimeProvider

    /// The collections that a store needs to serve posts, with their comments, statuses, packs and media.
    package static var collections: [AnyCollectionSchema] {
        PostSchemas.all + PackSchemas.all + MediaSchemas.all + StatusSchemas.all + CommentSchemas.all
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - owner: The owner of the marks that posts are shown with, and that ``apply(_:at:)`` changes; nobody by
    ///     default.
    ///   - time: The clock that dates posts which belong to no page; the registered one by default, else the
    ///     system's.
    public convenience init(
        store: JSONStore, owner: MarkOwner = .nobody,
        time: any TimeProvider = Dependency.clock
    ) {
        self.init(store: store, viewers: CurrentViewers(fixed: Viewers(everywhere: owner)), time: time)
    }

    /// Creates a provider that follows who looks.
    ///
    /// - Parameters:
    ///   - store: A store as the other initialiser takes it.
    ///   - viewers: The owners of the marks that posts are shown with, and that ``apply(_:at:)`` changes, by site. When
    ///     somebody else looks, ``changes()`` says it as a store that was loaded anew.
    ///   - time: The clock, as above.
    package init(store: JSONStore, viewers: CurrentViewers, time: any TimeProvider = Dependency.clock) {
        self.store = store
        self.viewers = viewers
        self.time = time
        reader = StoredFeedReader(store, viewers: viewers)
    }

    public func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        let stored = try await reader.feed(feed)
        guard stored.items.isEmpty, try await adopt(feed) else { return stored }
        return try await reader.feed(feed)
    }

    public func unread(
        in feed: Feed, limit: Int, where isShown: @escaping @Sendable (FeedItem) -> Bool
    ) async throws -> StoredUnread {
        // What is kept on this device has no order of its own: it is made of marks.
        guard !feed.source.isLocal else {
            return StoredUnread(in: try await reader.feed(feed).items, limit: limit, where: isShown)
        }
        let found = try await reader.unread(in: feed, limit: limit, where: isShown)
        guard found.posts.isEmpty, try await adopt(feed) else { return found }
        return try await reader.unread(in: feed, limit: limit, where: isShown)
    }

    public func storedFeeds() async throws -> [StoredFeedSummary] {
        try await reader.feeds()
    }

    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await reader.items(ids)
    }

    public func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) async throws -> PageReceipt {
        try await adopt(feed)
        return try await store.write(.buffered) { [viewers] transaction in
            // In its turn: what is removed of an account that is left may stand in front of it.
            if let account = feed.account, !viewers.isHere(AccountKey(site: feed.site, name: account)) {
                throw SomebodyElseLooks()
            }
            var page = page
            page.confirmation = viewers.admitted(page.confirmation)
            return try transaction.commit(page, to: feed, at: placement, date: date)
        }
    }

    /// Keeps a feed of the account that looks under its name, where it was fetched before that was known.
    @discardableResult
    private func adopt(_ feed: Feed) async throws -> Bool {
        guard store.access == .writing, let name = viewers.earlierFeedAccount(of: feed),
            try store.snapshot().record(feed.key, in: PostSchemas.feeds) == nil
        else { return false }
        return try await store.write(.buffered) { try $0.adopt(feed, from: name) }
    }

    public func noteUnchanged(_ feed: Feed, at date: Date) async throws {
        guard !feed.source.isLocal else { return }
        try await store.write(.buffered) { transaction in
            try transaction.noteUnchanged(feed, at: date)
        }
    }

    public func store(_ posts: [Post], completeness: Completeness) async throws {
        let now = time.now
        let posts = posts.compactMap(\.storable)
        try await store.write(.buffered) { transaction in
            try transaction.store(posts, completeness: completeness, at: now)
        }
    }

    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        let now = time.now
        let posts = posts.compactMap(\.storable)
        try await store.write(.buffered) { transaction in
            try transaction.store(posts, completeness: completeness, at: now)
            try transaction.keep(extras, of: posts, completeness: completeness)
        }
    }

    public func store(
        _ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness, moving moves: [FeedMove]
    ) async throws {
        let now = time.now
        let posts = posts.compactMap(\.storable)
        try await store.write(.buffered) { [viewers] transaction in
            try transaction.store(posts, completeness: completeness, at: now)
            try transaction.keep(extras, of: posts, completeness: completeness)
            // In its turn: what is removed of an account that is left may stand in front of it.
            try transaction.make(
                moves.filter { move in
                    move.feed.account.map { viewers.isHere(AccountKey(site: move.feed.site, name: $0)) } ?? true
                })
        }
    }

    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await reader.extras(ids)
    }

    public func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        if store.access == .reading { return try await handOver(mutation, at: date) }
        // Whoever looks at the moment of the call has done it.
        let viewers = viewers.now
        return try await store.write(.synced) { transaction in
            try transaction.apply(mutation, for: viewers, at: date)
        }
    }

    /// Leaves a change for the process that writes, and says what it will be.
    private func handOver(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        let viewers = viewers.now
        var receipt = try store.trial { try $0.apply(mutation, for: viewers, at: date) }
        // What is read at this version does not have it yet.
        receipt.version = store.snapshot().version
        for (owner, part) in mutation.divided(by: viewers, receipt) {
            try await store.handOver(
                StatusHandover(part, changed: receipt.changed, owner: owner, date: date), as: StatusHandover.kind)
        }
        return receipt
    }

    package func statuses(
        of targets: [StatusTarget], for owner: MarkOwner
    ) async throws -> [StatusTarget: Marks] {
        try await reader.read { try $0.statuses(of: targets, for: owner) }
    }

    package func confirmed(
        of targets: [StatusTarget], for account: AccountKey
    ) async throws -> [StatusTarget: ConfirmedState] {
        // A vote asks for one record: it does not wait behind a feed that is being read.
        try store.read { snapshot in
            var states: [StatusTarget: ConfirmedState] = [:]
            for target in targets where target.isReadable {
                let id = OwnedTarget(.account(account), target)
                states[target] = try snapshot.record(id, in: StatusSchemas.confirmed)
            }
            return states
        }
    }

    package func apply(
        _ change: StatusChange, to targets: [StatusTarget], for owner: MarkOwner, at date: Date
    ) async throws -> [StatusTarget: Marks] {
        if store.access == .reading {
            let statuses = try store.trial { try $0.apply(change, to: targets, for: owner, at: date) }
            try await store.handOver(
                StatusHandover(change, of: targets, owner: owner, date: date), as: StatusHandover.kind)
            return statuses
        }
        return try await store.write(.synced) { transaction in
            try transaction.apply(change, to: targets, for: owner, at: date)
        }
    }

    package func store(_ confirmation: Confirmation) async throws {
        let now = time.now
        try await store.write(.buffered) { [viewers] transaction in
            try transaction.confirm(viewers.admitted(confirmation), at: now)
        }
    }

    package func acts() async throws -> [UndoableAct] {
        let viewers = viewers.now
        return try await reader.read { snapshot in
            try snapshot.acts(for: viewers).reversed().map { records in
                UndoableAct(id: records[0].actNumber, parts: records.flatMap(\.parts))
            }
        }
    }

    package func keepAct(_ parts: [UndoableAct.Part], at date: Date) async throws -> UndoableAct? {
        let viewers = viewers.now
        guard store.access == .reading else {
            return try await store.write(.synced) {
                try $0.remember(parts, for: viewers, at: date, isTold: true)
            }
        }
        for (owner, ids) in viewers.divided(parts.posts, by: \.site) {
            let handover = StatusHandover(keeping: parts.keeping(Set(ids).contains), owner: owner, date: date)
            try await store.handOver(handover, as: StatusHandover.kind)
        }
        return nil
    }

    package func takeBack(_ act: UndoableAct, of posts: Set<Post.ID>, at date: Date) async throws -> StatusReceipt {
        let viewers = viewers.now
        let undo: @Sendable (inout WriteTransaction) throws -> StatusReceipt = { transaction in
            var receipt = try transaction.takeBack(act.id, of: posts, for: viewers, at: date)
            receipt.version = transaction.isEmpty ? transaction.snapshot.version : transaction.number
            receipt.canUndo = try transaction.canUndo(for: viewers)
            return receipt
        }
        guard store.access == .reading else { return try await store.write(.synced, undo) }
        var receipt = try store.trial(undo)
        receipt.version = store.snapshot().version
        for (owner, ids) in viewers.divided(act.parts.posts, by: \.site) {
            let handover = StatusHandover(
                takingBack: act, of: ids.filter(posts.contains), owner: owner, date: date)
            try await store.handOver(handover, as: StatusHandover.kind)
        }
        return receipt
    }

    public func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt {
        try await store.write(.buffered) { transaction in
            try transaction.evict(ids)
        }
    }

    public func forgetMarks(before date: Date) async throws -> Int {
        let sent = time.now - SentEntry.lifetime
        return try await store.write(.buffered) { transaction in
            try transaction.forgetOwnTexts(before: sent)
            return try transaction.forgetMarks(before: date)
        }
    }

    public func changes() -> AsyncStream<StoredChange> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: StoredChange.self, bufferingPolicy: .unbounded)
        var follower: Task<Void, Never>?
        if viewers.canChange {
            let changes = viewers.changes
            follower = Task { [store] in
                for await _ in changes { continuation.yield(.viewers(version: store.snapshot().version)) }
            }
        }
        let task = Task { [follower, store, viewers] in
            var (lookers, couldUndo) = (viewers.now, Bool?.none)
            for await commit in commits {
                var change = StoredChange(commit)
                if change.changesUndo {
                    let now = viewers.now
                    // What cannot be read counts as another answer.
                    let canUndo = try? store.read { try $0.canUndo(for: now) }
                    change.changesUndo = canUndo == nil || canUndo != couldUndo || now != lookers
                    (lookers, couldUndo) = (now, canUndo)
                }
                continuation.yield(change)
            }
            continuation.finish()
            follower?.cancel()
        }
        continuation.onTermination = { [follower] _ in
            task.cancel()
            follower?.cancel()
        }
        return stream
    }
}

extension StatusMutation {
    /// The parts of a change by the owner who makes each.
    ///
    /// - Parameters:
    ///   - viewers: Who looks.
    ///   - receipt: What it will be, as far as this process knows.
    /// - Returns: The parts; what several owners may have to undo is a part of each.
    fileprivate func divided(
        by viewers: Viewers, _ receipt: StatusReceipt
    ) -> [(owner: MarkOwner, part: StatusMutation)] {
        switch self {
        case .set(let change, let ids):
            return viewers.divided(ids, by: \.site).map { ($0.owner, .set(change, $0.ids)) }
        case .setUndoably(let change, let ids):
            return viewers.divided(ids, by: \.site).map { ($0.owner, .setUndoably(change, $0.ids)) }
        case .dismiss(let ids): return viewers.divided(ids, by: \.site).map { ($0.owner, .dismiss($0.ids)) }
        case .dismissAll(let feed): return [(viewers.owner(on: feed.site), self)]
        case .undoDismiss, .undo:
            let owners = viewers.divided(receipt.changed + receipt.unknown, by: \.site).map(\.owner)
            // Where nothing is known here, the other process may know of something all the same.
            if !owners.isEmpty { return owners.map { ($0, self) } }
            if viewers.isNobody { return [(.nobody, self)] }
            return viewers.all.sorted { "\($0)" < "\($1)" }.map { (.account($0), self) }
        }
    }
}

extension StoredChange {
    /// The announcement that somebody else looks: anything may be shown otherwise.
    fileprivate static func viewers(version: UInt64) -> StoredChange {
        var change = StoredChange(version: version)
        change.isReload = true
        return change
    }

    fileprivate init(_ commit: StoreCommit) {
        let targets = commit.statusTargets
        self.init(
            feeds: Set(commit.ids(in: PostSchemas.feeds)),
            posts: Set(commit.ids(in: PostSchemas.posts)).union(commit.ids(in: StatusSchemas.statuses))
                .union(commit.ids(in: PackSchemas.packed)).union(targets.compactMap(\.post))
                .union(commit.unsentPosts),
            version: commit.number)
        comments = Set(targets.compactMap(\.comment))
        isReload = commit.isReload
        changesUndo = !commit.ids(in: StatusSchemas.dismissals).isEmpty
    }
}

extension StoreCommit {
    /// The posts and comments whose marks, confirmed state or unsent intents changed, without what nobody in particular
    /// set on posts.
    var statusTargets: [StatusTarget] {
        let owned = ids(in: StatusSchemas.marks) + ids(in: StatusSchemas.confirmed) + ids(in: StatusSchemas.ownTexts)
        return owned.map(\.target) + ids(in: StatusSchemas.intents).map(\.owned.target)
    }

    /// The posts that an account wrote and that the commit queues, sends or gives up, by their entries.
    fileprivate var unsentPosts: [Post.ID] {
        ids(in: StatusSchemas.intents).compactMap { intent in
            guard intent.field == IntentRecord.ID.text, intent.owned.target.kind == .source else { return nil }
            return Post.ID(site: intent.owned.target.site, native: intent.entry)
        }
    }
}
