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
        var head: FeedHead?
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
        /// Whether a person asked for it.
        var isManual = false
        /// The stored first page, which the answer may say is unchanged.
        var head: FeedHead?

        /// What the server may compare with: only the very first page, and only where it is stored whole.
        var revision: PageRevision? { emptyPages == 0 ? head?.revision : nil }
    }

    enum Event: Equatable {
        case asked(FeedRequest, Stored, now: Date)
        case fetched(flight: Int, Page)
        case committed(flight: Int, PageReceipt, Page)
        /// The stored first page as it is now, for a page that is unchanged.
        case compared(flight: Int, Page, FeedHead?)
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
        /// Read the stored first page, to see whether it is still the one that a page is unchanged from.
        case compare(Page)
        /// Publish the outcome and answer who waited.
        case finish(Outcome)
    }

    /// How a fetch ended.
    struct Outcome: Equatable {
        var origin = DataOrigin.database
        var receipt: PageReceipt?
        var error: DataError?
        var issues: [DecodeIssue] = []
        /// Whether the stored first page was found unchanged.
        var isConfirmation = false
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
        case .compared(let id, let page, let head):
            guard let flight, flight.id == id else { return [] }
            return compared(page, flight, head)
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
        case .load(.networkOnly), .load(.networkElseStored):
            return fetchHead(stored)
        case .refresh:
            return fetchHead(stored, isManual: true)
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

    private mutating func fetchHead(_ stored: Stored, isManual: Bool = false) -> [Action] {
        guard let current = flight else {
            return [.fetch(start(.head, cursor: nil, seenCount: 0, stored, isManual: isManual))]
        }
        if current.placement == .head { return [.join(flight: current.id)] }
        // Paging that is under way would land behind an order that is about to change.
        let head = start(.head, cursor: nil, seenCount: 0, stored, isManual: isManual)
        return [.replace(flight: current.id, by: head)]
    }

    private mutating func fetchPage(after cursor: PageCursor, _ stored: Stored) -> [Action] {
        // How many came before is known at the end of the feed only, and it is no more than numbering.
        let seenCount = cursor == stored.cursor ? stored.count : 0
        return [.fetch(start(.after(cursor), cursor: cursor, seenCount: seenCount, stored))]
    }

    private mutating func start(
        _ placement: PagePlacement, cursor: PageCursor?, seenCount: Int, _ stored: Stored, isManual: Bool = false
    ) -> Flight {
        lastID += 1
        var started = Flight(
            id: lastID, placement: placement, cursor: cursor, seenCount: seenCount, storedCount: stored.count)
        started.isManual = isManual
        if placement == .head { started.head = stored.head }
        flight = started
        return started
    }

    /// What an unchanged page means, now that it is known what is stored.
    private mutating func compared(_ page: Page, _ flight: Flight, _ head: FeedHead?) -> [Action] {
        guard let known = flight.head, known == head else {
            // Somebody else put another page there meanwhile, or took posts away: the whole page, please.
            var whole = flight
            whole.head = nil
            self.flight = whole
            return [.fetch(whole)]
        }
        self.flight = nil
        let origin = DataOrigin.network(source: page.source, completeness: page.completeness)
        let receipt = PageReceipt(ids: known.ids, insertedCount: 0, next: known.next)
        return [.finish(Outcome(origin: origin, receipt: receipt, isConfirmation: true))]
    }

    private mutating func malformed() -> [Action] {
        flight = nil
        return [.finish(Outcome(error: DataError(NetworkError(.malformed))))]
    }

    private mutating func fetched(_ page: Page, _ flight: Flight) -> [Action] {
        if page.isUnchanged {
            // Unchanged from what? Nobody said what is stored.
            guard flight.revision != nil else { return malformed() }
            return [.compare(page)]
        }
        guard page.posts.isEmpty else {
            var page = page
            // Recognised, a page with issues would hide them, and one that came behind an empty one is not the first.
            let isRecognisable = flight.placement == .head && flight.emptyPages == 0 && page.issues.isEmpty
            if !isRecognisable { page.revision = nil }
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
