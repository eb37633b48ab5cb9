/// Several feeds read as one list, of one site or of several.
///
/// It has no order of its own in the store: each source keeps its posts, its cursor and its gaps as ever, and
/// ``FeedMerge`` puts them together.
public struct CombinedFeed: Hashable, Sendable {
    /// The feeds, each once.
    public let sources: [Feed]
    /// The order that posts of different feeds are merged in.
    public let order: CombinedFeedOrder

    /// Creates a combination.
    ///
    /// - Parameters:
    ///   - sources: The feeds; of equal ones the first counts.
    ///   - order: The order that posts of different feeds are merged in; the newest first by default.
    public init(_ sources: [Feed], order: CombinedFeedOrder = .newest) {
        var seen: Set<Feed> = []
        self.sources = sources.filter { seen.insert($0).inserted }
        self.order = order
    }
}
