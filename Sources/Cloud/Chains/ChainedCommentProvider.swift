package import Core

/// A provider that fetches threads from the first of several backends that answers, by the rules of
/// ``ChainedPostProvider``.
///
/// Give it the same ``SuspensionStore``: a failure that suspends a backend for posts suspends it for threads. A failure
/// that is about one thread (`notFound`, for one) suspends the backend for that thread alone.
package struct ChainedCommentProvider: OnlineCommentProvider {
    package let site: Site

    let links: [ChainLink<any OnlineCommentProvider>]
    private let chain: BackendChain

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - site: The site of all links.
    ///   - suspensions: The store of suspended backends; one of its own by default, for this run of the app.
    ///   - activity: The recorder of what is passed over; the registered one by default, else none.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - links: The backends, the best one first; each has another name.
    package init(
        site: Site, suspensions: SuspensionStore = SuspensionStore(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.clock,
        links: [ChainLink<any OnlineCommentProvider>]
    ) {
        BackendChain.check(links, of: site) { $0.site }
        self.site = site
        self.links = links
        chain = BackendChain(suspensions: suspensions, activity: activity, time: time)
    }

    package func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post)
        let question = BackendChain.Question(
            scope: "thread|\(request.post)", isManual: request.isManual, priority: request.priority)
        var (thread, link) = try await chain.value(of: links, for: question, orRefuse: refusal) { link in
            try await link.provider.fetchThread(request)
        }
        thread.source = link
        return thread
    }

    package func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try check(request.post)
        let question = BackendChain.Question(
            scope: "more|\(request.post)|\(request.more.parent.native)", isManual: false, priority: request.priority)
        var (expansion, link) = try await chain.value(of: links, for: question, orRefuse: refusal) { link in
            try await link.provider.fetchMore(request)
        }
        expansion.source = link
        return expansion
    }

    private func check(_ post: Post.ID) throws(DataError) {
        guard post.site == site else {
            throw DataError(.invalidInput, message: "This is a post of \(post.site), and here is \(site).")
        }
    }

    private var refusal: String { "No backend of this app knows threads of \(site)." }
}
