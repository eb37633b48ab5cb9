public import Core

/// Fetches threads by the first of several roads that answers, by the rules of ``FallbackPostProvider``.
///
/// Give it the same ``RoadMemory``: what closed a road for posts has closed it for threads. A failure that is about one
/// thread (`notFound`, for one) is remembered for that thread alone.
public struct FallbackCommentProvider: OnlineCommentProvider {
    /// Whose threads it fetches.
    public let site: Site

    let roads: [Road<any OnlineCommentProvider>]
    private let chain: RoadChain

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - site: Whose threads it fetches; all roads lead there.
    ///   - memory: What it remembers of closed roads; one of its own by default, for this run of the app.
    ///   - activity: Where it says what it passes over; the registered one by default, else nowhere.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - roads: The roads, the best one first; each has another name.
    public init(
        site: Site, memory: RoadMemory = RoadMemory(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        roads: [Road<any OnlineCommentProvider>]
    ) {
        RoadChain.check(roads, of: site) { $0.site }
        self.site = site
        self.roads = roads
        chain = RoadChain(memory: memory, activity: activity, time: time)
    }

    /// Fetches one thread by the first road that answers.
    ///
    /// - Parameter request: Which thread, of a post of this provider's site.
    /// - Returns: The thread; its source is the name of the road.
    /// - Throws: The most telling error of the roads, `DataError` with the code `invalidInput` when there is no road,
    ///   `CancellationError`.
    public func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post)
        let ask = RoadChain.Ask(
            thing: "thread|\(request.post)", isManual: request.isManual, priority: request.priority)
        var (thread, road) = try await chain.value(of: roads, for: ask, orRefuse: refusal) { road in
            try await road.provider.fetchThread(request)
        }
        thread.source = road
        return thread
    }

    /// Fetches what a placeholder stands for by the first road that can.
    ///
    /// A road that cannot expand anything is passed over and stays open. A failure that is about one placeholder is
    /// remembered for that placeholder alone: the thread is still fetched by that road.
    ///
    /// - Parameter request: Which placeholder, of a thread of this provider's site.
    /// - Returns: What came; its source is the name of the road.
    /// - Throws: The most telling error of the roads, `DataError` with the code `invalidInput` when no road can expand
    ///   anything, `CancellationError`.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try check(request.post)
        let ask = RoadChain.Ask(
            thing: "more|\(request.post)|\(request.more.parent.native)", isManual: false, priority: request.priority)
        var (expansion, road) = try await chain.value(of: roads, for: ask, orRefuse: refusal) { road in
            try await road.provider.fetchMore(request)
        }
        expansion.source = road
        return expansion
    }

    private func check(_ post: Post.ID) throws(DataError) {
        guard post.site == site else {
            throw DataError(.invalidInput, message: "This is a post of \(post.site), and here is \(site).")
        }
    }

    private var refusal: String { "No cloud of this app knows threads of \(site)." }
}
