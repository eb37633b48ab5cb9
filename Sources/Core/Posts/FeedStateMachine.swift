import Foundation

/// What to do about one feed: a pure function from what happened to what is to be done about it.
///
/// It decides when to fetch, which request another one joins or replaces, what an answer means, and where a page goes.
/// ``DefaultPostProvider`` does what it says, and it can be tested without any of that.
struct FeedStateMachine: Equatable {
    /// What has to be known of the stored feed.
    struct Stored: Equatable {
        var count: Int
        var cursor: PageCursor?
        var isEnd: Bool
        var refreshedAt: Date?
    }

    /// One request under way, and what follows from it.
    struct Flight: Equatable {
        let id: Int
        let placement: PagePlacement
        /// What the server is asked with now; moves on when an empty page leads to another one.
        var cursor: PageCursor?
        var seenCount: Int
        var storedCount: Int
        var emptyPages = 0
        /// What could not be read on the pages before.
        var issues: [DecodeIssue] = []
    }

    enum Event: Equatable {
        case asked(FeedRequest, Stored, now: Date)
        case fetched(flight: Int, Page)
        case committed(flight: Int, PageReceipt, Page)
        case failed(flight: Int, DataError)
        case cancelled(flight: Int)
    }

    enum Action: Equatable {
        /// Publish what is stored; more follows.
        case showStored
        /// Answer who asked with what is stored.
        case answer
        /// Fetch, and let who asked wait for it.
        case fetch(Flight)
        /// End a fetch, and let who waited for it wait for another one.
        case replace(flight: Int, by: Flight)
        /// Let who asked wait for what is under way.
        case join(flight: Int)
        /// Let what is under way end, then ask again.
        case askAgain(after: Int)
        /// Commit a page.
        case store(Page, PagePlacement)
        /// Publish the outcome and answer who waited.
        case finish(Outcome)
    }

    /// How a fetch ended.
    struct Outcome: Equatable {
        var origin = DataOrigin.database
        var receipt: PageReceipt?
        var error: DataError?
        var issues: [DecodeIssue] = []
    }

    private(set) var flight: Flight?
    private var lastID = 0
    private let refreshAge: TimeInterval

    /// How many empty pages in a row are followed by their cursors before that counts as the end.
    private static let maximumEmptyPages = 3

    init(refreshAge: TimeInterval) {
        self.refreshAge = refreshAge
    }

    func isStale(_ refreshedAt: Date?, now: Date) -> Bool {
        guard let refreshedAt else { return true }
        // A date in the future is a clock that was set back: better fetched once too often.
        return !(0...refreshAge).contains(now.timeIntervalSince(refreshedAt))
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .asked(let request, let stored, let now):
            return asked(request, stored, now: now)
        case .fetched(let id, let page):
            guard let flight, flight.id == id else { return [] }
            return fetched(page, flight)
        case .committed(let id, let receipt, let page):
            let issues = flight?.issues ?? []
            guard land(id) else { return [] }
            let origin = DataOrigin.network(source: page.source, completeness: page.completeness)
            return [.finish(Outcome(origin: origin, receipt: receipt, issues: issues + page.issues))]
        case .failed(let id, let error):
            guard land(id) else { return [] }
            return [.finish(Outcome(error: error))]
        case .cancelled(let id):
            _ = land(id)
            return []
        }
    }

    private mutating func land(_ id: Int) -> Bool {
        guard flight?.id == id else { return false }
        flight = nil
        return true
    }

    private mutating func asked(_ request: FeedRequest, _ stored: Stored, now: Date) -> [Action] {
        switch request {
        case .load(.storedOnly):
            return [.answer]
        case .load(.storedThenNetwork):
            if let flight { return [.showStored, .join(flight: flight.id)] }
            guard stored.count == 0 || isStale(stored.refreshedAt, now: now) else { return [.answer] }
            return [.showStored] + fetchHead(stored)
        case .load(.networkOnly), .load(.networkElseStored), .refresh:
            return fetchHead(stored)
        case .loadMore:
            if let flight { return [.join(flight: flight.id)] }
            if stored.isEnd { return [.answer] }
            if let cursor = stored.cursor { return fetchPage(after: cursor, stored) }
            return stored.count == 0 ? fetchHead(stored) : [.answer]
        case .page(let cursor):
            guard let flight else { return fetchPage(after: cursor, stored) }
            if flight.placement == .after(cursor) { return [.join(flight: flight.id)] }
            return [.askAgain(after: flight.id)]
        }
    }

    private mutating func fetchHead(_ stored: Stored) -> [Action] {
        guard let current = flight else {
            return [.fetch(start(.head, cursor: nil, seenCount: 0, stored))]
        }
        if current.placement == .head { return [.join(flight: current.id)] }
        // Paging that is under way would land behind an order that is about to change.
        return [.replace(flight: current.id, by: start(.head, cursor: nil, seenCount: 0, stored))]
    }

    private mutating func fetchPage(after cursor: PageCursor, _ stored: Stored) -> [Action] {
        // How many came before is known at the end of the feed only, and it is no more than numbering.
        let seenCount = cursor == stored.cursor ? stored.count : 0
        return [.fetch(start(.after(cursor), cursor: cursor, seenCount: seenCount, stored))]
    }

    private mutating func start(
        _ placement: PagePlacement, cursor: PageCursor?, seenCount: Int, _ stored: Stored
    ) -> Flight {
        lastID += 1
        let started = Flight(
            id: lastID, placement: placement, cursor: cursor, seenCount: seenCount, storedCount: stored.count)
        flight = started
        return started
    }

    private mutating func fetched(_ page: Page, _ flight: Flight) -> [Action] {
        guard page.posts.isEmpty else {
            // A cursor that the server repeats leads nowhere: it is the end.
            let isEnding = page.next == flight.cursor
            return [.store(isEnding ? page.ending : page, flight.placement)]
        }
        if let next = page.next, next != flight.cursor, flight.emptyPages < Self.maximumEmptyPages {
            var further = flight
            further.cursor = next
            further.emptyPages += 1
            further.issues += page.issues
            self.flight = further
            return [.fetch(further)]
        }
        let issues = flight.issues + page.issues
        if !issues.isEmpty {
            // There were posts, and not one could be read: that says nothing about the feed, its end included.
            self.flight = nil
            return [.finish(Outcome(issues: issues))]
        }
        if flight.placement == .head, flight.storedCount > 0 {
            // An empty answer is believed only where nothing contradicts it.
            self.flight = nil
            return [.finish(Outcome(issues: [.suspiciousEmpty]))]
        }
        return [.store(page.ending, flight.placement)]
    }
}

extension Page {
    /// This page as the last one of its feed.
    fileprivate var ending: Page {
        var page = self
        page.next = nil
        return page
    }
}
