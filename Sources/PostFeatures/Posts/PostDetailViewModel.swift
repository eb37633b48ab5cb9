public import Core

/// The view model of one post: shows it, marks it as read, and changes its status.
///
/// It starts nothing by itself: call ``load()``. The effect of a method is in ``state`` when it returns; a failure
/// becomes ``State/banner``.
@MainActor
public final class PostDetailViewModel {
    /// The phase of the screen.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// The post is being read.
        case loading
        /// The post is there.
        case idle
        /// No such post is stored.
        case missing
        /// The post cannot be read, for the reason in the banner.
        case failed
    }

    /// The state of the screen, to draw.
    public struct State: Equatable, Sendable {
        /// The post, `nil` until it is there.
        public internal(set) var item: FeedItem?
        /// The phase of the screen.
        public internal(set) var phase = Phase.initial
        /// The parts of the post that are on this device, kept true from the first load on.
        ///
        /// It is `nil` until that was read, and where no `AvailabilityProvider` is registered.
        public internal(set) var availability: PostAvailability?
        /// The failure to show, until the next success.
        public internal(set) var banner: Banner?
        /// The last double-tap that saved the post, for its animation.
        public internal(set) var saveEvent: SaveEvent?
        /// The site to sign in to for the last vote to reach its server; `nil` where it does, and after anything else.
        ///
        /// Without that it stays on this device.
        public internal(set) var signInSite: Site?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - item: The post, `nil` until it is there.
        ///   - phase: The phase of the screen.
        ///   - availability: The parts of the post that are on this device.
        ///   - banner: The failure to show, until the next success.
        ///   - saveEvent: The last double-tap that saved the post, for its animation.
        public init(
            item: FeedItem? = nil, phase: Phase = .initial, availability: PostAvailability? = nil,
            banner: Banner? = nil, saveEvent: SaveEvent? = nil
        ) {
            self.item = item
            self.phase = phase
            self.availability = availability
            self.banner = banner
            self.saveEvent = saveEvent
        }
    }

    /// The id of the post.
    public let id: Post.ID
    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any PostProvider
    private let viewers = Dependency.viewers
    private var viewersToken: ObservationToken?
    private let writing = ThreadWriting()
    private let sharing = PostSharing()
    private let availabilityReader = AvailabilityReader()
    private let queued = QueuedItems()
    private let marksAsRead: Bool
    /// Grows with every load: the results of an earlier one are void.
    private var generation = 0
    /// Grows with every change that was committed here.
    private var changes = 0
    /// The phase before the load that is under way.
    private var phaseBefore = Phase.initial

    /// Creates a detail; resolves `PostProvider`, and `EndpointProvider` and `AvailabilityProvider` where they are
    /// registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - id: The post.
    ///   - marksAsRead: Whether ``load()`` marks it as read; true by default.
    public init(id: Post.ID, marksAsRead: Bool = true) {
        self.id = id
        self.marksAsRead = marksAsRead
        provider = Dependency.resolve((any PostProvider).self)
    }

    /// Reads the post, and marks it as read.
    ///
    /// Calling it again reads it again, and makes the earlier call void.
    public func load() async {
        follow()
        generation += 1
        let mine = generation
        state.update { state in
            if state.phase != .loading { phaseBefore = state.phase }
            state.phase = .loading
        }
        do {
            // A status that was committed while the post was being read is newer than what was read.
            var item: FeedItem?
            var seen: Int
            repeat {
                seen = changes
                item = try await provider.item(id)
                guard mine == generation else { return }
            } while seen != changes
            state.update { state in
                state.item = item
                state.phase = item == nil ? .missing : .idle
                state.banner = nil
            }
            awaitAnswers()
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled {
                giveUp()
            } else {
                fail(DataError(error))
            }
            return
        }
        // Opening it is no act that an undo takes back.
        if marksAsRead, state.value.item?.status.isRead == false { await apply(.set(.read(true), [id])) }
        guard mine == generation, let post = state.value.item?.post else { return }
        await availabilityReader.read([post]) { [weak self] availability in
            self?.state.update { $0.availability = availability[post.id] }
        }
    }

    /// Saves the post, or no longer.
    ///
    /// - Parameter isSaved: Whether to save it.
    public func setSaved(_ isSaved: Bool) async { await set(.saved(isSaved)) }

    /// Saves the post when it is not saved, else no longer; does nothing before it is loaded.
    public func toggleSaved() async {
        guard let status = state.value.item?.status else { return }
        await setSaved(!status.isSaved)
    }

    /// Saves the post, as a double-tap does: it never un-saves, and ``State/saveEvent`` is a new one also when the post
    /// was saved before.
    ///
    /// The event comes when the post is saved; a failure has none. Before the post is loaded nothing happens.
    public func doubleTap() async {
        guard let status = state.value.item?.status else { return }
        let announce = { [id] (state: inout State) in
            state.saveEvent = SaveEvent(number: (state.saveEvent?.number ?? 0) + 1, id: id)
        }
        if status.isSaved { return state.update(announce) }
        await apply(.setUndoably(.saved(true), [id]), showing: announce)
    }

    /// Makes the post a favourite, or no longer.
    ///
    /// - Parameter isFavourite: Whether to keep it.
    public func setFavourite(_ isFavourite: Bool) async { await set(.favourite(isFavourite)) }

    /// Makes the post a favourite when it is none, else no longer; does nothing before it is loaded.
    public func toggleFavourite() async {
        guard let status = state.value.item?.status else { return }
        await setFavourite(!status.isFavourite)
    }

    /// Marks the post as read, or as unread.
    ///
    /// - Parameter isRead: Whether it was read.
    public func setRead(_ isRead: Bool) async { await set(.read(isRead)) }

    /// Hides the post from every feed, or shows it again.
    ///
    /// - Parameter isHidden: Whether to hide it.
    public func setHidden(_ isHidden: Bool) async { await set(.hidden(isHidden)) }

    /// Votes on the post, or takes the vote back.
    ///
    /// For whoever is signed in at a site that takes votes it is queued for the server, and shown at once; otherwise it
    /// stays on this device, and ``State/signInSite`` says where a sign-in would help.
    ///
    /// - Parameter vote: The vote; `nil` to take it back.
    public func setVote(_ vote: Vote?) async { await set(.vote(vote)) }

    /// Votes on the post, or takes the vote back where it is the same; does nothing before it is loaded.
    ///
    /// - Parameter vote: The vote.
    public func toggleVote(_ vote: Vote) async {
        guard let status = state.value.item?.status else { return }
        await setVote(status.vote == vote ? nil : vote)
    }

    /// Whether the post is known to be of the account in use: it was written here, or has that account's name.
    public var isOwn: Bool {
        guard let item = state.value.item else { return false }
        return item.own?.made != nil || writing.isNamed(item.post.author, on: id.site)
    }

    /// Whether the post is known to be of another person than the account in use; not where either is unknown.
    public var isSomebodyElses: Bool {
        guard let item = state.value.item, item.own?.made == nil else { return false }
        let text = StoredText(author: item.post.author, authorID: item.post.authorFullname, text: item.post.text)
        return writing.isSomebodyElses(text, on: id.site)
    }

    /// Deletes the post, which has to be the person's own; one that is unsent is given up.
    ///
    /// It is shown as deleted at once, and is back where the server refuses that.
    ///
    /// - Parameter dependants: What becomes of unsent comments on an unsent one; the banner says where that has to be said.
    /// - Returns: The item; `nil` where it could not be queued.
    @discardableResult
    public func delete(dependants: OutboxDependants? = nil) async -> OutboxItem.ID? {
        do {
            let item = try await writing.queue(.delete(.post(id), dependants), on: id.site, id: nil, undo: .zero)
            state.update { $0.banner.clear(.action) }
            changes += 1
            await showAnew()
            return item
        } catch {
            if error is CancellationError || Task.isCancelled { return nil }
            state.update { $0.banner = Banner(DataError(error), cause: .action) }
            return nil
        }
    }

    /// Dismisses the post; ``undo()`` and a list's undo take it back.
    public func dismiss() async { await apply(.dismiss([id])) }

    /// Takes back the last act that changed something, of whatever posts, as ``PostActions/undoLast()`` does.
    ///
    /// - Returns: What was taken back; `nil` where there was nothing to take back, and after a failure.
    @discardableResult
    public func undoLast() async -> UndoneAct? { UndoneAct([await apply(.undo)].compactMap(\.self)) }

    /// Takes back the last act, as ``undoLast()`` does, and says by which change.
    ///
    /// - Returns: The change that took it back; `nil` where there was nothing to take back, and after a failure.
    @discardableResult
    public func undo() async -> StatusChange? { await undoLast()?.change }

    /// Returns the post as other apps take it: a link and a text.
    ///
    /// - Returns: What to share; `nil` before the post is loaded, for one that nothing leads to, and where no
    ///   `EndpointProvider` is registered.
    public func share() -> SharedPost? { sharing.shared(state.value.item) }

    /// Reads the fields that only the post's site has and that ``State`` has no place for, from the store at each call.
    ///
    /// A failure becomes ``State/banner``.
    ///
    /// ```swift
    /// let ratio = await detail.extras()?["upvote_ratio"]?.double
    /// ```
    ///
    /// - Returns: The fields; `nil` where the site said nothing of the kind, or they cannot be read.
    public func extras() async -> RawJSON? {
        do {
            let extras = try await provider.extras(of: [id])
            state.update { $0.banner.clear(.action) }
            return extras[id]
        } catch {
            if error is CancellationError || Task.isCancelled { return nil }
            state.update { $0.banner = Banner(DataError(error), cause: .action) }
            return nil
        }
    }

    /// Dismisses the banner, if that is possible.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Follows who looks, and what becomes of their own texts.
    private func follow() {
        writing.follow(id.site) { [weak self] in
            guard let self else { return }
            changes += 1
            Task { [weak self] in await self?.showAnew() }
        }
        guard viewersToken == nil else { return }
        viewersToken = viewers.observe { [weak self] in
            guard let self else { return }
            // What was read for the one before is void, also in a load that is under way.
            changes += 1
            Task { [weak self] in await self?.showAnew() }
        }
    }

    /// Shows the post anew once the server has answered to what is not sent yet.
    private func awaitAnswers() {
        guard state.value.item?.status.pending.isEmpty == false else { return }
        queued.wait(about: [.post(id)]) { [weak self] in
            guard let self else { return }
            changes += 1
            Task { [weak self] in await self?.showAnew() }
        }
    }

    /// Shows the post as it is stored now, perhaps for somebody else; it is not marked as read.
    private func showAnew() async {
        let mine = changes
        guard state.value.item != nil else { return }
        do {
            let item = try await provider.item(id)
            // A newer change, or another switch, shows itself.
            guard mine == changes else { return }
            state.update { state in
                state.item = item
                if item == nil { state.phase = .missing }
            }
            awaitAnswers()
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    private func giveUp() {
        state.update { state in
            // A change may have found meanwhile that no such post is stored.
            if state.phase == .loading { state.phase = phaseBefore }
        }
    }

    private func fail(_ error: DataError) {
        state.update { state in
            state.phase = state.item == nil ? .failed : .idle
            state.banner = Banner(error, cause: .content, isDismissible: state.item != nil)
        }
    }

    private func set(_ change: StatusChange) async {
        await apply(.setUndoably(change, [id]))
    }

    /// Changes the post's status, and publishes the post as it is stored then.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - show: What else to publish when it was committed to a post that is stored.
    /// - Returns: What came of it; `nil` after a failure.
    @discardableResult
    private func apply(
        _ mutation: StatusMutation, showing show: (inout State) -> Void = { _ in }
    ) async -> StatusOutcome? {
        do {
            let outcome = try await provider.apply(mutation)
            changes += 1
            let mine = changes
            let item = outcome.unknown.contains(id) ? nil : try await provider.item(id)
            // A newer change shows itself.
            let isNewest = mine == changes
            state.update { state in
                if isNewest, state.item != nil || item != nil { state.item = item }
                if isNewest, item == nil { state.phase = .missing }
                state.banner.clear(.action)
                if item != nil { show(&state) }
                state.signInSite = outcome.signedOut.first?.site
            }
            awaitAnswers()
            return outcome
        } catch {
            if error is CancellationError || Task.isCancelled { return nil }
            state.update { $0.banner = Banner(DataError(error), cause: .action) }
            return nil
        }
    }
}
