public import Core

extension Feed {
    /// Makes a feed of the demonstration server.
    ///
    /// - Parameters:
    ///   - name: A subreddit; `swift` by default.
    ///   - sort: The order; `hot` by default.
    /// - Returns: The feed.
    public static func mock(_ name: String = "swift", sort: FeedSort = .hot) -> Feed {
        Feed(site: .demo, source: .subreddits([name]), sort: sort)
    }
}
