/// What can be asked of a backend, as a typed value; an ``EndpointProvider`` knows where and how.
public enum Endpoint: Sendable, Hashable {
    /// One page of a feed.
    case listing(PageRequest)
    /// One post with its comments.
    case thread(ThreadRequest)
    /// What a placeholder of a thread stands for.
    case more(MoreRequest)
    /// What the server says of a subreddit, a community or a user.
    case source(SourceRequest)
    /// The bytes behind a link: an image, a video.
    case resource(ResourceLink)
}
