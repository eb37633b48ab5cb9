import Foundation

/// The state machine of one feed's requests, pure: it decides how to answer a caller and how a request in flight
/// continues.
///
/// It decides when to fetch, which request another one joins or replaces, what an answer means, and where a page goes.
/// ``DefaultPostProvider`` does what it says.
struct FeedStateMachine: Equatable {
    /// The facts about the stored feed that decisions need.
    struct Stored: Equatable {
        var count: Int
        var cursor: PageCursor?
        var isEnd: Bool
        var refreshedAt: Date?
        var head: FeedHead?
        /// The last gap of the feed.
        var lastGap: PageCursor?
        /// The number of the store's last commit.
        var version: UInt64 = 0
    }

    /// One request of a feed, and what follows from it.
    ///
    /// It is a value; the callers that wait for it and its task are in ``FeedRuntime``, and ``SingleFlight`` has no
    /// part in it.
    struct Flight: Equatable {
        let id: Int
        let placement: PagePlacement
        /// The cursor of the current request; it moves on when an empty page leads to another one.
        var cursor: PageCursor?
        var seenCount: Int
        var storedCount: Int
        /// The number of the store's last commit when it began: what is confirmed later than that is newer than its
        /// answer.
        var asOf: UInt64 = 0
        var emptyPages = 0
        /// The issues of the pages before.
        var issues: [DecodeIssue] = []
        /// Whether a person asked for it.
        var isManual = false
        /// Whether a person asked for it when it was under way already.
        var isWantedManually = false
        /// Whether its page was received, so that only the commit remains.
        var isAnswered = false
        /// Whether a caller waits for further posts at the end of the feed.
        var isPaging = false
        /// Whether it fetches the page at the feed's own cursor.
        var isAtOwnCursor = false
        /// The outcome of its first attempt, when it is sent once more as a person's request.
        var landed: Outcome?
        /// The stored first page, which the answer may say is unchanged.
        var head: FeedHead?

        /// The revision that the server compares with; only for the very first page, where it is stored whole.
        var revision: PageRevision? { emptyPages == 0 ? head?.revision : nil }
    }

    /// The decision on a caller's request.
    struct Decision: Equatable {
        /// The way in which the caller gets an answer.
        enum Answer: Equatable {
            /// From what is stored; the reason where the network might have been asked.
            case stored(FetchSkip?)
            /// From a new request.
            case fetch(Flight)
            /// From a new request for the first page, while a page behind it is being fetched: that request ends, and
            /// the callers that wait for it wait for the new one.
            case replace(flight: Int, by: Flight)
            /// From the request that is under way, for the same page or for one that serves the caller as well.
            case join(flight: Int)
            /// By asking again when the request that is under way has ended: for the page behind a given cursor, while
            /// another page is being fetched.
            case askAgain(after: Int)
        }

        /// Whether what is stored is to be published first.
        var showsStored = false
        var answer: Answer

        init(_ answer: Answer, showsStored: Bool = false) {
            self.answer = answer
            self.showsStored = showsStored
        }
    }

    /// Something that happened to a request under way.
    enum Event: Equatable {
        case fetched(flight: Int, Page)
        case committed(flight: Int, PageReceipt, Page)
        /// The stored first page as it is now, for a page that is unchanged.
        case compared(flight: Int, Page, FeedHead?)
        case failed(flight: Int, DataError)
        case cancelled(flight: Int)
    }

    /// The next step of a request under way.
    enum Step: Equatable {
        case fetch(Flight)
        /// Commit a page.
        case store(Page, PagePlacement)
        /// Read the stored first page, to see whether it is still the one that a page is unchanged from.
        case compare(Page)
        /// Publish the outcome and answer the callers that wait.
        case finish(Outcome)
    }

    /// The outcome of a fetch.
    struct Outcome: Equatable {
        var origin = DataOrigin.database
        var receipt: PageReceipt?
        var error: DataError?
        var issues: [DecodeIssue] = []
        /// Whether the stored first page was found unchanged.
        var isUnchanged = false
        /// The reason for which the network was not asked; `nil` where it was.
        var skip: FetchSkip?
    }

    /// A run of further pages without a post that the feed did not have.
    struct Repetition: Equatable {
        /// The posts of these pages.
        var seen: Set<Post.ID> = []
        /// The number of consecutive pages with the same posts; the first of them counts too.
        var count = 0
        /// The feed's own cursor behind the last of them.
        var cursor: PageCursor?
    }

    var flight: Flight?
    var repetition = Repetition()
    /// The cursor behind the page that was fetched last, for a feed that has no cursor of its own.
    var walk: PageCursor?
    /// The age in seconds from which a feed is stale.
    var refreshAge: TimeInterval
    private var lastID = 0

    /// The number of consecutive empty pages after which the feed counts as ended.
    static let maximumEmptyPages = 3
    /// The number of consecutive pages with the same posts after which the feed counts as ended.
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

    /// Decides what to do for a caller.
    mutating func ask(_ request: FeedRequest, _ stored: Stored, now: Date) -> Decision {
        switch request {
        case .load(.storedOnly):
            return Decision(.stored(nil))
        case .load(.storedThenNetwork):
            if let flight { return Decision(.join(flight: flight.id), showsStored: true) }
            guard stored.count == 0 || isStale(stored.refreshedAt, now: now) else {
                let staleAt = stored.refreshedAt.map { $0 + max(0, refreshAge) }
                return Decision(.stored(FetchSkip(reason: .fresh, until: staleAt)))
            }
            return Decision(fetchHead(stored), showsStored: true)
        case .load(.networkOnly), .load(.networkElseStored):
            return Decision(fetchHead(stored))
        case .refresh:
            return Decision(fetchHead(stored, isManual: true))
        case .loadMore:
            if let flight { return Decision(.join(flight: flight.id)) }
            if stored.isEnd || isExhausted(at: stored.cursor) { return Decision(.stored(nil)) }
            // Where the feed's last posts were evicted, paging continues only from a gap or from the page just fetched.
            let place = stored.cursor ?? (stored.count == 0 ? nil : stored.lastGap ?? walk)
            guard let place else { return Decision(fetchHead(stored, isPaging: true)) }
            return Decision(fetchPage(after: place, stored, isPaging: true))
        case .page(let cursor):
            guard let flight else { return Decision(fetchPage(after: cursor, stored)) }
            return Decision(
                flight.placement == .after(cursor) ? .join(flight: flight.id) : .askAgain(after: flight.id))
        }
    }

    /// Says how a request goes on after an event; `nil` when it is over without a result, or void.
    mutating func handle(_ event: Event) -> Step? {
        switch event {
        case .fetched(let id, let page):
            guard let flight, flight.id == id else { return nil }
            return fetched(page, flight)
        case .committed(let id, let receipt, let page):
            guard let flight, flight.id == id else { return nil }
            return committed(receipt, page, flight)
        case .compared(let id, let page, let head):
            guard let flight, flight.id == id else { return nil }
            return compared(page, flight, head)
        case .failed(let id, let error):
            guard let flight, flight.id == id else { return nil }
            return failed(error, flight)
        case .cancelled(let id):
            if flight?.id == id { flight = nil }
            return nil
        }
    }

    private mutating func fetchHead(
        _ stored: Stored, isManual: Bool = false, isPaging: Bool = false
    ) -> Decision.Answer {
        if let current = flight, current.placement == .head {
            if isManual {
                // Joined for now; whether the answer is enough for a manual refresh is decided when it has arrived.
                flight?.isWantedManually = true
                flight?.isPaging = false
            }
            return .join(flight: current.id)
        }
        let old = flight
        var head = started(.head, cursor: nil, seenCount: 0, stored)
        head.isManual = isManual
        head.isPaging = isPaging
        head.head = stored.head
        flight = head
        // Paging that is under way would land behind an order that is about to change.
        return old.map { .replace(flight: $0.id, by: head) } ?? .fetch(head)
    }

    private mutating func fetchPage(
        after cursor: PageCursor, _ stored: Stored, isPaging: Bool = false
    ) -> Decision.Answer {
        // How many came before is known at the end of the feed only, and it is no more than numbering.
        let seenCount = cursor == stored.cursor ? stored.count : 0
        var page = started(.after(cursor), cursor: cursor, seenCount: seenCount, stored)
        page.isPaging = isPaging
        page.isAtOwnCursor = cursor == stored.cursor
        flight = page
        return .fetch(page)
    }

    private mutating func started(
        _ placement: PagePlacement, cursor: PageCursor?, seenCount: Int, _ stored: Stored
    ) -> Flight {
        lastID += 1
        return Flight(
            id: lastID, placement: placement, cursor: cursor, seenCount: seenCount, storedCount: stored.count,
            asOf: stored.version)
    }
}

// MARK: - Interpretation of answers

extension FeedStateMachine {
    private mutating func fetched(_ page: Page, _ flight: Flight) -> Step {
        if page.isUnchanged {
            // The request named no revision, so the page cannot be unchanged from one.
            guard flight.revision != nil else { return malformed(flight) }
            self.flight?.isAnswered = true
            return .compare(page)
        }
        guard page.posts.isEmpty else {
            var page = page
            // Recognised, a page with issues would hide them, and one that came behind an empty one is not the first.
            let isRecognisable = flight.placement == .head && flight.emptyPages == 0 && page.issues.isEmpty
            if !isRecognisable { page.revision = nil }
            // A cursor that the server repeats is the end of the feed.
            let isEnding = page.next == flight.cursor
            return store(isEnding ? page.ending : page, flight)
        }
        if let next = page.next, next != flight.cursor, flight.emptyPages < Self.maximumEmptyPages {
            var further = flight
            further.cursor = next
            further.emptyPages += 1
            further.isAnswered = false
            further.issues += page.issues
            self.flight = further
            return .fetch(further)
        }
        let issues = flight.issues + page.issues
        if !issues.isEmpty {
            // There were posts, and not one could be read: that says nothing about the feed, its end included.
            return conclude(Outcome(issues: issues), flight, couldBeBetter: page.skipsSuspendedBackends)
        }
        if flight.placement == .head, flight.storedCount > 0 {
            // An empty answer is believed only where nothing contradicts it.
            return conclude(Outcome(issues: [.suspiciousEmpty]), flight, couldBeBetter: page.skipsSuspendedBackends)
        }
        return store(page.ending, flight)
    }

    private mutating func store(_ page: Page, _ flight: Flight) -> Step {
        self.flight?.isAnswered = true
        return .store(page, flight.placement)
    }

    private mutating func committed(_ receipt: PageReceipt, _ page: Page, _ flight: Flight) -> Step {
        note(receipt, of: flight)
        let outcome = Outcome(origin: page.origin, receipt: receipt, issues: flight.issues + page.issues)
        return conclude(outcome, flight, couldBeBetter: page.skipsSuspendedBackends)
    }

    /// Interprets an unchanged page, once the stored first page was read.
    private mutating func compared(_ page: Page, _ flight: Flight, _ head: FeedHead?) -> Step {
        guard let known = flight.head, known == head else {
            // The stored first page was replaced or lost posts meanwhile: fetch the page as a whole.
            var whole = flight
            whole.head = nil
            whole.isAnswered = false
            self.flight = whole
            return .fetch(whole)
        }
        let receipt = PageReceipt(ids: known.ids, insertedCount: 0, next: known.next)
        note(receipt, of: flight)
        let outcome = Outcome(origin: page.origin, receipt: receipt, isUnchanged: true)
        return conclude(outcome, flight, couldBeBetter: page.skipsSuspendedBackends)
    }

    private mutating func failed(_ error: DataError, _ flight: Flight) -> Step {
        // The cursor does not belong to the stored feed any more.
        if error.code == .superseded { walk = nil }
        // A failure to fetch may come from a suspension; one to commit has nothing to do with backends.
        return conclude(Outcome(error: error), flight, couldBeBetter: !flight.isAnswered)
    }

    private mutating func malformed(_ flight: Flight) -> Step {
        conclude(Outcome(error: DataError(NetworkError(.malformed))), flight, couldBeBetter: true)
    }

    /// Ends a request, or sends it once more as a person's, where that is wanted and could end better: such a request
    /// asks suspended backends too.
    ///
    /// Only then, so that joining a request costs the server nothing where no backend is closed.
    private mutating func conclude(_ outcome: Outcome, _ flight: Flight, couldBeBetter: Bool) -> Step {
        guard couldBeBetter, flight.isWantedManually, !flight.isManual else {
            self.flight = nil
            return .finish(outcome.following(flight.landed))
        }
        var again = flight
        again.isManual = true
        again.isAnswered = false
        again.cursor = nil
        again.emptyPages = 0
        again.issues = []
        // What is stored may be another page by now.
        again.head = nil
        again.storedCount = max(flight.storedCount, outcome.receipt?.ids.count ?? 0)
        again.landed = outcome
        self.flight = again
        return .fetch(again)
    }

    /// Records the cursor behind a committed page, and whether the page had new posts.
    ///
    /// Pages that shift between two requests can be full of known posts, each of others. A server that has no more, and
    /// does not say so, gives the same ones again.
    private mutating func note(_ receipt: PageReceipt, of flight: Flight) {
        if flight.placement == .head || flight.placement == walk.map(PagePlacement.after) { walk = receipt.next }
        guard flight.isPaging else {
            if flight.placement == .head { repetition = Repetition() }
            return
        }
        guard receipt.insertedCount == 0 else {
            repetition = Repetition()
            return
        }
        let isSame = !repetition.seen.isEmpty && repetition.seen.isSuperset(of: receipt.ids)
        repetition.count = isSame ? repetition.count + 1 : 1
        repetition.seen.formUnion(receipt.ids)
        repetition.cursor = flight.isAtOwnCursor ? receipt.next : nil
    }
}

extension FeedStateMachine.Outcome {
    /// This outcome joined with that of the request's first attempt.
    fileprivate func following(_ earlier: Self?) -> Self {
        guard let earlier, let first = earlier.receipt else { return self }
        var both = self
        if let receipt {
            both.receipt?.insertedCount = receipt.insertedCount + first.insertedCount
        } else {
            both.origin = earlier.origin
            both.receipt = first
            both.issues = earlier.issues + issues
            both.isUnchanged = earlier.isUnchanged
        }
        return both
    }
}

extension Page {
    /// This page as the last one of its feed.
    fileprivate var ending: Page {
        var page = self
        page.next = nil
        return page
    }

    fileprivate var origin: DataOrigin { .network(source: source, completeness: completeness) }
}
