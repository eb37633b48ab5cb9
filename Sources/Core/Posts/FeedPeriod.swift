/// How far back a feed sorted by `top` or `controversial` looks.
public enum FeedPeriod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The last hour.
    case hour
    /// The last 24 hours.
    case day
    /// The last week.
    case week
    /// The last month.
    case month
    /// The last year.
    case year
    /// All time.
    case all
}
