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
    private let values: AsyncStream<Connectivity>

    init(_ connectivity: ObservableValue<Connectivity>) {
        // In this order, so that an outage that ends in between is not missed.
        before = connectivity.value
        values = connectivity.values
    }

    /// An iterator over the ends of outages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var last: Connectivity
        fileprivate var isFirst = true
        fileprivate var values: AsyncStream<Connectivity>.Iterator

        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Void? {
            while let value = await values.next(isolation: actor) {
                defer { (last, isFirst) = (value, false) }
                guard value == .online else { continue }
                // Equal values are not sent twice: online behind online means that an outage between them was skipped.
                // Only the first value is the one that was there.
                if last.offlineSince != nil || (last == .online && !isFirst) { return () }
            }
            return nil
        }

        public mutating func next() async -> Void? {
            await next(isolation: nil)
        }
    }

    /// Creates the iterator; once for each sequence.
    public func makeAsyncIterator() -> Iterator {
        Iterator(last: before, values: values.makeAsyncIterator())
    }
}
