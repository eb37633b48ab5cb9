import Synchronization

/// Reading positions that last as long as the process: what an app has that registers no other.
public final class InMemoryReadingPositionProvider: ReadingPositionProvider {
    private let positions = Mutex<[Feed: ReadingPosition]>([:])
    private let limit: Int

    /// Creates a provider that knows no position.
    ///
    /// - Parameter limit: How many feeds are kept, 200 by default, and at least one.
    public init(limit: Int = 200) {
        self.limit = max(1, limit)
    }

    /// Where the person was.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: The position; `nil` when none was set, or it was forgotten.
    public func position(for feed: Feed) async -> ReadingPosition? {
        positions.withLock { $0[feed] }
    }

    /// Remembers where the person is.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` forgets it.
    ///   - feed: Which feed.
    public func set(_ position: ReadingPosition?, for feed: Feed) async {
        positions.withLock { positions in
            positions[feed] = position
            guard positions.count > limit else { return }
            let others = positions.filter { $0.key != feed }
            if let oldest = others.min(by: { $0.value.changed < $1.value.changed }) { positions[oldest.key] = nil }
        }
    }
}
