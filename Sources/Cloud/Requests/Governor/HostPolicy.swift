/// The request limits of one host that are known beforehand.
///
/// What the server says counts as well: its budget, and every pause that it asks for. Its budget can shorten the spacing
/// to ``shortestSpacing``; the other limits stay.
public struct HostPolicy: Sendable, Hashable {
    /// The time between one request and the next, zero by default.
    ///
    /// It counts from when the one before began, and again from when it was answered, so that the server too sees them
    /// that far apart.
    package var minimumSpacing: Duration
    /// The shortest time between requests when the server's headers show that it allows more; zero by default.
    ///
    /// While `x-ratelimit-remaining` is at least 1, the spacing is what is left of the window, divided by the requests
    /// that are left in it, but no shorter than this and no longer than ``minimumSpacing``. The first 429 takes it back
    /// to ``minimumSpacing``, until headers show a budget again. A server that sends no such headers teaches nothing.
    package var shortestSpacing: Duration
    /// The number of requests that may be under way at once, six by default.
    ///
    /// Where it is more than one, background requests and prefetching leave the last one free for a person.
    package var maximumConcurrent: Int
    /// The pause after a 429 that does not say how long to wait; ten seconds by default.
    ///
    /// It doubles with each 429 in a row.
    package var firstPause: Duration
    /// The longest pause that the doubling leads to; ten minutes by default.
    package var longestPause: Duration

    /// Creates a policy; the defaults suit an open server.
    ///
    /// - Parameters:
    ///   - minimumSpacing: The time between one request and the next.
    ///   - shortestSpacing: The shortest spacing when the server shows that it allows more.
    ///   - maximumConcurrent: The maximum of requests under way at once, at least 1.
    ///   - firstPause: The pause after a 429 that does not say how long to wait.
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

    /// The policy for Reddit's Atom feeds: one request at a time, a minute apart, or six seconds where the server shows
    /// a budget.
    ///
    /// Reports of the rate that the server allows differ, from one request a minute to ten; this policy begins with the
    /// slowest.
    public static let redditFeed = HostPolicy(
        minimumSpacing: .seconds(60), shortestSpacing: .seconds(6), maximumConcurrent: 1)
}
