public import Core

/// A ``Core/ReadingPositionProvider`` in memory that works and records its calls.
///
/// ```swift
/// let anchor = ReadingAnchor(id: id, offset: 40)
/// mocks.readingPositions.put(ReadingPosition(anchor: anchor, changed: clock.now), for: feed)
/// await list.load()
/// ```
public final class MockReadingPositionProvider: ReadingPositionProvider {
    /// The arguments of a call of ``set(_:for:)``.
    public struct SetCall: Hashable, Sendable {
        /// The position.
        public var position: ReadingPosition?
        /// The feed.
        public var feed: Feed

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - position: The position.
        ///   - feed: The feed.
        package init(_ position: ReadingPosition?, for feed: Feed) {
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

    /// Creates a provider without positions.
    package init() {}

    /// The calls of ``set(_:for:)`` so far, those that failed included.
    public var calls: [SetCall] { state.withLock { $0.calls } }

    /// Stores a position as an earlier run of the app would have; it is not recorded as a call.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - feed: The feed.
    public func put(_ position: ReadingPosition, for feed: Feed) {
        state.withLock { $0.positions[feed] = position }
    }

    /// Makes every call fail from now on.
    ///
    /// - Parameter error: The error that calls throw; `nil` makes them succeed again.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    /// Waits until ``set(_:for:)`` was called a number of times.
    ///
    /// - Parameter count: The number of calls since the provider was made.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForCalls(_ count: Int) async throws {
        try await state.wait { $0.calls.count >= count }
    }

    public func position(for feed: Feed) async throws -> ReadingPosition? {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.positions[feed]
        }
    }

    public func set(_ position: ReadingPosition?, for feed: Feed) async throws {
        try state.withLock { state in
            state.calls.append(SetCall(position, for: feed))
            if let failure = state.failure { throw failure }
            state.positions[feed] = position
        }
    }
}
