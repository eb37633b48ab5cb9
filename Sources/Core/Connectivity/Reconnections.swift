/// The ends of outages, from when the sequence was made: ``ConnectivityProvider/reconnections``.
///
/// ```swift
/// for await outage in connectivity.reconnections { await refreshWhatIsStale() }
/// ```
///
/// Newest only: several outages that end while the consumer is busy are one element for it, and then at least one is
/// told. The first answer of all is no return, as nothing was missed before it. It ends with its consumer, or with the
/// provider.
public struct Reconnections: AsyncSequence, Sendable {
    /// An outage has ended; there is nothing more to say.
    public typealias Element = Void
    /// It never fails.
    public typealias Failure = Never

    private let before: Connectivity
    private let values: AsyncStream<Connectivity>

    init(_ connectivity: ObservableValue<Connectivity>) {
        // In this order: what ends in between is told, as it begins from what was known before.
        before = connectivity.value
        values = connectivity.values
    }

    /// Goes through the ends of outages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var last: Connectivity
        fileprivate var isFirst = true
        fileprivate var values: AsyncStream<Connectivity>.Iterator

        /// Waits for the next end of an outage.
        ///
        /// - Parameter actor: The caller's actor; leave it out.
        /// - Returns: Nothing, or `nil` at the end.
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

        /// Waits for the next end of an outage.
        ///
        /// - Returns: Nothing, or `nil` at the end.
        public mutating func next() async -> Void? {
            await next(isolation: nil)
        }
    }

    /// Begins to go through the ends of outages; once for each sequence.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(last: before, values: values.makeAsyncIterator())
    }
}
