/// How politely one host is asked, before it says anything itself.
///
/// What the server says counts as well: its budget, and every pause that it asks for. A policy is what is known of it
/// beforehand.
public struct HostPolicy: Sendable, Hashable {
    /// The time between one request and the next, zero by default.
    ///
    /// It counts from when the one before began, and again from when it was answered, so that the server too sees them
    /// that far apart.
    public var minimumSpacing: Duration
    /// How short the time between requests may become when the server's headers show that it allows more; zero by default.
    ///
    /// While `x-ratelimit-remaining` is at least 1, the spacing is what is left of the window, divided by the requests
    /// that are left in it, but no shorter than this and no longer than ``minimumSpacing``. The first 429 takes it back to
    /// ``minimumSpacing``, until headers show a budget again. A server that sends no such headers teaches nothing.
    public var shortestSpacing: Duration
    /// How many requests may be under way at once, six by default.
    ///
    /// Where it is more than one, those that nobody waits for leave the last one free for a person.
    public var maximumConcurrent: Int
    /// How long the host is left alone after a 429 that does not say how long; ten seconds by default.
    ///
    /// It doubles with each 429 in a row.
    public var firstPause: Duration
    /// The longest pause that the doubling leads to; ten minutes by default.
    public var longestPause: Duration

    /// Creates a policy; the defaults suit an open server.
    ///
    /// - Parameters:
    ///   - minimumSpacing: The time between one request and the next.
    ///   - shortestSpacing: How short it may become when the server shows that it allows more.
    ///   - maximumConcurrent: How many requests may be under way at once, at least 1.
    ///   - firstPause: How long the host is left alone after a 429 that does not say how long.
    ///   - longestPause: The longest pause that the doubling leads to.
    public init(
        minimumSpacing: Duration = .zero, shortestSpacing: Duration = .zero, maximumConcurrent: Int = 6,
        firstPause: Duration = .seconds(10), longestPause: Duration = .seconds(600)
    ) {
        self.minimumSpacing = max(.zero, minimumSpacing)
        self.shortestSpacing = max(.zero, shortestSpacing)
        self.maximumConcurrent = max(1, maximumConcurrent)
        self.firstPause = max(.seconds(1), firstPause)
        self.longestPause = max(self.firstPause, longestPause)
    }

    /// For Reddit's Atom feeds: one at a time, a minute apart, and down to six seconds where the server shows a budget.
    ///
    /// Reports of what it bears differ, from one request a minute (NetNewsWire#5328) to ten; the slowest is where to begin.
    public static let redditFeed = HostPolicy(
        minimumSpacing: .seconds(60), shortestSpacing: .seconds(6), maximumConcurrent: 1)
}
