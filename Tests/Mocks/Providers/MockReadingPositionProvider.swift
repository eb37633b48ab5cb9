public import Core

/// A ``Core/ReadingPositionProvider`` that works, in memory, and records what it is told.
///
/// ```swift
/// mocks.readingPositions.put(ReadingPosition(anchor: ReadingAnchor(id: id, offset: 40), changed: clock.now), for: feed)
/// await list.load()
/// ```
public final class MockReadingPositionProvider: ReadingPositionProvider {
    /// What ``set(_:for:)`` was called with.
    public struct SetCall: Hashable, Sendable {
        /// The position.
        public var position: ReadingPosition?
        /// Which feed.
        public var feed: Feed

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - position: The position.
        ///   - feed: Which feed.
        public init(_ position: ReadingPosition?, for feed: Feed) {
            self.position = position
            self.feed = feed
        }
    }

    private struct State: Sendable {
        var positions: [Feed: ReadingPosition] = [:]
        var calls: [SetCall] = []
        var failure: (any Error)?
    }

    private let state = Monitor(State())

    /// Creates a provider that knows no position.
    public init() {}

    /// The calls of ``set(_:for:)`` so far, those that failed included.
    public var calls: [SetCall] { state.withLock { $0.calls } }

    /// Puts a position there, as an earlier run would have; it counts as no call.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - feed: Which feed.
    public func put(_ position: ReadingPosition, for feed: Feed) {
        state.withLock { $0.positions[feed] = position }
    }

    /// Makes every call fail from now on.
    ///
    /// - Parameter error: What the calls throw; `nil` makes them work again.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    /// Waits until ``set(_:for:)`` was called so often.
    ///
    /// - Parameter count: How many calls, all counted since the provider was made.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForCalls(_ count: Int) async throws {
        try await state.wait { $0.calls.count >= count }
    }

    /// Where the person was.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: The position that was set last.
    /// - Throws: What ``fail(with:)`` was given.
    public func position(for feed: Feed) async throws -> ReadingPosition? {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.positions[feed]
        }
    }

    /// Remembers where the person is.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` forgets it.
    ///   - feed: Which feed.
    /// - Throws: What ``fail(with:)`` was given.
    public func set(_ position: ReadingPosition?, for feed: Feed) async throws {
        try state.withLock { state in
            state.calls.append(SetCall(position, for: feed))
            if let failure = state.failure { throw failure }
            state.positions[feed] = position
        }
    }
}
