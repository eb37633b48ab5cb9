package import Core

/// A provider of threads from Reddit's JSON, or from a server that speaks it.
///
/// Only the envelope has to be right; of the comments, those that cannot be read become issues. Like pages, threads are
/// decoded on threads of their own.
package struct RedditOnlineCommentProvider: OnlineCommentProvider {
    package let site: Site

    private let endpoints: RedditEndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the threads; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    ///   - source: The name that threads give as their source, for people to read.
    package init(
        site: Site? = nil, endpoints: RedditEndpointProvider, requests: any RequestProvider,
        source: String = "reddit-json"
    ) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        self.source = source
    }

    package func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post)
        let networkRequest = try endpoints.thread(request)
        let decoder = decoder(of: networkRequest)
        return try await reader.value(of: networkRequest) { response in
            try decoder.thread(from: response.body, of: request.post, for: response.account)
        }
    }

    package func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try check(request.post)
        let networkRequest = try endpoints.more(request)
        let decoder = decoder(of: networkRequest)
        return try await reader.value(of: networkRequest) { response in
            try decoder.expansion(from: response.body, of: request, for: response.account)
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
