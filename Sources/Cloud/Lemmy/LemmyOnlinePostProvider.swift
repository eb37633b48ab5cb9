public import Core
import Foundation

/// Fetches posts and threads from a Lemmy server.
///
/// A post's id is the server's own number for it, so the same post has another on each server; a site is one server,
/// `lemmy:HOST`. Only the envelope has to be right; of posts and comments, those that cannot be read become issues. Pages
/// are decoded on threads of their own.
public struct LemmyOnlinePostProvider: OnlinePostProvider, OnlineCommentProvider {
    /// Whose posts it fetches.
    public let site: Site

    private let endpoints: any EndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose posts they are: `Site.lemmy("lemmy.world")`.
    ///   - endpoints: Where to ask.
    ///   - requests: What asks.
    ///   - source: What pages call their source, for people to read.
    public init(
        site: Site, endpoints: any EndpointProvider, requests: any RequestProvider, source: String = "lemmy"
    ) {
        self.site = site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        self.source = source
    }

    /// Fetches one page.
    ///
    /// - Parameter request: Which page, of a feed of this provider's site.
    /// - Returns: The page.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, such as for several communities in one feed, `CancellationError`.
    public func fetchPage(_ request: PageRequest) async throws -> Page {
        try check(request.feed.site)
        let networkRequest = try endpoints.request(for: .listing(request))
        let decoder = LemmyListingDecoder(context: context, source: source)
        var numbered: (page: Int, limit: Int)?
        switch request.feed.source.kind {
        case .user, .search:
            numbered = (try request.pageNumber(), LemmyEndpointProvider.limit(of: request))
        default: break
        }
        return try await reader.page(of: networkRequest, for: request) {
            [numbered] response in
            try decoder.page(from: response.body, numbered: numbered)
        }
    }

    /// Fetches one thread, eight comments deep.
    ///
    /// - Parameter request: Which thread, of a post of this provider's site.
    /// - Returns: The thread.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, `CancellationError`.
    public func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post.site)
        let networkRequest = try endpoints.request(for: .thread(request))
        let decoder = LemmyThreadDecoder(context: context, source: source)
        return try await reader.value(of: networkRequest) { response in
            try decoder.thread(from: response.body, of: request.post)
        }
    }

    /// Fetches what is below the comment that a placeholder hangs on, eight comments deep.
    ///
    /// - Parameter request: Which placeholder, of a thread of this provider's site.
    /// - Returns: The comment, where the server sends it, and what is below it; comments that are known already too.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, `CancellationError`.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try check(request.post.site)
        let networkRequest = try endpoints.request(for: .more(request))
        let decoder = LemmyThreadDecoder(context: context, source: source)
        let thread = try await reader.value(of: networkRequest) { response in
            try decoder.thread(from: response.body, of: request.post)
        }
        return CommentExpansion(
            entries: thread.entries, requested: request.ids, issues: thread.issues, source: thread.source,
            completeness: thread.completeness)
    }

    private var context: LemmyObject.Context { LemmyObject.Context(site: site, endpoints: endpoints) }

    private func check(_ site: Site) throws(DataError) {
        guard site == self.site else {
            throw DataError(.invalidInput, message: "This is a feed of \(site), and here is \(self.site).")
        }
    }
}
