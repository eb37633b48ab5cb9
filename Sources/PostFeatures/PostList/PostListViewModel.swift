public import Core
import Foundation

/// The view model of a feed as a list: shows it, refreshes it, pages through it, and marks its posts.
///
/// ```swift
/// let list = PostListViewModel(feed: Feed(site: .reddit, source: .subreddits(["swift"])))
/// let token = list.state.observe { draw($0) }
/// await list.load()
/// ```
///
/// It starts nothing by itself: call ``load()``. From then on it also follows what else changes its feed and the
/// settings, until ``stop()`` or until it is released. A method returns when ``state`` shows what it did. Nothing
/// throws: a failure becomes ``State/banner`` and never removes an item, and a cancelled task leaves the list idle.
///
/// A commit is one publication: a refresh of one page publishes its phase and its result, a save publishes once. Posts
/// that the settings leave out are left out here, from what is stored: a change of settings needs no request.
@MainActor
public final class PostListViewModel: PostActions {
    /// The feed that it shows.
    public let feed: Feed
    /// The rule for when ``load()`` asks the network.
    package let policy: ReadPolicy
    /// The options of paging and of new posts.
    package let configuration: Configuration
    /// The state to draw.
    public let state = ObservableValue(State())

    private let settingsProvider: any SettingsProvider
    private let connectivity: any ConnectivityProvider
    private let path: any NetworkPathProvider
    private let sharing = PostSharing()
    private let availabilityReader = AvailabilityReader()
    private let follower: FeedFollower
    private var tokens: [ObservationToken] = []
    private let pager: FeedPager
    private let presenter: FeedPresenter
    private var saveCount = 0
    /// The number of times that rows were built from stored posts, for tests.
    package var arrangementCount: Int { presenter.arrangementCount }

    /// Creates a list; resolves `PostProvider`, and what else it needs where that is registered, and starts nothing.
    ///
    /// Where they are registered it uses `SettingsProvider` (else the default settings), `ReadingPositionProvider`
    /// (else positions last as long as the list), `ConnectivityProvider`, `TimeProvider`, `EndpointProvider` (else
    /// nothing can be shared) and `AvailabilityProvider` (else there are no badges).
    ///
    /// - Parameters:
    ///   - feed: The feed to show.
    ///   - policy: When ``load()`` asks the network; where what is stored is stale by default.
    ///   - configuration: The options of paging and of new posts.
    public init(
        feed: Feed, policy: ReadPolicy = .storedThenNetwork, configuration: Configuration = Configuration()
    ) {
        self.feed = feed
        self.policy = policy
        self.configuration = configuration
        settingsProvider = Dependency.settings
        connectivity = Dependency.resolve((any ConnectivityProvider).self, default: DefaultConnectivityProvider())
        path = Dependency.resolve((any NetworkPathProvider).self, default: ManualNetworkPathProvider())
        follower = FeedFollower(feed, of: Dependency.resolve((any PostProvider).self))
        pager = FeedPager(follower, by: configuration)
        let positions = Dependency.resolve(
            (any ReadingPositionProvider).self, default: InMemoryReadingPositionProvider())
        presenter = FeedPresenter(
            feed, in: state, holdsBackNew: configuration.holdsBackNew, positions: positions, time: Dependency.clock)
    }

    // MARK: Loading

    /// Shows the feed by its policy, and follows it from then on.
    ///
    /// The first time, it finds out where the person was: ``State/anchor``. Calling it again makes what was under way
    /// void.
    public func load() async {
        await run(.load(policy), as: state.value.items.isEmpty ? .loading : .refreshing)
    }

    /// Fetches the first page again.
    ///
    /// It wins over a page that is being loaded.
    public func refresh() async {
        await run(.refresh, as: .refreshing)
    }

    /// Fetches the next page; does nothing at the end of the feed, or while something is under way.
    public func loadMore() async {
        guard state.value.phase == .idle else { return }
        await run(.loadMore, as: .loadingMore)
    }

    /// Fetches the posts that are missing in a gap; does nothing while something is under way.
    ///
    /// Meanwhile ``State/fillingGap`` says which one.
    ///
    /// - Parameter gap: One of ``State/gaps``.
    public func fill(_ gap: FeedGap) async {
        guard !state.value.phase.isBusy,
            let shown = state.value.gaps.first(where: { $0.cursor == gap.cursor })
        else { return }
        await run(.page(after: shown.cursor), as: .loadingMore, filling: .init(gap: shown))
    }

    /// Fetches the page behind a cursor, and places it there; does nothing while something is under way.
    ///
    /// ``loadMore()`` goes on behind the last stored post. This goes on behind the page that has just come, in the
    /// server's order, also where the feed was stored before: `State.page` names the cursor. It fetches one page.
    ///
    /// - Parameter cursor: A cursor that a page or a gap gave.
    public func loadPage(after cursor: PageCursor) async {
        guard !state.value.phase.isBusy else { return }
        await run(.page(after: cursor), as: .loadingMore, filling: .init(gap: nil))
    }

    /// Loads more when an item near the end appears; once for each page, and not while no server answers.
    ///
    /// On a network that costs something, or on which little is to be sent, it waits for the last item itself.
    ///
    /// After a failure it waits for ``loadMore()`` or ``refresh()``, so that scrolling does not hammer a server that
    /// cannot be reached.
    ///
    /// - Parameter id: The post that appeared.
    public func itemAppeared(_ id: Post.ID) async {
        let threshold = isCostly ? min(1, configuration.threshold) : configuration.threshold
        await loadMore { state in state.items.suffix(threshold).contains { $0.id == id } }
    }

    /// Loads more when the end is near, as ``itemAppeared(_:)`` does, for a scroll view that knows points and not rows.
    ///
    /// - Parameters:
    ///   - remaining: The points of the list that lie below the bottom edge of the screen.
    ///   - pageHeight: The points of the list that can be seen.
    public func loadMoreNearEnd(remaining: Double, pageHeight: Double) async {
        let (isCostly, distance) = (isCostly, configuration.prefetchDistance)
        await loadMore { _ in
            distance.isNear(remaining: remaining, pageHeight: pageHeight) && (!isCostly || remaining <= 0)
        }
    }

    /// Removes the banner, if it can be dismissed.
    public func dismissBanner() {
        presenter.change { $0.banner.dismiss() }
    }

    /// Ends following the feed and makes what is under way void; ``load()`` begins anew.
    ///
    /// The reading position is written down, and is in ``State/anchor`` for when the list is shown again. The last
    /// ``State/saveEvent`` is over.
    public func stop() {
        follower.stop()
        tokens = []
        pager.cancel()
        availabilityReader.stop()
        presenter.publish {
            if state.value.phase.isBusy { presenter.settle() }
            presenter.position.flush()
            presenter.showAnchor()
            // Whoever shows the list again shall not play an animation that was played.
            presenter.change { $0.saveEvent = nil }
        }
    }

    // MARK: Scrolling

    /// Records the post at the top edge of the screen and its offset; call it whenever the person has scrolled.
    ///
    /// Nothing is published: the position is in ``State/anchor`` when the rows change next, so that what is seen can be
    /// kept where it is. It is written down a second later, once for all calls until then, and by ``stop()``. At the
    /// top (the first post, nothing of it scrolled away) posts that are held back are shown.
    ///
    /// - Parameters:
    ///   - id: The first post that can be seen; another one than those shown is ignored.
    ///   - offset: How far its top lies above the top edge, in points or in whatever the front end counts; 0 by
    ///     default.
    /// - Complexity: O(1) for the first post; else O(*n*) comparisons of ids.
    public func didScroll(to id: Post.ID, offset: Double = 0) {
        presenter.didScroll(to: ReadingAnchor(id: id, offset: offset))
    }

    /// Writes the reading position down, and returns when that is stored; does nothing when it is already.
    public func savePosition() async {
        await presenter.position.save()
    }

    /// Reads what of the posts near the screen is on this device; call it when the person has stopped scrolling.
    ///
    /// It shows in ``State/availability``, and is kept true until the next call. Of other posts nothing is read, so
    /// that a list of thousands costs no more than a short one. Without an `AvailabilityProvider` nothing happens.
    ///
    /// - Parameter ids: The posts of the rows; those that are not shown are ignored.
    /// - Complexity: O(*n*) comparisons of ids.
    public func showAvailability(of ids: [Post.ID]) async {
        await availabilityReader.read(ids, among: state.value.items) { [weak self] availability in
            self?.presenter.change { $0.availability = availability }
        }
    }

    // MARK: Filters and new posts

    /// Shows a post that the settings leave out, in its place, for as long as this list lives.
    ///
    /// It is one of ``State/filtered``, whose reasons say why. It shows when the call returns.
    ///
    /// - Parameter id: The post's id.
    public func reveal(_ id: Post.ID) { presenter.reveal(id) }

    /// Uncovers the pictures of a post, for as long as this list lives.
    ///
    /// - Parameter id: The post's id.
    public func uncover(_ id: Post.ID) { presenter.uncover(id) }

    /// Finds the rule by which a post is left out.
    ///
    /// - Parameter id: The post's id.
    /// - Returns: The rule; `nil` when the post is shown, held back, dismissed, hidden or not in the feed.
    public func reason(for id: Post.ID) -> FilterReason? {
        state.value.filtered.first { $0.id == id }?.reason
    }

    /// Shows the posts that are held back: ``State/newCount`` of them.
    ///
    /// What stands at the top edge stays there: the posts come in front of it.
    public func showNew() { presenter.showNew() }

    /// Makes a link and a text of a post for other apps.
    ///
    /// - Parameter id: The post's id.
    /// - Returns: What to share; `nil` for a post that the list does not show, or that nothing leads to, and where no
    ///   `EndpointProvider` is registered.
    public func share(_ id: Post.ID) -> SharedPost? {
        sharing.shared(item(id))
    }

    // MARK: Statuses

    public func item(_ id: Post.ID) -> FeedItem? { state.value.items.first { $0.id == id } }

    public func set(_ change: StatusChange, for ids: [Post.ID], isUndoable: Bool) async {
        if !ids.isEmpty { await apply(StatusMutation(change, ids, isUndoable: isUndoable)) }
    }

    public func dismiss(_ id: Post.ID) async { await apply(.dismiss([id])) }

    @discardableResult
    public func undoLast() async -> UndoneAct? { UndoneAct([await apply(.undo)].compactMap(\.self)) }

    /// Dismisses everything that is stored in the feed; ``undo()`` brings it back.
    public func dismissAll() async { await apply(.dismissAll(feed)) }

    /// Saves a post, as a double-tap does: it never un-saves, and ``State/saveEvent`` is a new one also when the post
    /// was saved before.
    ///
    /// The event comes when the post is saved; a failure has none.
    ///
    /// - Parameter id: The post's id; nothing happens when the list does not show it.
    public func doubleTap(_ id: Post.ID) async {
        guard let item = item(id) else { return }
        if item.status.isSaved { return announceSave(of: id) }
        await apply(.setUndoably(.saved(true), [id]), doubleTapped: id)
    }

    /// Marks the posts above a post as read, in one commit; that post itself stays as it is.
    ///
    /// Only what is shown is marked, not what is left out or held back.
    ///
    /// - Parameter id: The post's id; nothing happens when the list does not show it.
    public func markAboveAsRead(_ id: Post.ID) async {
        let items = state.value.items
        guard let place = items.firstIndex(where: { $0.id == id }) else { return }
        await markAsRead(items[..<place])
    }

    /// Marks the posts below a post as read, in one commit; that post itself stays as it is.
    ///
    /// Only what is shown is marked, not what is left out.
    ///
    /// - Parameter id: The post's id; nothing happens when the list does not show it.
    public func markBelowAsRead(_ id: Post.ID) async {
        let items = state.value.items
        guard let place = items.firstIndex(where: { $0.id == id }) else { return }
        await markAsRead(items[(place + 1)...])
    }

    private func markAsRead(_ items: ArraySlice<FeedItem>) async {
        await set(.read(true), for: items.filter { !$0.status.isRead }.map(\.id))
    }

    /// Changes statuses; when it returns, the state shows what the stream says of them.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - tapped: The post whose double-tap this is, for ``State/saveEvent``.
    /// - Returns: What came of it; `nil` after a failure.
    @discardableResult
    private func apply(_ mutation: StatusMutation, doubleTapped tapped: Post.ID? = nil) async -> StatusOutcome? {
        follow()
        // It throws where the task is cancelled, and what a person did is kept all the same.
        try? await follower.first()
        do {
            let (outcome, update) = try await follower.apply(mutation)
            presenter.publish {
                presenter.finish(mutation, outcome, update)
                if let tapped, outcome.unknown.isEmpty { announceSave(of: tapped) }
                presenter.change { state in
                    state.banner.clear(.action)
                    state.signInSite = outcome.signedOut.first?.site
                }
            }
            return outcome
        } catch {
            if error is CancellationError || Task.isCancelled { return nil }
            presenter.change { $0.banner = Banner(DataError(error), cause: .action) }
            return nil
        }
    }

    private func announceSave(of id: Post.ID) {
        saveCount += 1
        presenter.change { [saveCount] in $0.saveEvent = SaveEvent(number: saveCount, id: id) }
    }

    // MARK: Requests

    private func run(_ request: FeedRequest, as phase: Phase, filling fill: ArrangedFeed.Fill? = nil) async {
        presenter.publish {
            follow()
            // Whoever stopped the list is not told of changes, and means what is set now all the same.
            presenter.take(settingsProvider.settings.value)
            presenter.begin(phase, filling: fill)
        }
        // A load waits for the reading position, so that the first draw has its anchor.
        let ending = await pager.run(request, preparing: presenter.position.restore) { [presenter] update in
            presenter.publish { presenter.showFirst(update) }
            return presenter.visibleCount
        } show: { page in
            presenter.publish {
                presenter.show(page.update, keepingRead: !page.isFirst || page.isPaging)
                page.decide(showing: presenter.shown)
                presenter.change { $0.take(page) }
                if page.isLast { finish(page.outcome) }
            }
        }
        switch ending {
        case .finished, .superseded: break
        case .cancelled:
            presenter.publish {
                presenter.show(follower.takeHeld())
                giveWay()
            }
        case .failed(let error):
            presenter.publish {
                presenter.show(follower.takeHeld())
                fail(error)
            }
        }
    }

    private func finish(_ outcome: FeedOutcome) {
        if let error = outcome.error { return fail(error) }
        presenter.change { $0.banner = nil }
        giveWay()
    }

    /// Ends a request that is done, or no longer wanted: that is nobody's failure.
    private func giveWay() {
        pager.isArmed = true
        presenter.settle()
    }

    private func fail(_ error: DataError) {
        // A refresh came between, and what it brought is shown: the person has nothing to do about that.
        guard error.code != .superseded else { return giveWay() }
        presenter.fail(error)
    }

    /// Whether pages are not to be loaded before somebody is at the end.
    private var isCostly: Bool { path.path.value.isCostly }

    private func loadMore(when isNear: (State) -> Bool) async {
        let now = state.value
        guard pager.isArmed, now.phase == .idle, now.offlineSince == nil, isNear(now) else { return }
        pager.isArmed = false
        await loadMore()
    }

    // MARK: Updates

    private func follow() {
        guard !follower.isFollowing else { return }
        availabilityReader.resume()
        tokens = [
            connectivity.connectivity.observe { [weak self] connectivity in
                self?.presenter.change { $0.offlineSince = connectivity.offlineSince }
            },
            settingsProvider.settings.observe { [weak self] in self?.presenter.take($0) },
        ]
        follower.follow { [weak self] in self?.presenter.receive($0) }
    }
}
