public import Core

/// A ``Core/PostProvider`` for tests of view models: records its calls and answers as scripted.
///
/// ``updates(of:)`` needs no script: its streams are fed with ``send(_:)``.
public final class MockPostProvider: PostProvider, Mock {
    /// What ``perform(_:on:limit:)`` was called with.
    public struct PerformCall: Hashable, Sendable, CustomStringConvertible {
        /// What to do.
        public var request: FeedRequest
        /// Which feed.
        public var feed: Feed
        /// How many posts a page should have.
        public var limit: Int

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - request: What to do.
        ///   - feed: Which feed.
        ///   - limit: How many posts a page should have.
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
        var continuations: [Int: (feed: Feed, continuation: AsyncStream<FeedUpdate>.Continuation)] = [:]
        var lastID = 0
    }

    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``perform(_:on:limit:)``.
    public let onPerform: MockMethod<PerformCall, FeedUpdate>
    /// Scripts and records ``items(_:)``.
    public let onItems: MockMethod<[Post.ID], [FeedItem]>
    /// Scripts and records ``extras(of:)``.
    public let onExtras: MockMethod<[Post.ID], [Post.ID: RawJSON]>
    /// Scripts and records ``apply(_:)``.
    public let onApply: MockMethod<StatusMutation, StatusReceipt>
    private let streams = Monitor(Streams())

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onPerform = MockMethod("MockPostProvider.perform", log: log)
        onItems = MockMethod("MockPostProvider.items", log: log)
        onExtras = MockMethod("MockPostProvider.extras", log: log)
        onApply = MockMethod("MockPostProvider.apply", log: log)
    }

    /// Sends an update to everybody who follows its feed, and to whoever begins to later.
    ///
    /// - Parameter update: The update.
    public func send(_ update: FeedUpdate) {
        streams.withLock { streams in
            streams.newest[update.feed] = update
            // Inside the lock, so that two senders cannot deliver in the wrong order.
            for (feed, continuation) in streams.continuations.values where feed == update.feed {
                continuation.yield(update)
            }
        }
    }

    /// How many streams of a feed are being followed.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: The number of streams that have not ended.
    public func followers(of feed: Feed) -> Int {
        streams.withLock { streams in streams.continuations.values.count { $0.feed == feed } }
    }

    /// Waits until a feed is followed by exactly so many.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - count: How many.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForFollowers(of feed: Feed, count: Int) async throws {
        try await streams.wait { streams in streams.continuations.values.count { $0.feed == feed } == count }
    }

    /// A stream that gives what ``send(_:)`` is given; newest only.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: A stream that ends when its consumer does.
    public func updates(of feed: Feed) -> AsyncStream<FeedUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: FeedUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let id = streams.withLock { streams in
            streams.lastID += 1
            streams.continuations[streams.lastID] = (feed, continuation)
            if let newest = streams.newest[feed] { continuation.yield(newest) }
            return streams.lastID
        }
        continuation.onTermination = { [weak self] _ in
            // What is removed is released after unlocking.
            _ = self?.streams.withLock { $0.continuations.removeValue(forKey: id)?.continuation }
        }
        return stream
    }

    /// The feeds that are followed.
    ///
    /// - Returns: The feeds in the order of their keys.
    public func feedsInUse() async -> [Feed] {
        streams.withLock { Set($0.continuations.values.map(\.feed)) }.sorted { $0.key < $1.key }
    }

    /// Answers as ``onPerform`` says.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - feed: Which feed.
    ///   - limit: How many posts a page should have.
    /// - Returns: The scripted update.
    /// - Throws: The scripted error.
    public func perform(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedUpdate {
        try await onPerform.answer(to: PerformCall(request, on: feed, limit: limit))
    }

    /// Answers as ``onItems`` says.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: The scripted items.
    /// - Throws: The scripted error.
    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await onItems.answer(to: ids)
    }

    /// Answers as ``onExtras`` says.
    ///
    /// - Parameter ids: Of which posts.
    /// - Returns: The scripted fields.
    /// - Throws: The scripted error.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await onExtras.answer(to: ids)
    }

    /// Answers as ``onApply`` says.
    ///
    /// - Parameter mutation: What to change.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func apply(_ mutation: StatusMutation) async throws -> StatusReceipt {
        try await onApply.answer(to: mutation)
    }
}
