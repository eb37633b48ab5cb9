package import Core
import Synchronization

/// A provider that fetches posts from the first of several backends that answers.
///
/// ```swift
/// let suspensions = SuspensionStore(store: stateStore)
/// let posts = ChainedPostProvider(site: .reddit, suspensions: suspensions, links: [
///     ChainLink("reddit", host: "oauth.reddit.com", cursorFamily: "reddit", provider: oauth),
///     ChainLink("reddit-feed", host: "www.reddit.com", cursorFamily: "reddit", provider: atom),
/// ])
/// ```
///
/// - A page says by which backend it came (`Page.source`) and how much that knows (`Page.completeness`), so that a
///   poorer backend never overwrites what a better one said. ``provenance(of:)`` says the same of a feed, with what was
///   passed over and why.
/// - ``SuspensionPolicy`` says which failures suspend a backend; ``SuspensionStore`` keeps the suspensions.
///   `PageRequest.isManual` asks suspended backends too.
/// - A further page comes by the backend of the page before it, else by another one of its `cursorFamily`. Where none
///   of those is open it fails, and the cursor stays good for later. A cursor from before there were marks on them goes
///   to the backends of the first one's family, in their order: others would take it for one of their own.
/// - A revision goes back to the backend that it came from, and to no other.
/// - A page for an account (`PageRequest.sender`) comes from a backend that can ask as one: what is answered as to
///   anybody would be stored as that account's.
///
/// When no backend answers, the most telling error is thrown. Errors of backends that were asked come before those of
/// suspended ones. Of each, errors about the feed or the account (`notFound`, `forbidden`, `sessionExpired`,
/// `unauthorized`) come first, then those about the server (`rateLimited`, `accessClosed`, `serverError`, `badRequest`,
/// `tooLarge`, `malformed`, `redirected`), then those of the network (`captivePortal`, `pinMismatch`, `timedOut`,
/// `offline`); of equal ones the first backend's is thrown. `invalidInput` is thrown only when every backend says so.
///
/// Safe from any thread.
package final class ChainedPostProvider: OnlinePostProvider, FeedProvenanceProvider, CursorTagging {
    package let site: Site

    /// The backends for a feed, the best one first.
    let links: @Sendable (Feed) -> [ChainLink<any OnlinePostProvider>]
    private let chain: BackendChain
    private let provenances = Mutex(Provenances())

    /// Creates a chain that is the same for every feed.
    ///
    /// - Parameters:
    ///   - site: The site of all links.
    ///   - suspensions: The store of suspended backends; one of its own by default, for this run of the app.
    ///   - activity: The recorder of what is passed over; the registered one by default, else none.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - links: The backends, the best one first; each has another name.
    package convenience init(
        site: Site, suspensions: SuspensionStore = SuspensionStore(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.clock,
        links: [ChainLink<any OnlinePostProvider>]
    ) {
        precondition(Set(links.map(\.name)).count == links.count, "Two backends of a chain have one name.")
        self.init(site: site, suspensions: suspensions, activity: activity, time: time) { _ in links }
    }

    /// Creates a chain that is another one for each feed.
    ///
    /// - Parameters:
    ///   - site: The site of all links.
    ///   - suspensions: The store of suspended backends; one of its own by default, for this run of the app.
    ///   - activity: The recorder of what is passed over; the registered one by default, else none.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - links: The backends for a feed, the best one first; each has another name, and leads to the site. Asked for
    ///     every page, so keep it quick.
    package init(
        site: Site, suspensions: SuspensionStore = SuspensionStore(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.clock,
        links: @escaping @Sendable (Feed) -> [ChainLink<any OnlinePostProvider>]
    ) {
        self.site = site
        self.links = links
        chain = BackendChain(suspensions: suspensions, activity: activity, time: time)
    }

    package func fetchPage(_ request: PageRequest) async throws -> Page {
        guard request.feed.site == site else {
            throw DataError(.invalidInput, message: "This is a feed of \(request.feed.site), and here is \(site).")
        }
        let tag = request.cursor.flatMap(BackendTag.init)
        var known = try checked(links(request.feed), for: request.feed)
        if case .account = request.sender {
            known.removeAll(where: \.isAnonymous)
            guard !known.isEmpty else { throw Self.noAccounts }
        }
        let usable = Self.usable(known, behind: request.cursor, tag)
        let question = BackendChain.Question(
            scope: request.feed.key, isManual: request.isManual, priority: request.priority)
        let outcome = try await chain.first(of: usable, for: question) { link in
            try await Self.page(request, tag: tag, from: link)
        }
        switch outcome {
        case .answered(let answer):
            var page = answer.value
            page.skipsSuspendedBackends = answer.skipped.contains { $0.reason == .suspendedEarlier }
            let provenance = FeedProvenance(
                backend: answer.backend, fetchedAt: chain.time.now, completeness: page.completeness,
                skipped: answer.skipped)
            provenances.withLock { $0.set(provenance, for: request.feed) }
            return page
        case .failed(let failure):
            throw error(failure, behind: tag, on: request.feed)
        }
    }

    package func provenance(of feed: Feed) -> FeedProvenance? {
        provenances.withLock { $0.values[feed.key] }
    }

    /// Waits until what it has learnt of suspended backends was handed to the store, for a process that is about to
    /// end.
    package func flush() async { await chain.suspensions.flush() }

    /// The backends that the app's closure gave for a feed.
    ///
    /// The closure runs with every page, so a mistake in it must not stop the program in the middle of its work.
    private func checked(
        _ links: [ChainLink<any OnlinePostProvider>], for feed: Feed
    ) throws(DataError) -> [ChainLink<any OnlinePostProvider>] {
        var names: Set<String> = []
        for link in links {
            guard link.provider.site == site else {
                throw DataError(
                    .invalidInput,
                    message:
                        "The backend '\(link.name)' for the feed '\(feed.source)' is of \(link.provider.site), and "
                        + "this chain to \(site). Give it backends of its own site only.")
            }
            guard names.insert(link.name).inserted else {
                throw DataError(
                    .invalidInput,
                    message:
                        "Two backends for the feed '\(feed.source)' are called '\(link.name)'. Give each its own name.")
            }
        }
        return links
    }

    /// The backends that can go on behind a cursor, its own first; all of them for a first page.
    private static func usable(
        _ links: [ChainLink<any OnlinePostProvider>], behind cursor: PageCursor?, _ tag: BackendTag?
    ) -> [ChainLink<any OnlinePostProvider>] {
        guard cursor != nil else { return links }
        guard let tag else { return links.filter { $0.cursorFamily == links.first?.cursorFamily } }
        let family = links.filter { $0.cursorFamily == tag.family }
        return family.filter { $0.name == tag.backend } + family.filter { $0.name != tag.backend }
    }

    private static func page(
        _ request: PageRequest, tag: BackendTag?, from link: ChainLink<any OnlinePostProvider>
    ) async throws -> Page {
        var own = request
        own.cursor = tag?.cursor ?? request.cursor
        own.revision = request.revision.flatMap { BackendTag.untag($0, backend: link.name) }
        var page = try await link.provider.fetchPage(own)
        page.source = link.name
        return BackendTag.tagging(page, asked: request, own: own, backend: link.name, family: link.cursorFamily)
    }

    private static let noAccounts = DataError(
        .invalidInput,
        message: "This list is an account's, and no backend of this app asks for it as one. Add one with a session.")

    private func error(_ failure: ChainFailure, behind tag: BackendTag?, on feed: Feed) -> any Error {
        let error = failure.error(now: chain.time.now)
        guard let tag else {
            return error ?? DataError(.invalidInput, message: "No backend of this app knows the feed '\(feed.source)'.")
        }
        // Nobody was asked: it is the chain that cannot go on, and not the server.
        if let error, !failure.asked.isEmpty { return error }
        guard let code = failure.suspensions.first?.code else { return tag.notInUse }
        return DataError(
            code,
            message: "The next page can only come from '\(tag.backend)', which is suspended. Refresh, or try later.",
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
