/// A request on a feed.
public enum FeedRequest: Hashable, Sendable {
    /// Reads the feed, from the database or the network as a policy says.
    case load(ReadPolicy)
    /// Fetches the first page again; it becomes the head of the feed.
    case refresh
    /// Fetches the page behind the last stored post.
    case loadMore
    /// Fetches the page behind the cursor of an earlier page or a gap.
    case page(after: PageCursor)
}

/// A rule for reading from the database and from the network.
public enum ReadPolicy: String, Hashable, Sendable, CaseIterable {
    /// Reads the database only, without the network.
    case storedOnly
    /// Reads the database at once, then the network when nothing is stored or it is stale.
    case storedThenNetwork
    /// Reads the network only; a failure is thrown, and the stored posts are unchanged.
    case networkOnly
    /// Reads the network; when it fails, the database, and the answer has the error beside the stored data.
    case networkElseStored
}
