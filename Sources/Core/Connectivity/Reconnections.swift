/// An asynchronous sequence of the ends of outages, from when it was made.
///
/// ```swift
/// for await _ in connectivity.reconnections { await refreshStaleFeeds() }
/// ```
///
/// Newest only: several outages that end while the consumer is busy are one element. The first answer of all is no
/// reconnection. It ends with its consumer, or with the provider.
public struct Reconnections: AsyncSequence, Sendable {
    public typealias Element = Void
    public typealias Failure = Never

    private let before: Connectivity
    private let changes: AsyncStream<Connectivity>

    init(_ connectivity: ObservableValue<Connectivity>) {
        (before, changes) = connectivity.valueAndChanges()
    }

    /// An iterator over the ends of outages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var last: Connectivity
        fileprivate var changes: AsyncStream<Connectivity>.Iterator

        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Void? {
            while let value = await changes.next(isolation: actor) {
                defer { last = value }
                // Only changes are sent: online behind online means that an outage between them was skipped.
                if value == .online, last != .unknown { return () }
            }
            return nil
        }

        public mutating func next() async -> Void? {
            await next(isolation: nil)
        }
    }

    /// Creates the iterator; once for each sequence.
    public func makeAsyncIterator() -> Iterator {
        Iterator(last: before, changes: changes.makeAsyncIterator())
    }
}
