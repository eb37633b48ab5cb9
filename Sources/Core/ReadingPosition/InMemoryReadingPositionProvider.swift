import Synchronization

/// A ``ReadingPositionProvider`` that keeps positions in memory; the default where none is registered.
package final class InMemoryReadingPositionProvider: ReadingPositionProvider {
    private let positions = Mutex<[Feed: ReadingPosition]>([:])
    private let limit: Int

    /// Creates a provider without positions.
    ///
    /// - Parameter limit: The maximum number of feeds, 200 by default; at least one.
    package init(limit: Int = 200) {
        self.limit = max(1, limit)
    }

    package func position(for feed: Feed) async -> ReadingPosition? {
        positions.withLock { $0[feed] }
    }

    package func set(_ position: ReadingPosition?, for feed: Feed) async {
        positions.withLock { positions in
            positions[feed] = position
            guard positions.count > limit else { return }
            let others = positions.filter { $0.key != feed }
            if let oldest = others.min(by: { $0.value.changed < $1.value.changed }) { positions[oldest.key] = nil }
        }
    }
}
