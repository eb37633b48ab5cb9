public import Core
public import Foundation

/// A view model of the answers to an account: replies to what it wrote, and mentions of it.
///
/// It starts nothing by itself: call ``load()``. What is stored shows at once, and what the server says takes its
/// place; a failure becomes ``State/banner`` and takes nothing away. It follows the account in use at its site, and shows
/// nobody else's answers. A method's result is in ``state`` when it returns.
///
/// ```swift
/// let inbox = InboxViewModel(site: .reddit)
/// await inbox.load()
/// if let place = await inbox.open(id) { show(CommentThreadViewModel(id: place.post), at: place.comment) }
/// ```
@MainActor
public final class InboxViewModel {
    /// What the screen is doing.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// The answers are being fetched, with nothing to show meanwhile.
        case loading
        /// The answers are being fetched, while what is stored is shown.
        case reloading
        /// What there is is shown.
        case idle
        /// Nobody is signed in at the site.
        case signedOut

        /// Whether something is under way.
        public var isBusy: Bool { self == .loading || self == .reloading }
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// What the screen is doing.
        public internal(set) var phase = Phase.initial
        /// The account whose answers are shown; `nil` until it is known.
        public internal(set) var account: AccountKey?
        /// The answers, the newest first.
        public internal(set) var items: [Answer] = []
        /// The number of stored answers that are not read, for a badge.
        public internal(set) var unreadCount = 0
        /// Whether only what is not read is shown.
        public internal(set) var isUnreadOnly = false
        /// Whether the server has more behind what is stored.
        public internal(set) var canLoadMore = false
        /// Whether more is being fetched.
        public internal(set) var isLoadingMore = false
        /// The date at which the newest were last fetched; `nil` for never.
        public internal(set) var refreshed: Date?
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview; an empty one by default.
        ///
        /// - Parameters:
        ///   - phase: What the screen is doing.
        ///   - update: The answers.
        ///   - banner: The error to show.
        public init(phase: Phase = .initial, update: AnswerUpdate? = nil, banner: Banner? = nil) {
            self.phase = phase
            self.banner = banner
            if let update { show(update) }
        }

        mutating func show(_ update: AnswerUpdate) {
            account = update.account
            items = isUnreadOnly ? update.answers.filter { !$0.isRead } : update.answers
            unreadCount = update.unreadCount
            canLoadMore = update.hasMore
            refreshed = update.refreshed
        }
    }

    /// The place of an answer in its thread.
    public struct Place: Hashable, Sendable {
        /// The post of the thread.
        public let post: Post.ID
        /// The comment to scroll to.
        public let comment: Comment.ID
    }

    /// The site.
    public let site: Site
    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any AnswerProvider
    private let writing: (any WritingProvider)?
    private let viewers = Dependency.viewers
    private var tokens: [ObservationToken] = []
    /// Grows with each switch of accounts: what was asked for before is void.
    private var generation = 0
    /// The number of readings of the store, and that of the one that is shown: an earlier one comes too late.
    private var readCount = 0
    private var shownNumber = 0

    /// Creates a view model of the registered `AnswerProvider`; it starts nothing.
    ///
    /// - Parameter site: The site.
    public init(site: Site) {
        self.site = site
        provider = Dependency.resolve((any AnswerProvider).self)
        let isWriting = Dependency.current.isRegistered((any WritingProvider).self)
        writing = isWriting ? Dependency.resolve((any WritingProvider).self) : nil
    }

    // MARK: Loading

    /// Shows what is stored, then fetches what is new; from then on it follows the store and the account in use.
    public func load() async {
        follow()
        await refresh(generation)
    }

    /// Fetches what is new.
    public func reload() async { await load() }

    /// Fetches what follows what is stored; nothing happens where nothing does, and while more is being fetched.
    public func loadMore() async {
        guard let account = state.value.account, state.value.canLoadMore, !state.value.isLoadingMore else { return }
        let mine = generation
        state.update { $0.isLoadingMore = true }
        await perform(mine, cause: .content) { try await self.provider.loadMore(for: account) }
        if mine == generation { state.update { $0.isLoadingMore = false } }
    }

    /// Shows only what is not read, or everything.
    ///
    /// - Parameter isUnreadOnly: Whether only what is not read is shown.
    public func showUnreadOnly(_ isUnreadOnly: Bool) async {
        state.update { $0.isUnreadOnly = isUnreadOnly }
        await showStored(generation)
    }

    /// Dismisses the banner.
    public func dismissBanner() { state.update { $0.banner.dismiss() } }

    private func refresh(_ mine: Int) async {
        let isEmpty = state.value.items.isEmpty
        state.update { $0.phase = isEmpty ? .loading : .reloading }
        guard let account = await account(mine) else { return }
        // What is stored first: the server may take its time.
        await showStored(mine)
        if mine == generation, !state.value.items.isEmpty { state.update { $0.phase = .reloading } }
        await perform(mine, cause: .content) { try await self.provider.refresh(for: account) }
        if mine == generation { state.update { $0.phase = .idle } }
    }

    /// The account in use; `nil` where there is none, and where somebody else looks by now.
    private func account(_ mine: Int) async -> AccountKey? {
        var account = viewers.owner(on: site).account
        do {
            if account == nil { account = try await writing?.account(on: site) }
        } catch {
            guard mine == generation else { return nil }
            let error = DataError(error)
            let isCancelled = error.isCancellation || Task.isCancelled
            state.update { state in
                state.phase = error.needsLogin ? .signedOut : .idle
                if !isCancelled, !error.needsLogin { state.banner = Banner(error, cause: .content) }
            }
            return nil
        }
        guard mine == generation else { return nil }
        state.update { state in
            state.account = account
            if account == nil { state.phase = .signedOut }
        }
        return account
    }

    /// Shows what is stored now.
    private func showStored(_ mine: Int) async {
        guard let account = state.value.account else { return }
        readCount += 1
        let number = readCount
        do {
            let update = try await provider.stored(for: account)
            guard mine == generation, number > shownNumber else { return }
            shownNumber = number
            state.update { $0.show(update) }
        } catch {
            fail(error, mine, .content)
        }
    }

    private func perform(
        _ mine: Int, cause: Banner.Cause, _ work: () async throws -> AnswerUpdate
    ) async {
        do {
            let update = try await work()
            guard mine == generation else { return }
            state.update { state in
                state.show(update)
                if let error = update.error {
                    state.banner = Banner(error, cause: cause)
                } else {
                    state.banner.clear(cause)
                }
            }
            // A commit may have come since it was read.
            await showStored(mine)
        } catch {
            fail(error, mine, cause)
        }
    }

    private func fail(_ error: any Error, _ mine: Int, _ cause: Banner.Cause) {
        let isCancelled = error is CancellationError || Task.isCancelled
        guard mine == generation, !isCancelled else { return }
        state.update { $0.banner = Banner(DataError(error), cause: cause) }
    }

    // MARK: Following

    private func follow() {
        guard tokens.isEmpty else { return }
        let changes = provider.changes()
        let task = Task { [weak self] in
            for await _ in changes {
                guard let self else { return }
                await self.showStored(self.generation)
            }
        }
        tokens.append(ObservationToken { task.cancel() })
        if let token = viewers.observe({ [weak self] in self?.switchAccount() }) { tokens.append(token) }
    }

    /// Takes away what was shown for somebody else.
    private func switchAccount() {
        guard viewers.owner(on: site).account != state.value.account else { return }
        generation += 1
        let mine = generation
        let isUnreadOnly = state.value.isUnreadOnly
        state.update { state in
            state = State()
            state.isUnreadOnly = isUnreadOnly
        }
        Task { await refresh(mine) }
    }

    // MARK: Marks

    /// Marks an answer as read or as unread; it shows at once, and is sent when it can be.
    ///
    /// - Parameters:
    ///   - isRead: Whether it is read.
    ///   - id: The answer.
    public func mark(_ isRead: Bool, _ id: Answer.ID) async {
        await act { _ = try await self.provider.mark(isRead, [id]) }
    }

    /// Marks all answers that are stored as read; what comes later stays unread.
    public func markAllRead() async {
        guard let account = state.value.account else { return }
        await act { _ = try await self.provider.markAllRead(for: account) }
    }

    /// Marks an answer as read, and says where it stands.
    ///
    /// - Parameter id: The answer.
    /// - Returns: The place to open; `nil` for an answer that is not here, and where the server does not say which post
    ///   it belongs to.
    public func open(_ id: Answer.ID) async -> Place? {
        guard let answer = state.value.items.first(where: { $0.id == id }) else { return nil }
        if !answer.isRead { await mark(true, id) }
        return answer.post.map { Place(post: $0, comment: answer.comment) }
    }

    /// Answers an answer by way of the outbox, and marks it as read.
    ///
    /// - Parameters:
    ///   - id: The answer.
    ///   - text: The text.
    ///   - item: The id of the new item, made before, so that trying again makes no second reply; a new one by default.
    /// - Returns: The item of the outbox; `nil` where it could not be queued, and then the banner says why.
    @discardableResult
    public func reply(to id: Answer.ID, _ text: String, as item: OutboxItem.ID? = nil) async -> OutboxItem.ID? {
        guard let writing else { return nil }
        let post = state.value.items.first { $0.id == id }?.post
        var queued: OutboxItem.ID?
        await act {
            queued = try await writing.queue(
                .reply(text, to: .comment(id.comment), in: post), as: id.account, id: item, undo: .zero)
            _ = try await self.provider.mark(true, [id])
        }
        return queued
    }

    private func act(_ work: () async throws -> Void) async {
        let mine = generation
        do {
            try await work()
            guard mine == generation else { return }
            state.update { $0.banner.clear(.action) }
        } catch {
            fail(error, mine, .action)
        }
        await showStored(mine)
    }
}
