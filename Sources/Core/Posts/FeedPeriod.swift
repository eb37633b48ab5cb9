/// How far back a feed looks whose order has a period, such as `top`.
///
/// Periods are open: the built-in ones have names here, and a site that has others makes them from their word.
public struct FeedPeriod: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The stable word for it, as commands and stored feeds have it.
    public let rawValue: String

    /// Creates a period from its word.
    ///
    /// - Parameter rawValue: The stable word for it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The last hour.
    public static let hour = FeedPeriod(rawValue: "hour")
    /// The last 24 hours.
    public static let day = FeedPeriod(rawValue: "day")
    /// The last week.
    public static let week = FeedPeriod(rawValue: "week")
    /// The last month.
    public static let month = FeedPeriod(rawValue: "month")
    /// The last year.
    public static let year = FeedPeriod(rawValue: "year")
    /// All time.
    public static let all = FeedPeriod(rawValue: "all")

    /// The periods that are built in, as commands list them.
    public static let builtIn: [FeedPeriod] = [.hour, .day, .week, .month, .year, .all]

    /// The word.
    public var description: String { rawValue }
}
