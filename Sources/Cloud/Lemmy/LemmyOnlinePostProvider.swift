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

    private let endpoints: LemmyEndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose posts they are; those of the site of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: What asks.
    ///   - source: What pages call their source, for people to read.
    public init(
        site: Site? = nil, endpoints: LemmyEndpointProvider, requests: any RequestProvider, source: String = "lemmy"
    ) {
        self.site = site ?? endpoints.site
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
        let networkRequest = try endpoints.listing(request)
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
    /// With a depth Lemmy sends 300 comments and no more. Where as many come, a second request asks the post how many
    /// it has; a placeholder on the post stands for what is missing, of an unknown number where that request fails.
    ///
    /// - Parameter request: Which thread, of a post of this provider's site.
    /// - Returns: The thread.
    /// - Throws: `NetworkError` when there is no answer that can be read, `DataError` with the code `invalidInput` when
    ///   the request cannot be made, `CancellationError`.
    public func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post.site)
        let networkRequest = try endpoints.thread(request)
        let decoder = LemmyThreadDecoder(context: context, source: source)
        let (answer, isCut) = try await reader.value(of: networkRequest) { response in
            let parts = try decoder.parts(from: response.body, of: request.post)
            return (parts.whole, parts.viewCount >= LemmyThreadDecoder.mostWithDepth)
        }
        guard isCut else { return answer }
        var thread = answer
        let known = thread.comments.count(where: { $0.removal == nil }) + thread.missingCount
        let count = try await commentCount(of: request)
        if let count, count <= known { return thread }
        let missing = MoreComments(parent: .post(request.post), depth: 0, count: (count ?? known) - known, ids: [])
        thread.entries.append(.more(missing))
        return thread
    }

    /// How many comments the post says that it has; `nil` where it could not be asked.
    private func commentCount(of request: ThreadRequest) async throws -> Int? {
        do {
            let decoder = LemmyThreadDecoder(context: context, source: source)
            let networkRequest = try endpoints.post(request.post, priority: request.priority)
            return try await reader.value(of: networkRequest) { try decoder.commentCount(from: $0.body) }
        } catch  where error.isCancellation {
            throw error
        } catch {
            // The thread came, and is shown; that something may be missing is said without a number.
            return nil
        }
    }

    /// Fetches what is below the comment that a placeholder hangs on, eight comments deep.
    ///
    /// For a placeholder on the post itself the whole thread comes flat, 50 comments to a request and one request after
    /// the other, 40 at most; where that is not all, as after a page that failed, the placeholder comes again. It has
    /// no number of a page, so that the next call begins with the first one.
    ///
    /// - Parameter request: Which placeholder, of a thread of this provider's site.
    /// - Returns: The comment, where the server sends it, and what is below it; comments that are known already too.
    /// - Throws: `NetworkError` when there is no answer that can be read, not even a first page; `DataError` with the
    ///   code `invalidInput` when the request cannot be made; `CancellationError`.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try check(request.post.site)
        if case .post = request.more.parent { return try await fetchPages(request) }
        let networkRequest = try endpoints.more(request)
        let decoder = LemmyThreadDecoder(context: context, source: source)
        let thread = try await reader.value(of: networkRequest) { response in
            try decoder.thread(from: response.body, of: request.post)
        }
        return CommentExpansion(
            entries: thread.entries, requested: request.ids, issues: thread.issues, source: thread.source,
            completeness: thread.completeness)
    }

    /// How many pages of one thread are asked for.
    private static let maximumPages = 40

    private func fetchPages(_ request: MoreRequest) async throws -> CommentExpansion {
        let decoder = LemmyThreadDecoder(context: context, source: source)
        var parts: LemmyThreadDecoder.Parts?
        var isWhole = false
        for number in 1...Self.maximumPages {
            let networkRequest = try endpoints.page(number, of: request)
            let before = parts
            let next: LemmyThreadDecoder.Parts
            do {
                next = try await reader.value(of: networkRequest) { response in
                    try decoder.parts(from: response.body, of: request.post, behind: before)
                }
            } catch  where error.isCancellation {
                throw error
            } catch {
                try Task.checkCancellation()
                guard before != nil else { throw error }
                // What came stays, and the placeholder says that there is more.
                break
            }
            parts = next
            isWhole = next.viewCount < LemmyEndpointProvider.pageSize
            // A server that does not count pages sends the same one again.
            if isWhole || next.tree.count == before?.tree.count ?? 0 { break }
        }
        let thread = parts?.whole ?? CommentThread(source: source)
        var expansion = CommentExpansion(
            entries: thread.entries, requested: request.ids, issues: thread.issues, source: thread.source,
            completeness: thread.completeness)
        if !isWhole {
            expansion.entries.append(
                .more(MoreComments(parent: request.more.parent, depth: 0, count: 0, ids: [])))
        }
        return expansion
    }

    private var context: LemmyObject.Context { LemmyObject.Context(site: site, endpoints: endpoints) }

    private func check(_ site: Site) throws(DataError) {
        guard site == self.site else {
            throw DataError(.invalidInput, message: "This is a feed of \(site), and here is \(self.site).")
        }
    }
}
