public import Core
import Synchronization

/// Fetches posts by the first of several roads that answers: an ordered chain of clouds for each feed of one site.
///
/// ```swift
/// let memory = RoadMemory(store: stateStore)
/// let posts = FallbackPostProvider(site: .reddit, memory: memory, roads: [
///     Road("reddit", host: "oauth.reddit.com", cursorFamily: "reddit", provider: oauth),
///     Road("reddit-feed", host: "www.reddit.com", cursorFamily: "reddit", provider: atom),
/// ])
/// ```
///
/// - A page says by which road it came (`Page.source`) and how much that knows (`Page.completeness`), so that a poorer
///   road never overwrites what a better one said. ``provenance(of:)`` says the same of a feed, with what was passed over
///   and why.
/// - ``ClosingPolicy`` says which failures are remembered; ``RoadMemory`` remembers them. `PageRequest.isManual` asks every
///   road once more all the same.
/// - A further page comes by the road of the page before it, else by another one of its `cursorFamily`. Where none of
///   those is open it fails, and the cursor stays good for later. A cursor from before there were marks on them goes
///   to the roads of the first one's family, in their order: others would take it for one of their own.
/// - A revision goes back to the road that it came from, and to no other.
///
/// When no road answers, the most telling error is thrown. Errors of roads that were asked count before what is
/// remembered of others; what a server says of the thing (`notFound`, `forbidden`, `sessionExpired`, `unauthorized`) comes
/// before what it says of the way (`rateLimited`, `accessClosed`, `serverError`, `badRequest`, `tooLarge`, `malformed`,
/// `redirected`), and that before what the network says (`captivePortal`, `pinMismatch`, `timedOut`, `offline`); of equal
/// ones the first road's is thrown. `invalidInput` is thrown only when every road says so.
///
/// Safe from any thread.
public final class FallbackPostProvider: OnlinePostProvider, FeedProvenanceProvider, CursorMarking {
    /// Whose posts it fetches.
    public let site: Site

    /// The roads for a feed, the best one first.
    let roads: @Sendable (Feed) -> [Road<any OnlinePostProvider>]
    private let chain: RoadChain
    private let provenances = Mutex(Provenances())

    /// Creates a chain that is the same for every feed.
    ///
    /// - Parameters:
    ///   - site: Whose posts it fetches; all roads lead there.
    ///   - memory: What it remembers of closed roads; one of its own by default, for this run of the app.
    ///   - activity: Where it says what it passes over; the registered one by default, else nowhere.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - roads: The roads, the best one first; each has another name.
    public convenience init(
        site: Site, memory: RoadMemory = RoadMemory(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        roads: [Road<any OnlinePostProvider>]
    ) {
        precondition(Set(roads.map(\.name)).count == roads.count, "Two roads of a chain have one name.")
        self.init(site: site, memory: memory, activity: activity, time: time) { _ in roads }
    }

    /// Creates a chain that is another one for each feed.
    ///
    /// - Parameters:
    ///   - site: Whose posts it fetches; all roads lead there.
    ///   - memory: What it remembers of closed roads; one of its own by default, for this run of the app.
    ///   - activity: Where it says what it passes over; the registered one by default, else nowhere.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - roads: The roads for a feed, the best one first; each has another name, and leads to the site. Asked for every
    ///     page, so keep it quick.
    public init(
        site: Site, memory: RoadMemory = RoadMemory(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        roads: @escaping @Sendable (Feed) -> [Road<any OnlinePostProvider>]
    ) {
        self.site = site
        self.roads = roads
        chain = RoadChain(memory: memory, activity: activity, time: time)
    }

    /// Fetches one page by the first road that answers.
    ///
    /// - Parameter request: Which page, of a feed of this provider's site.
    /// - Returns: The page; its source is the name of the road.
    /// - Throws: The most telling error of the roads, `DataError` with the code `invalidInput` when no road leads to the
    ///   feed or goes on behind the cursor, and when the roads for the feed share a name or one leads to another site;
    ///   `CancellationError`.
    public func fetchPage(_ request: PageRequest) async throws -> Page {
        guard request.feed.site == site else {
            throw DataError(.invalidInput, message: "This is a feed of \(request.feed.site), and here is \(site).")
        }
        let tag = request.cursor.flatMap(RoadTag.init)
        let known = try checked(roads(request.feed), for: request.feed)
        let usable = Self.usable(known, behind: request.cursor, tag)
        let ask = RoadChain.Ask(thing: request.feed.key, isManual: request.isManual, priority: request.priority)
        let outcome = try await chain.first(of: usable, for: ask) { road in
            try await Self.page(request, tag: tag, from: road)
        }
        switch outcome {
        case .answered(let answer):
            var page = answer.value
            page.skipsClosedRoads = answer.skipped.contains { $0.reason == .remembered }
            let provenance = FeedProvenance(
                source: answer.road, fetchedAt: chain.time.now, completeness: page.completeness,
                skipped: answer.skipped)
            provenances.withLock { $0.set(provenance, for: request.feed) }
            return page
        case .failed(let failure):
            throw error(failure, behind: tag, on: request.feed)
        }
    }

    /// Where a feed's last page came from, in this run of the app.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: Where from; `nil` when none has come, or two hundred other feeds ago.
    public func provenance(of feed: Feed) -> FeedProvenance? {
        provenances.withLock { $0.values[feed.key] }
    }

    /// Waits until what it has learnt of closed roads was handed to the store, for a process that is about to end.
    package func flush() async { await chain.memory.flush() }

    /// The roads that the app's closure gave for a feed.
    ///
    /// The closure runs with every page, so a mistake in it must not stop the program in the middle of its work.
    private func checked(
        _ roads: [Road<any OnlinePostProvider>], for feed: Feed
    ) throws(DataError) -> [Road<any OnlinePostProvider>] {
        var names: Set<String> = []
        for road in roads {
            guard road.provider.site == site else {
                throw DataError(
                    .invalidInput,
                    message:
                        "The road '\(road.name)' for the feed '\(feed.source)' leads to \(road.provider.site), and "
                        + "this chain to \(site). Give it roads of its own site only.")
            }
            guard names.insert(road.name).inserted else {
                throw DataError(
                    .invalidInput,
                    message:
                        "Two roads for the feed '\(feed.source)' are called '\(road.name)'. Give each its own name.")
            }
        }
        return roads
    }

    /// The roads that can go on behind a cursor, its own first; all of them for a first page.
    private static func usable(
        _ roads: [Road<any OnlinePostProvider>], behind cursor: PageCursor?, _ tag: RoadTag?
    ) -> [Road<any OnlinePostProvider>] {
        guard cursor != nil else { return roads }
        guard let tag else { return roads.filter { $0.cursorFamily == roads.first?.cursorFamily } }
        let family = roads.filter { $0.cursorFamily == tag.family }
        return family.filter { $0.name == tag.road } + family.filter { $0.name != tag.road }
    }

    private static func page(
        _ request: PageRequest, tag: RoadTag?, from road: Road<any OnlinePostProvider>
    ) async throws -> Page {
        var own = request
        own.cursor = tag?.cursor ?? request.cursor
        own.revision = request.revision.flatMap { RoadTag.unmark($0, road: road.name) }
        var page = try await road.provider.fetchPage(own)
        page.source = road.name
        return RoadTag.marking(page, asked: request, own: own, road: road.name, family: road.cursorFamily)
    }

    private func error(_ failure: RoadsFailure, behind tag: RoadTag?, on feed: Feed) -> any Error {
        let error = failure.error(now: chain.time.now)
        guard let tag else {
            return error ?? DataError(.invalidInput, message: "No cloud of this app knows the feed '\(feed.source)'.")
        }
        // Nobody was asked: it is the chain that cannot go on, and not the server.
        if let error, !failure.asked.isEmpty { return error }
        guard let code = failure.remembered.first?.code else { return tag.notInUse }
        return DataError(
            code, message: "The next page can only come from '\(tag.road)', which is closed. Refresh, or try later.",
            isRetryable: true, retryAfter: failure.wait(now: chain.time.now))
    }
}

/// The last provenances by feed; old ones make room for new ones.
private struct Provenances {
    private static let capacity = 200

    private(set) var values: [String: FeedProvenance] = [:]
    private var order: [String] = []

    mutating func set(_ provenance: FeedProvenance, for feed: Feed) {
        if values.updateValue(provenance, forKey: feed.key) != nil { order.removeAll { $0 == feed.key } }
        order.append(feed.key)
        if order.count > Self.capacity { values[order.removeFirst()] = nil }
    }
}
