import Foundation

/// The standard ``AnswerProvider``: it reads answers from the database, and stores fetched ones before it shows them.
///
/// A refresh reads the newest pages until they meet what is stored, and then what is not read. Where that is the whole
/// list of what is not read, everything else was read, on whatever device: so says the server, and it is believed as
/// any answer to a read is. Where the newest pages do not meet what is stored, the next ones go on behind them.
package final class DefaultAnswerProvider: AnswerProvider {
    package let sites: [Site]

    private let online: SiteProviders<any OnlineAnswerProvider>?
    private let offline: any OfflineAnswerProvider
    private let writing: (any WritingProvider)?
    private let time: any TimeProvider
    private let boot: BootID
    /// The calls that are under way.
    let flights: SingleFlight<FlightKey, AnswerUpdate>
    private let turns = KeyedSerialQueue<AccountKey>()

    /// What is asked for, so that it is asked for once.
    struct FlightKey: Hashable, Sendable {
        let account: AccountKey
        let isMore: Bool
    }

    /// The number of answers that are asked for at once.
    private static let pageSize = 50
    /// The number of pages that one call asks for at most, of the newest and of what is not read each.
    private static let mostPages = 4

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - backends: The backends, of which those with answers count.
    ///   - isOffline: Whether the network is never touched; then a refresh fails with the code `offline`.
    ///   - offline: The store of answers.
    ///   - writing: The outbox, by which answers are marked; `nil` where nothing can be written.
    ///   - time: The clock.
    ///   - boot: The id of the boot.
    package init(
        backends: Backends, isOffline: Bool = false, offline: any OfflineAnswerProvider,
        writing: (any WritingProvider)?, time: any TimeProvider, boot: BootID
    ) {
        sites = backends.all.filter { $0.answers != nil }.map(\.site)
        online = isOffline ? nil : SiteProviders { backends[$0]?.answers }
        self.offline = offline
        self.writing = writing
        self.time = time
        self.boot = boot
        flights = SingleFlight(time: time)
    }

    // MARK: Reading

    package func stored(for account: AccountKey, isUnreadOnly: Bool, limit: Int?) async throws -> AnswerUpdate {
        try Task.checkCancellation()
        return try await update(account, isUnreadOnly: isUnreadOnly, limit: limit)
    }

    package func refresh(for account: AccountKey, priority: RequestPriority) async throws -> AnswerUpdate {
        try await flight(FlightKey(account: account, isMore: false), priority) { [self] in
            try await refreshNow(Call(account, priority))
        }
    }

    package func loadMore(for account: AccountKey) async throws -> AnswerUpdate {
        try await flight(FlightKey(account: account, isMore: true), .userInitiated) { [self] in
            try await loadMoreNow(Call(account, .userInitiated))
        }
    }

    package func changes() -> AsyncStream<Void> { offline.changes() }

    private func flight(
        _ key: FlightKey, _ priority: RequestPriority, _ work: @escaping @Sendable () async throws -> AnswerUpdate
    ) async throws -> AnswerUpdate {
        try await translated {
            try await flights.value(for: key, priority: priority) { [turns] _ in
                try await turns.run(key.account, work)
            }
        }
    }

    // MARK: Fetching

    /// What one call has brought so far.
    private struct Call: Sendable {
        let account: AccountKey
        let priority: RequestPriority
        /// The answers that were stored for the first time.
        var new: Set<Answer.ID> = []
        /// Those of them that are not read.
        var newUnread: Set<Answer.ID> = []
        var issues: [DecodeIssue] = []
        var source: String?
        var error: DataError?

        init(_ account: AccountKey, _ priority: RequestPriority) {
            (self.account, self.priority) = (account, priority)
        }
    }

    /// A page, with the moment from which it counts.
    private struct Fetched: Sendable {
        let page: AnswerPage
        let asOf: UInt64?
        let begun: OutboxTime
    }

    private func refreshNow(_ call: Call) async throws -> AnswerUpdate {
        var call = call
        try await collecting(&call) { call in
            try await refreshHead(&call)
            try await refreshUnread(&call)
        }
        return try await update(call)
    }

    /// Fetches the newest pages until they meet what was stored before.
    private func refreshHead(_ call: inout Call) async throws {
        let stored = try await known(of: call.account)
        var cursor: PageCursor?
        for number in 1...Self.mostPages {
            let fetched = try await fetch(call, cursor: cursor)
            let page = fetched.page
            // Of an inbox that was never read one page is enough to begin with.
            let isFirst = stored.refreshed == nil
            let isMeeting = !isFirst && !page.ends.isEmpty && page.ends.allSatisfy(stored.ids.contains)
            let isLast = isMeeting || isFirst || page.next == nil || number == Self.mostPages
            // Until it meets, what follows is behind this page; the stored place is kept where it does.
            try await commit(fetched, .head(isMeeting ? nil : AnswerTail(page.next)), &call)
            if isLast { return }
            cursor = page.next
        }
    }

    /// Fetches what is not read.
    private func refreshUnread(_ call: inout Call) async throws {
        var cursor: PageCursor?
        var whole: Fetched?
        for number in 1...Self.mostPages {
            let fetched = try await fetch(call, cursor: cursor, isUnreadOnly: true)
            let answers = (whole?.page.answers ?? []) + fetched.page.answers
            let isEnd = fetched.page.next == nil
            // The first request is the moment from which the whole list counts.
            var page = fetched.page
            page.answers = answers
            whole = Fetched(page: page, asOf: whole?.asOf ?? fetched.asOf, begun: whole?.begun ?? fetched.begun)
            if isEnd || number == Self.mostPages {
                // Of what could not be read it is not known what it is.
                let isWhole = isEnd && call.issues.isEmpty && page.issues.isEmpty
                if let whole { try await commit(whole, .unread(isWhole: isWhole), &call) }
                return
            }
            call.issues += page.issues
            cursor = page.next
        }
    }

    private func loadMoreNow(_ call: Call) async throws -> AnswerUpdate {
        var call = call
        let stored = try await known(of: call.account)
        guard stored.refreshed != nil else { return try await refreshNow(call) }
        guard let next = stored.next else { return try await update(call) }
        try await collecting(&call) { call in
            var cursor = next
            for _ in 1...Self.mostPages {
                let fetched = try await fetch(call, cursor: cursor)
                try await commit(fetched, .tail(AnswerTail(fetched.page.next)), &call)
                // A list that is counted by pages sends some again when new ones came.
                guard call.new.isEmpty, let following = fetched.page.next, following != cursor else { return }
                cursor = following
            }
        }
        return try await update(call)
    }

    /// Does the work of a call; an error of the backend is kept beside what came.
    private func collecting(
        _ call: inout Call, _ work: (inout Call) async throws -> Void
    ) async throws {
        do {
            try await work(&call)
        } catch let error as CancellationError {
            throw error
        } catch let failure as FetchFailure {
            // What fails because nobody waits any more is no failure.
            try Task.checkCancellation()
            call.error = failure.error
        }
    }

    /// An error of a backend, unlike one of the database.
    private struct FetchFailure: Error {
        let error: DataError
    }

    private func fetch(
        _ call: Call, cursor: PageCursor?, isUnreadOnly: Bool = false
    ) async throws -> Fetched {
        let request = AnswerPageRequest(
            call.account, cursor: cursor, isUnreadOnly: isUnreadOnly, limit: Self.pageSize, priority: call.priority)
        let (asOf, begun) = (await offline.lastCommit(), time.moment(in: boot))
        do {
            guard let online else { throw DataError(.offline, isRetryable: true) }
            let backend = try online.provider(of: call.account.site)
            let page = try await normalizingCancellation { try await backend.fetchAnswers(request) }
            // Somebody else's list says nothing of this account's, not even what it lacks.
            guard page.answers.allSatisfy({ $0.id.account == call.account }) else { throw DataError(.unauthorized) }
            return Fetched(page: page, asOf: asOf, begun: begun)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw FetchFailure(error: DataError(error))
        }
    }

    private func commit(_ fetched: Fetched, _ place: AnswerCommit.Place, _ call: inout Call) async throws {
        // A request that was cancelled leaves no writes.
        try Task.checkCancellation()
        let commit = AnswerCommit(
            call.account, fetched.page.answers, place, asOf: fetched.asOf, begun: fetched.begun, date: time.now)
        let new = try await offline.commit(commit)
        call.new.formUnion(new)
        call.newUnread.formUnion(fetched.page.answers.filter { !$0.isRead && new.contains($0.id) }.map(\.id))
        call.issues += fetched.page.issues
        call.source = fetched.page.source
    }

    private struct Known {
        let ids: Set<Answer.ID>
        let next: PageCursor?
        let refreshed: Date?
    }

    private func known(of account: AccountKey) async throws -> Known {
        let stored = try await offline.answers(of: account, isUnreadOnly: false, limit: nil)
        return Known(ids: Set(stored.answers.map(\.id)), next: stored.next, refreshed: stored.refreshed)
    }

    private func update(_ call: Call) async throws -> AnswerUpdate {
        var update = try await update(call.account)
        update.newCount = call.newUnread.count
        update.issues = call.issues
        update.error = call.error
        if let source = call.source { update.origin = .network(source: source, completeness: .full) }
        return update
    }

    private func update(
        _ account: AccountKey, isUnreadOnly: Bool = false, limit: Int? = nil
    ) async throws -> AnswerUpdate {
        let stored = try await translated {
            try await offline.answers(of: account, isUnreadOnly: isUnreadOnly, limit: limit)
        }
        var update = AnswerUpdate(
            account: account, answers: stored.answers, unreadCount: stored.unreadCount, hasMore: stored.next != nil,
            refreshed: stored.refreshed)
        update.count = stored.count
        return update
    }

    // MARK: Marking

    @discardableResult
    package func mark(_ isRead: Bool, _ ids: [Answer.ID]) async throws -> [OutboxItem.ID] {
        var stored: [Answer.ID: Answer] = [:]
        for account in Set(ids.map(\.account)) {
            for answer in try await update(account).answers { stored[answer.id] = answer }
        }
        let answers = ids.compactMap { stored[$0] }
        guard answers.count == ids.count else {
            throw DataError(.notFound, message: "No stored answer has this id. Refresh, and look at the list again.")
        }
        return try await mark(isRead, answers)
    }

    @discardableResult
    package func markAllRead(for account: AccountKey) async throws -> [OutboxItem.ID] {
        try await mark(true, try await update(account, isUnreadOnly: true).answers)
    }

    private func mark(_ isRead: Bool, _ answers: [Answer]) async throws -> [OutboxItem.ID] {
        guard let writing else {
            throw DataError(
                .invalidInput, message: "Nothing here can write. Use a backend that people can sign in to.")
        }
        var items: [OutboxItem.ID] = []
        let parts = Dictionary(grouping: answers, by: \.id.account)
        for (account, answers) in parts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            var seen: Set<StatusTarget> = []
            let targets = answers.flatMap { answer in
                answer.notices.filter { $0.isRead != isRead }.map { answer.target(of: $0) }
            }.filter { seen.insert($0).inserted }
            // All of an account or none: a disk that is full must not mark some of them.
            guard !targets.isEmpty else { continue }
            items += try await writing.queue(targets.map { WriteIntent.read(isRead, $0) }, as: account)
        }
        return items
    }
}

extension BackgroundJob {
    /// Returns the job that refreshes the answers to the accounts in use; what it stores counts as new.
    ///
    /// - Parameters:
    ///   - answers: The provider of answers.
    ///   - viewers: Who looks at each site.
    /// - Returns: The job, named `answers`.
    package static func answers(_ answers: any AnswerProvider, viewers: CurrentViewers) -> BackgroundJob {
        BackgroundJob(counting: "answers") { _ in
            var count = 0
            var failure: DataError?
            for site in answers.sites {
                guard let account = viewers.owner(on: site).account else { continue }
                let update = try await answers.refresh(for: account, priority: .background)
                count += update.newCount
                failure = failure ?? update.error
            }
            // What came of one site counts, whatever became of another.
            if let failure, count == 0 { throw failure }
            return count
        }
    }
}
