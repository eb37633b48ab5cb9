public import Core

/// In which order a feed is shown, and how far back it looks.
public struct FeedChoice: Hashable, Sendable, Codable {
    /// The order.
    public var sort: FeedSort
    /// How far back it looks, for orders that have a period; kept for them while another one is chosen.
    public var period: FeedPeriod

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - sort: The order; `hot` by default.
    ///   - period: How far back it looks; a day by default.
    public init(sort: FeedSort = .hot, period: FeedPeriod = .day) {
        self.sort = sort
        self.period = period
    }
}
