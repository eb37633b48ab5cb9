/// The order of a feed, which is the server's to make.
public enum FeedSort: String, Hashable, Sendable, Codable, CaseIterable {
    /// The server's pick for this person.
    case best
    /// What is talked about now.
    case hot
    /// The newest first.
    case new
    /// The highest score in a period.
    case top
    /// What is becoming hot.
    case rising
    /// What people disagree on, in a period.
    case controversial

    /// Whether a period belongs to it.
    public var hasPeriod: Bool { self == .top || self == .controversial }
}
