public import Core

/// Fetches threads from Reddit's public JSON, or from a server that speaks it.
///
/// Only the envelope has to be right; of the comments, those that cannot be read become issues. Like pages, threads are
/// decoded on threads of their own.
public struct RedditOnlineCommentProvider: OnlineCommentProvider {
    /// Whose threads it fetches.
    public let site: Site

    private let endpoints: any EndpointProvider
    private let requests: any RequestProvider
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose threads they are; a server that only speaks as Reddit does has a site of its own.
    ///   - endpoints: Where to ask.
    ///   - requests: What asks.
    ///   - source: What threads call their source, for people to read.
    public init(
        site: Site = .reddit, endpoints: any EndpointProvider, requests: any RequestProvider,
        source: String = "reddit-json"
    ) {
        self.site = site
        self.endpoints = endpoints
        self.requests = requests
        self.source = source
    }

    /// Fetches one thread.
    ///
    /// - Parameter request: Which thread, of a post of this provider's site; a limit is clamped to 1 to 500.
    /// - Returns: The thread.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, `CancellationError`.
    public func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        guard request.post.site == site else {
            throw DataError(.invalidInput, message: "This is a post of \(request.post.site), and here is \(site).")
        }
        let networkRequest = try endpoints.request(for: .thread(request))
        let context = RedditObject.Context(
            site: site, text: RedditText(of: networkRequest), endpoints: endpoints)
        let decoder = RedditThreadDecoder(context: context, source: source)
        return try await BackendReader(requests).value(of: networkRequest) { response throws(NetworkError) in
            try decoder.thread(from: response.body, of: request.post)
        }
    }
}
