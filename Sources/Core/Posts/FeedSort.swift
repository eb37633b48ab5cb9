/// The order of a feed, which is the server's to make.
///
/// Orders are open: the built-in ones have names here, and a site that has others makes them,
/// `FeedSort("relevance")`. Two orders are equal when their words are.
public struct FeedSort: RawRepresentable, Sendable, CustomStringConvertible {
    /// The stable word for it, as commands and stored feeds have it.
    public let rawValue: String
    /// Whether a period belongs to it.
    public let hasPeriod: Bool

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - rawValue: The stable word for it.
    ///   - hasPeriod: Whether a period belongs to it; the built-in ones know it by themselves.
    public init(_ rawValue: String, hasPeriod: Bool = false) {
        self.rawValue = rawValue
        self.hasPeriod = hasPeriod || rawValue == "top" || rawValue == "controversial"
    }

    /// Creates an order from its word; one that is not built in has no period then.
    ///
    /// - Parameter rawValue: The stable word for it.
    public init(rawValue: String) {
        self.init(rawValue)
    }

    /// The server's pick for this person.
    public static let best = FeedSort("best")
    /// Posts that are talked about now.
    public static let hot = FeedSort("hot")
    /// The newest first.
    public static let new = FeedSort("new")
    /// The highest score in a period.
    public static let top = FeedSort("top")
    /// Posts that are becoming hot.
    public static let rising = FeedSort("rising")
    /// Posts that people disagree on, in a period.
    public static let controversial = FeedSort("controversial")

    /// The orders that are built in, as commands list them.
    public static let builtIn: [FeedSort] = [.best, .hot, .new, .top, .rising, .controversial]

    /// The word.
    public var description: String { rawValue }
}

extension FeedSort: Hashable, Codable {
    /// Whether two orders have one word.
    ///
    /// - Parameters:
    ///   - left: One order.
    ///   - right: The other one.
    /// - Returns: True when their words are equal.
    public static func == (left: FeedSort, right: FeedSort) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the word.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
