package import Core
import Foundation

/// A provider of pages of posts, and of threads with their comments, from a Lemmy server.
///
/// A post's id is the server's own number for it, so the same post has another on each server; a site is one server,
/// `lemmy:HOST`. Only the envelope has to be right; of posts and comments, those that cannot be read become issues.
/// Pages are decoded on threads of their own.
package struct LemmyOnlinePostProvider: OnlinePostProvider, OnlineCommentProvider {
    package let site: Site

    private let endpoints: LemmyEndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the posts; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    ///   - source: The name that pages give as their source, for people to read.
    package init(
        site: Site? = nil, endpoints: LemmyEndpointProvider, requests: any RequestProvider, source: String = "lemmy"
    ) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        self.source = source
    }

    package func fetchPage(_ request: PageRequest) async throws -> Page {
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
            try decoder.page(from: response.body, numbered: numbered, for: response.account)
        }
    }

    package func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post.site)
        let networkRequest = try endpoints.thread(request)
        let decoder = LemmyThreadDecoder(context: context, source: source)
        let (answer, isCut) = try await reader.value(of: networkRequest) { response in
            let parts = try decoder.parts(from: response.body, of: request.post, for: response.account)
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

    /// The number of comments by the post's own count; `nil` where it could not be asked.
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

    package func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try check(request.post.site)
        if case .post = request.more.parent { return try await fetchPages(request) }
        let networkRequest = try endpoints.more(request)
        let decoder = LemmyThreadDecoder(context: context, source: source)
        let thread = try await reader.value(of: networkRequest) { response in
            try decoder.thread(from: response.body, of: request.post, for: response.account)
        }
        var expansion = CommentExpansion(
            entries: thread.entries, requested: request.ids, issues: thread.issues, source: thread.source,
            completeness: thread.completeness)
        expansion.confirmation = thread.confirmation
        return expansion
    }

    /// The largest number of pages of one thread that are requested.
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
                    try decoder.parts(from: response.body, of: request.post, behind: before, for: response.account)
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
        expansion.confirmation = thread.confirmation
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
