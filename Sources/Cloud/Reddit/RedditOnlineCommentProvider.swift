public import Core

/// Fetches threads from Reddit's JSON, or from a server that speaks it.
///
/// Only the envelope has to be right; of the comments, those that cannot be read become issues. Like pages, threads are
/// decoded on threads of their own.
public struct RedditOnlineCommentProvider: OnlineCommentProvider {
    /// Whose threads it fetches.
    public let site: Site

    private let endpoints: RedditEndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose threads they are; those of the site of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: What asks.
    ///   - source: What threads call their source, for people to read.
    public init(
        site: Site? = nil, endpoints: RedditEndpointProvider, requests: any RequestProvider,
        source: String = "reddit-json"
    ) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        self.source = source
    }

    /// Fetches one thread.
    ///
    /// - Parameter request: Which thread, of a post of this provider's site; a limit is clamped to 1 to 500.
    /// - Returns: The thread.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, `CancellationError`.
    public func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post)
        let networkRequest = try endpoints.thread(request)
        let decoder = decoder(of: networkRequest)
        return try await reader.value(of: networkRequest) { response in
            try decoder.thread(from: response.body, of: request.post)
        }
    }

    /// Fetches the comments that a placeholder names, 100 at most, or the part of a thread that it continues.
    ///
    /// - Parameter request: Which placeholder, of a thread of this provider's site.
    /// - Returns: What came; of a part of a thread, the comment that it begins with too.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, `CancellationError`.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try check(request.post)
        let networkRequest = try endpoints.more(request)
        let decoder = decoder(of: networkRequest)
        return try await reader.value(of: networkRequest) { response in
            try decoder.expansion(from: response.body, of: request)
        }
    }

    private func decoder(of request: NetworkRequest) -> RedditThreadDecoder {
        let context = RedditObject.Context(site: site, text: RedditText(of: request), endpoints: endpoints)
        return RedditThreadDecoder(context: context, source: source)
    }

    private func check(_ post: Post.ID) throws(DataError) {
        guard post.site == site else {
            throw DataError(.invalidInput, message: "This is a post of \(post.site), and here is \(site).")
        }
    }
}
