import Core
import Foundation

/// One run of ``OfflinePostProviderOracle``: a server, the store, its reference, and the provider that an app would
/// use.
final class OracleRun {
    private let probe: PostContractProbe
    private let random: SeededRandomSource
    private let store: ReferenceCheckingProvider
    private let server: ShiftingServer
    private let clock = ManualClock()
    private let feeds = [Feed.mock(), Feed.mock(sort: .new)]
    private let kept = [Feed(site: .demo, source: .saved), Feed(site: .demo, source: .favourites)]
    private var provider: DefaultPostProvider
    /// The ends of pages that came lately; some of them are no places any more.
    private var cursors: [PageCursor] = []
    private var log: [String] = []
    private var pageCount = 0

    init(_ probe: PostContractProbe, seed: UInt64) {
        self.probe = probe
        random = SeededRandomSource(seed: seed)
        store = ReferenceCheckingProvider(probe)
        server = ShiftingServer(feeds: feeds, random: random)
        provider = DefaultPostProvider(offline: store, online: server, time: clock)
    }

    var history: String { log.suffix(12).joined(separator: "\n") }

    func run(_ operations: Int) async throws {
        for _ in 0..<operations where probe.failures.isEmpty {
            clock.advance(by: .seconds(random.number(60)))
            if random.number(2) == 0 { server.shift() }
            try await step(on: feeds[random.number(feeds.count)])
            try await compare()
        }
        guard probe.failures.isEmpty else { return }
        probe.expect(pageCount >= operations / 5, "every fifth operation brings a page, and there were \(pageCount)")
        server.rest()
        for feed in feeds where probe.failures.isEmpty { try await fetchAll(of: feed) }
    }

    // MARK: Operations

    private func step(on feed: Feed) async throws {
        switch random.number(100) {
        case 0..<20: try await perform(.refresh, on: feed)
        case 20..<24: try await perform(.load(.storedThenNetwork), on: feed)
        case 24..<42: try await perform(.loadMore, on: feed)
        case 42..<52:
            let gaps = try await store.storedFeed(feed).gaps
            if let gap = gaps.randomElement(random) { try await perform(.page(after: gap.cursor), on: feed) }
        case 52..<62:
            if let cursor = cursors.suffix(4).randomElement(random) {
                try await perform(.page(after: cursor), on: feed)
            }
        case 62..<70: try await apply(.dismiss(ids(from: feed)))
        case 70: try await apply(.dismissAll((feeds + kept)[random.number(4)]))
        case 71..<73: try await apply(.undoDismiss)
        case 73..<76: try await apply(.undo)
        case 76..<82: try await apply(.setUndoably(change(), ids(from: feed)))
        case 82..<88: try await apply(.set(change(), ids(from: feed)))
        case 88..<94: try await evict(from: feed)
        case 94..<96:
            let count = try await store.forgetMarks(before: clock.now - Double(random.number(3_000)))
            log.append("forget: \(count)")
        case 96..<98:
            let posts = ids(from: feed).map { Post.mock($0.native) { $0.score = random.number(99) } }
            log.append("store \(posts.map(\.id.native))")
            try await store.store(posts, completeness: random.number(2) == 0 ? .full : .partial)
        default:
            log.append("a new start")
            try await probe.reopen()
            provider = DefaultPostProvider(offline: store, online: server, time: clock)
        }
    }

    private func perform(_ request: FeedRequest, on feed: Feed) async throws {
        let update = try await provider.performed(request, on: feed, limit: 1 + random.number(6))
        log.append("\(request) on \(feed): \(update.page.map { "\($0)" } ?? "\(update.error?.code.rawValue ?? "-")")")
        if update.page != nil { pageCount += 1 }
        if let next = update.page?.next { cursors.append(next) }
        let reference = store.reference.storedFeed(feed)
        probe.expect(
            update.items, equals: reference.items.filter(\.isListed), "what is shown, after \(request) on \(feed)")
        probe.expect(update.items.allSatisfy { !$0.status.isDismissed }, "nothing that was put away is shown")
    }

    private func apply(_ mutation: StatusMutation) async throws {
        log.append("\(mutation)")
        _ = try await provider.apply(mutation)
    }

    private func evict(from feed: Feed) async throws {
        let stored = store.reference.storedFeed(feed).items.map(\.id)
        var ids = ids(from: feed)
        // Mostly what is furthest behind, as a limit would have it; now and then everything.
        if random.number(3) > 0 { ids = Array(stored.dropFirst(8 + random.number(16))) }
        if random.number(12) == 0 { ids = stored }
        log.append("evict \(ids.map(\.native))")
        _ = try await store.evict(ids)
    }

    /// Some posts, most of them in a feed.
    private func ids(from feed: Feed) -> [Post.ID] {
        let stored = store.reference.storedFeed(feed).items.map(\.id)
        return (0..<random.number(4)).map { _ in
            let stranger = Post.ID.mock("t3_\(random.number(80))")
            return random.number(5) == 0 ? stranger : stored.randomElement(random) ?? stranger
        }
    }

    private func change() -> StatusChange {
        let isSet = random.number(2) == 0
        return switch random.number(10) {
        case 0..<4: .saved(isSet)
        case 4: .favourite(isSet)
        case 5..<7: .read(isSet)
        case 7: .hidden(isSet)
        case 8: .dismissed(isSet)
        default: .vote(isSet ? .up : nil)
        }
    }

    // MARK: What has to be true

    private func compare() async throws {
        let reference = store.reference
        for feed in feeds + kept {
            var stored = try await store.storedFeed(feed)
            stored.version = 0
            let expected = reference.storedFeed(feed)
            if stored != expected {
                probe.expect(summary(stored), equals: summary(expected), "\(feed)")
                probe.fail("\(feed) is not as it should be: expected \(expected), found \(stored)")
            }
            probe.expect(Set(stored.items.map(\.id)).count, equals: stored.items.count, "distinct posts in \(feed)")
        }
        let summaries = try await store.storedFeeds()
        probe.expect(Set(summaries), equals: Set(reference.summaries(of: feeds)), "which feeds were listed, and when")
        probe.expect(summaries.count, equals: Set(summaries).count, "how many feeds were listed")
        let saved = reference.statuses.values.filter { $0.isSaved && reference.posts[$0.id] != nil }.map(\.id).sorted()
        let items = try await store.items(saved)
        probe.expect(items.map(\.id), equals: saved, "what is saved and was fetched once is there for ever")
    }

    private func summary(_ feed: StoredFeed) -> String {
        let items = feed.items.map { item in
            item.id.native + feed.gaps.filter { $0.after == item.id }.map { " [\($0.cursor)]" }.joined()
        }
        let head = feed.head.map { "\($0.ids.map(\.native)), next \($0.next?.rawValue ?? "-")" }
        return "\(items.joined(separator: " ")) then \(feed.cursor?.rawValue ?? "-"), end \(feed.isEnd), "
            + "refreshed \(feed.refreshedAt?.description ?? "-"), head \(head ?? "-")"
    }

    /// Fetches a feed from beginning to end, fills what is left, and compares it with the server's list.
    private func fetchAll(of feed: Feed) async throws {
        let list = server.list(of: feed)
        guard !list.isEmpty else { return }
        try await fetch(.refresh, of: feed)
        for _ in 0..<200 {
            guard let next = cursors.popLast() else { break }
            try await fetch(.page(after: next), of: feed)
        }
        for _ in 0..<400 {
            let stored = try await store.storedFeed(feed)
            // Paging with "more" may give up where a server repeats itself, and this must not.
            if let cursor = stored.gaps.last?.cursor ?? stored.cursor {
                try await fetch(.page(after: cursor), of: feed)
            } else if !stored.isEnd {
                try await fetch(.loadMore, of: feed)
            } else {
                break
            }
        }
        try await compare()
        let stored = try await store.storedFeed(feed)
        probe.expect(stored.isEnd && stored.gaps.isEmpty, "\(feed) can be filled until nothing is missing")
        probe.expect(
            stored.items.prefix(list.count).map(\.id.native), equals: list.map(\.native),
            "\(feed), filled while the server stood still")
    }

    private func fetch(_ request: FeedRequest, of feed: Feed) async throws {
        cursors = []
        try await perform(request, on: feed)
    }
}
