public import Core

/// A ``Core/PostProvider`` for tests of view models: records its calls and answers as scripted.
///
/// One line scripts what a call returns and what the stream shows:
///
/// ```swift
/// provider.onPerform.returns(.mock(["a", "b"]))
/// provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isSaved: true)]))
/// ```
///
/// The update goes to everybody who follows its feed, and ``perform(_:on:limit:)`` returns its outcome. The statuses of
/// the receipt go into the newest update of each feed, which is sent, too. Commits from elsewhere are sent with
/// ``send(_:)``.
public final class MockPostProvider: PostProvider, Mock {
    /// The arguments of a call of ``perform(_:on:limit:)``.
    public struct PerformCall: Hashable, Sendable, CustomStringConvertible {
        /// The request.
        public var request: FeedRequest
        /// The feed.
        public var feed: Feed
        /// The largest number of posts of a page.
        public var limit: Int

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - feed: The feed.
        ///   - limit: The number of posts that a page should have.
        public init(_ request: FeedRequest, on feed: Feed, limit: Int = 25) {
            self.request = request
            self.feed = feed
            self.limit = limit
        }

        /// The arguments as one reads them in code.
        public var description: String { "\(request), on: \(feed), limit: \(limit)" }
    }

    private struct Streams: Sendable {
        var newest: [Feed: FeedUpdate] = [:]
        /// The last update of each feed that was sent or scripted, and the statuses of the receipts since.
        var scripted: [Feed: (update: FeedUpdate, statuses: [Post.ID: PostStatus])] = [:]
        var continuations: [Int: (feed: Feed, continuation: AsyncStream<FeedUpdate>.Continuation)] = [:]
        var lastID = 0
        var lastNumber = 0
        /// The posts that were given out, and those of them that receipts have changed since.
        var known: [Post.ID: FeedItem] = [:]
        var changed: [Post.ID: FeedItem] = [:]

        /// Sends an update, with the next number, to everybody who follows its feed.
        mutating func send(_ update: FeedUpdate) {
            scripted[update.feed] = (update, [:])
            publish(update)
        }

        /// Sends each feed again with the statuses of a receipt, unless it is newer than that.
        ///
        /// A receipt without a version is newer than any update.
        mutating func send(_ receipt: StatusReceipt) {
            for status in receipt.statuses {
                if let item = known[status.id] { changed[status.id] = FeedItem(post: item.post, status: status) }
            }
            for (feed, newest) in newest where receipt.version == 0 || receipt.version >= newest.version {
                guard var (update, statuses) = scripted[feed] else { continue }
                for status in receipt.statuses { statuses[status.id] = status }
                scripted[feed] = (update, statuses)
                update.version = max(receipt.version, newest.version)
                update.outcome = FeedOutcome(error: update.error, issues: update.outcome.issues)
                update.answers = []
                update.canUndo = receipt.canUndo
                // A gap behind a post that leaves the list stands behind the one in front of it.
                var places: [Post.ID: Post.ID] = [:]
                var last: Post.ID?
                update.items = update.items.compactMap { item in
                    let changed = statuses[item.id].map { FeedItem(post: item.post, status: $0) } ?? item
                    guard statuses[item.id] == nil || changed.belongs(in: feed) else {
                        places[item.id] = last
                        return nil
                    }
                    last = item.id
                    return changed
                }
                update.gaps = update.gaps.map { FeedGap(after: places[$0.after] ?? $0.after, cursor: $0.cursor) }
                publish(update)
            }
        }

        private mutating func publish(_ update: FeedUpdate) {
            var update = update
            lastNumber += 1
            update.number = lastNumber
            newest[update.feed] = update
            // Inside the lock, so that two senders cannot deliver in the wrong order.
            for (feed, continuation) in continuations.values where feed == update.feed { continuation.yield(update) }
        }
    }

    /// The log of unexpected calls.
    public let log: MockLog
    /// Scripts and records ``perform(_:on:limit:)``: the answer is sent, and its outcome returned.
    ///
    /// A failed network is an answer, `.mock(["a"], error: DataError(.offline))`; a scripted failure is thrown, as one of
    /// the database is, and one of the network for ``Core/ReadPolicy/networkOnly``.
    public let onPerform: MockMethod<PerformCall, FeedUpdate>
    /// Scripts and records ``items(_:)``; without an answer a post is as the receipts since have changed it.
    public let onItems: MockMethod<[Post.ID], [FeedItem]>
    /// Scripts and records ``extras(of:)``.
    public let onExtras: MockMethod<[Post.ID], [Post.ID: RawJSON]>
    /// Scripts and records ``apply(_:)``: the answer's statuses are sent, with what can be undone.
    public let onApply: MockMethod<StatusMutation, StatusReceipt>
    private let streams = Monitor(Streams())

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onPerform = MockMethod("MockPostProvider.perform", log: log)
        onItems = MockMethod("MockPostProvider.items", log: log)
        onExtras = MockMethod("MockPostProvider.extras", log: log)
        onApply = MockMethod("MockPostProvider.apply", log: log)
    }

    /// Sends an update to all streams of its feed, open ones and later ones.
    ///
    /// - Parameter update: The update.
    public func send(_ update: FeedUpdate) {
        streams.withLock { $0.send(update) }
    }

    /// The number of open streams of a feed.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: The number of streams that have not ended.
    package func followers(of feed: Feed) -> Int {
        streams.withLock { streams in streams.continuations.values.count { $0.feed == feed } }
    }

    /// Waits until a feed is followed by exactly so many.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - count: The number to wait for.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForFollowers(of feed: Feed, count: Int) async throws {
        try await streams.wait { streams in streams.continuations.values.count { $0.feed == feed } == count }
    }

    /// Follows a feed; an empty one when nothing was sent of it yet.
    public func updates(of feed: Feed) -> AsyncStream<FeedUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: FeedUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let id = streams.withLock { streams in
            streams.lastID += 1
            streams.continuations[streams.lastID] = (feed, continuation)
            continuation.yield(streams.newest[feed] ?? FeedUpdate(stored: StoredFeed(feed: feed)))
            return streams.lastID
        }
        continuation.onTermination = { [weak self] _ in
            // What is removed is released after unlocking.
            _ = self?.streams.withLock { $0.continuations.removeValue(forKey: id)?.continuation }
        }
        return stream
    }

    public func feedsInUse() async -> [Feed] {
        streams.withLock { Set($0.continuations.values.map(\.feed)) }.sorted { $0.key < $1.key }
    }

    public func perform(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedOutcome {
        var update = try await onPerform.answer(to: PerformCall(request, on: feed, limit: limit))
        update.feed = feed
        update.answers.insert(request)
        return streams.withLock { streams in
            // As a provider does: what was read earlier is not shown, and the outcome is that of the request all the
            // same.
            if streams.newest[feed]?.version ?? 0 <= update.version { streams.send(update) }
            var outcome = update.outcome
            outcome.number = streams.newest[feed]?.number ?? 0
            return outcome
        }
    }

    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        let items = try await onItems.answer(to: ids) { ids in
            // A receipt scripts what is read after it, too.
            let changed = streams.withLock { streams in ids.compactMap { streams.changed[$0] } }
            return changed.isEmpty ? nil : changed
        }
        streams.withLock { streams in
            for item in items { streams.known[item.id] = item }
        }
        return items
    }

    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await onExtras.answer(to: ids)
    }

    public func apply(_ mutation: StatusMutation) async throws -> StatusOutcome {
        let receipt = try await onApply.answer(to: mutation)
        return streams.withLock { streams in
            streams.send(receipt)
            return StatusOutcome(receipt, updates: streams.newest.mapValues(\.number))
        }
    }
}

extension FeedItem {
    fileprivate func belongs(in feed: Feed) -> Bool {
        switch feed.source {
        case .saved: isListed && status.isSaved
        case .favourites: isListed && status.isFavourite
        default: isListed
        }
    }
}
