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
        /// Where posts are missing, the last of several such places.
        var lastGap: PageCursor?
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
        /// Whether a person asked for it when it was under way already.
        var isWantedManually = false
        /// Whether its page has come, so that the rest is between it and the database.
        var isAnswered = false
        /// Whether somebody wants to go on reading at the end of the feed.
        var isPaging = false
        /// Whether it asks for what the feed's own cursor leads to.
        var isAtOwnCursor = false
        /// What it came to before it was sent once more, as a person's.
        var landed: Outcome?
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
        /// Answer who asked with what is stored, and say why the network was not asked where it might have been.
        case answer(FetchSkip?)
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
        /// Why the network was not asked.
        var skip: FetchSkip?
    }

    /// Further pages in a row that brought no post that the feed did not have.
    struct Repetition: Equatable {
        /// The posts that they had.
        var seen: Set<Post.ID> = []
        /// How many of them, one after the other, brought nothing but what those before had.
        var count = 0
        /// The feed's own cursor behind the last of them.
        var cursor: PageCursor?
    }

    var flight: Flight?
    var repetition = Repetition()
    /// Where the server goes on behind what was fetched last, for a feed that does not know how it goes on itself.
    var walk: PageCursor?
    /// How old a feed may be before it is stale, in seconds.
    var refreshAge: TimeInterval
    private var lastID = 0

    /// How many empty pages in a row are followed by their cursors before that counts as the end.
    static let maximumEmptyPages = 3
    /// How often in a row a server may give the same again before that counts as the end.
    static let maximumRepetitions = 3

    init(refreshAge: TimeInterval) {
        self.refreshAge = refreshAge
    }

    func isStale(_ refreshedAt: Date?, now: Date) -> Bool {
        guard let refreshedAt else { return true }
        // A date in the future is a clock that was set back: better fetched once too often.
        return !(0...max(0, refreshAge)).contains(now.timeIntervalSince(refreshedAt))
    }

    /// Whether the server gives the same posts again and again where the feed's own cursor leads.
    func isExhausted(at cursor: PageCursor?) -> Bool {
        repetition.count >= Self.maximumRepetitions && repetition.cursor == cursor
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .asked(let request, let stored, let now):
            return asked(request, stored, now: now)
        case .fetched(let id, let page):
            guard let flight, flight.id == id else { return [] }
            return fetched(page, flight)
        case .committed(let id, let receipt, let page):
            guard let flight, flight.id == id else { return [] }
            return committed(receipt, page, flight)
        case .compared(let id, let page, let head):
            guard let flight, flight.id == id else { return [] }
            return compared(page, flight, head)
        case .failed(let id, let error):
            guard let flight, flight.id == id else { return [] }
            return failed(error, flight)
        case .cancelled(let id):
            if flight?.id == id { flight = nil }
            return []
        }
    }

    private mutating func asked(_ request: FeedRequest, _ stored: Stored, now: Date) -> [Action] {
        switch request {
        case .load(.storedOnly):
            return [.answer(nil)]
        case .load(.storedThenNetwork):
            if let flight { return [.showStored, .join(flight: flight.id)] }
            guard stored.count == 0 || isStale(stored.refreshedAt, now: now) else {
                let staleAt = stored.refreshedAt.map { $0 + max(0, refreshAge) }
                return [.answer(FetchSkip(reason: .fresh, until: staleAt))]
            }
            return [.showStored] + fetchHead(stored)
        case .load(.networkOnly), .load(.networkElseStored):
            return fetchHead(stored)
        case .refresh:
            return fetchHead(stored, isManual: true)
        case .loadMore:
            if let flight { return [.join(flight: flight.id)] }
            if stored.isEnd || isExhausted(at: stored.cursor) { return [.answer(nil)] }
            // Where the end of the feed was taken away, nothing but a gap or what was just fetched can be gone on from.
            let place = stored.cursor ?? (stored.count == 0 ? nil : stored.lastGap ?? walk)
            return place.map { fetchPage(after: $0, stored, isPaging: true) } ?? fetchHead(stored, isPaging: true)
        case .page(let cursor):
            guard let flight else { return fetchPage(after: cursor, stored) }
            if flight.placement == .after(cursor) { return [.join(flight: flight.id)] }
            return [.askAgain(after: flight.id)]
        }
    }

    private mutating func fetchHead(_ stored: Stored, isManual: Bool = false, isPaging: Bool = false) -> [Action] {
        if let current = flight, current.placement == .head {
            if isManual {
                // Nothing more is asked for now; whether it does for a person is seen when it has come.
                flight?.isWantedManually = true
                flight?.isPaging = false
            }
            return [.join(flight: current.id)]
        }
        let old = flight
        var head = started(.head, cursor: nil, seenCount: 0, stored)
        head.isManual = isManual
        head.isPaging = isPaging
        head.head = stored.head
        flight = head
        // Paging that is under way would land behind an order that is about to change.
        return [old.map { .replace(flight: $0.id, by: head) } ?? .fetch(head)]
    }

    private mutating func fetchPage(after cursor: PageCursor, _ stored: Stored, isPaging: Bool = false) -> [Action] {
        // How many came before is known at the end of the feed only, and it is no more than numbering.
        let seenCount = cursor == stored.cursor ? stored.count : 0
        var page = started(.after(cursor), cursor: cursor, seenCount: seenCount, stored)
        page.isPaging = isPaging
        page.isAtOwnCursor = cursor == stored.cursor
        flight = page
        return [.fetch(page)]
    }

    private mutating func started(
        _ placement: PagePlacement, cursor: PageCursor?, seenCount: Int, _ stored: Stored
    ) -> Flight {
        lastID += 1
        return Flight(
            id: lastID, placement: placement, cursor: cursor, seenCount: seenCount, storedCount: stored.count)
    }
}
