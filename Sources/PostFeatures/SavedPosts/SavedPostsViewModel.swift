public import Core

/// The view model of the posts kept on one site: the saved ones or the favourites, filtered as the person types.
///
/// ```swift
/// let saved = SavedPostsViewModel(site: .reddit)
/// let token = saved.state.observe { draw($0.rows) }
/// await saved.load()
/// saved.setQuery("lantern")
/// ```
///
/// It needs no network, and starts nothing by itself: call ``load()``. From then on it follows what else is saved,
/// until ``stop()`` or until it is released. The effect of a method is in ``state`` when it returns. Nothing throws: a
/// failure becomes ``State/banner`` and never removes a row.
@MainActor
public final class SavedPostsViewModel {
    /// The kind of posts that is listed.
    public enum Kind: Hashable, Sendable {
        /// The saved posts.
        case saved
        /// The favourites, which are kept with their media.
        case favourites
    }

    /// The phase of the list.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// The store is being read.
        case loading
        /// Idle.
        case idle
        /// The store could not be read, for the reason in the banner.
        case failed
    }

    /// The state of the list, to draw.
    public struct State: Equatable, Sendable {
        /// The kept posts that the query leaves in, what was kept last first.
        public var rows: [PostMatch] = []
        /// The text as the person typed it.
        public var query = ""
        /// The phase of the list.
        public var phase = Phase.initial
        /// The number of posts that are kept, those included that the query or a setting leaves out.
        public var keptCount = 0
        /// The number of them that a setting leaves out, whatever the query.
        public var filteredCount = 0
        /// The failure to show, until the next success.
        public var banner: Banner?
        /// Whether something that was taken out of this list can be put back: in every list of the same posts alike.
        public var canUndo = false

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - rows: The kept posts that the query leaves in, what was kept last first.
        ///   - query: The text as the person typed it.
        ///   - phase: The phase of the list.
        ///   - banner: The failure to show, until the next success.
        public init(
            rows: [PostMatch] = [], query: String = "", phase: Phase = .initial, banner: Banner? = nil
        ) {
            self.rows = rows
            self.query = query
            self.phase = phase
            self.banner = banner
        }
    }

    /// The site whose posts are listed.
    package let site: Site
    /// The kind of posts that is listed.
    package let kind: Kind
    /// The parts of a post that the query is looked for in, together.
    package let fields: [PostSearchField]
    /// The state to draw.
    public let state = ObservableValue(State())

    private let follower: FeedFollower
    private let sharing = PostSharing()
    private let settings: any SettingsProvider
    private let feed: Feed
    /// The kept posts as they were read: in order, without those that were dismissed or hidden.
    private var items: [FeedItem] = []
    /// The items that the settings leave in, and their texts; `nil` until somebody asks after a change.
    private var allowed: [FeedItem]?
    private var folded: FoldedPosts
    private var query = SearchQuery("")
    private var filter: PostFilter
    private var settingsToken: ObservationToken?
    /// The posts that were taken out of this list and of others, here and on other screens.
    private let removals: KeptRemovals
    private var removalsToken: ObservationToken?
    private let viewers = Dependency.viewers

    /// Creates a list; resolves `PostProvider`, and `SettingsProvider` and `EndpointProvider` where they are
    /// registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - site: The site whose posts are listed.
    ///   - kind: The kind of posts that is listed; the saved ones by default.
    ///   - fields: The parts of a post that the query is looked for in; the title by default.
    public init(site: Site, kind: Kind = .saved, fields: [PostSearchField] = [.title]) {
        self.site = site
        self.kind = kind
        self.fields = fields
        folded = FoldedPosts(fields: fields)
        settings = Dependency.settings
        removals = Dependency.resolve(KeptRemovals.self, default: KeptRemovals())
        feed = Feed(site: site, source: kind == .saved ? .saved : .favourites)
        follower = FeedFollower(feed, of: Dependency.resolve((any PostProvider).self))
        filter = PostFilter(settings.settings.value, for: feed.source)
    }

    /// Reads what is kept, and follows it from then on.
    public func load() async {
        if state.value.phase != .idle { state.update { $0.phase = .loading } }
        // What comes first and what is read are published as one.
        follower.hold()
        follow()
        do {
            try await follower.first()
            let outcome = try await follower.perform(.load(.storedOnly), limit: 100)
            publish { state in
                take(follower.release())
                end(&state, outcome.error)
            }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            publish { state in
                take(follower.release())
                if !isCancelled { return end(&state, DataError(error)) }
                if state.phase == .loading { state.phase = items.isEmpty ? .initial : .idle }
            }
        }
    }

    /// Filters by what the person typed; at once.
    ///
    /// - Parameter text: Words that must all be there. None of them, also only white space, leaves every post in.
    public func setQuery(_ text: String) {
        let query = SearchQuery(text)
        guard query != self.query else {
            state.update { $0.query = text }
            return
        }
        self.query = query
        publish { $0.query = text }
    }

    /// Returns a post as other apps take it: a link and a text.
    ///
    /// - Parameter id: The post.
    /// - Returns: What to share; `nil` for a post that is not among the rows, or that nothing leads to, and where no
    ///   `EndpointProvider` is registered.
    public func share(_ id: Post.ID) -> SharedPost? {
        sharing.shared(state.value.rows.first { $0.id == id }?.item)
    }

    /// Dismisses the banner, if that is possible.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Ends following; ``load()`` begins anew.
    public func stop() {
        follower.stop()
        settingsToken = nil
        removalsToken = nil
    }

    // MARK: Removing

    /// Takes a post out of the list; ``undo()`` puts it back in its place.
    ///
    /// - Parameter id: The post; nothing happens when it is not among what was read.
    public func remove(_ id: Post.ID) async {
        guard await begin(), let status = items.first(where: { $0.id == id })?.status else { return }
        let (isKept, since) =
            kind == .saved ? (status.isSaved, status.savedAt) : (status.isFavourite, status.favouritedAt)
        guard isKept else { return }
        // Noted before it is done: whatever shows the list without the post shows that it can be put back.
        // Asked for twice before the first answer came, it was taken out once.
        let removal = KeptRemovals.Removal(kind: kind, id: id, since: since, owner: viewers.owner(on: site))
        removals.add(removal)
        let outcome = await apply(.setUndoably(kind == .saved ? .saved(false) : .favourite(false), [id]))
        if outcome?.changed.isEmpty ?? true { removals.forget(removal) }
    }

    /// Puts back what was taken out last, where it was, whichever screen took it out; does nothing when there is none.
    ///
    /// A post that is stored no longer is back when it arrives again.
    public func undo() async {
        // Counts until the list has it again, so that no draw lacks both the post and the way back to it.
        guard await begin(), let last = removals.beginReturn(to: kind, on: site, by: viewers.owner(on: site))
        else { return }
        let change: StatusChange =
            switch (kind, last.since) {
            case (.saved, let since?): .savedSince(since)
            case (.saved, nil): .saved(true)
            case (.favourites, let since?): .favouriteSince(since)
            case (.favourites, nil): .favourite(true)
            }
        let outcome = await apply(.set(change, [last.id]))
        removals.endReturn(of: last, isBack: outcome != nil)
    }

    /// Follows the store first, where ``load()`` was not called; false where the task is cancelled.
    private func begin() async -> Bool {
        follow()
        do {
            try await follower.first()
            return true
        } catch {
            // Cancelled: nobody waits for what was asked for.
            return false
        }
    }

    /// Makes a change; `nil` after a failure, which has changed nothing.
    private func apply(_ mutation: StatusMutation) async -> StatusOutcome? {
        do {
            let (outcome, update) = try await follower.apply(mutation)
            publish { state in
                take(update)
                state.banner.clear(.action)
            }
            return outcome
        } catch {
            if error is CancellationError || Task.isCancelled { return nil }
            state.update { $0.banner = Banner(DataError(error), cause: .action) }
            return nil
        }
    }

    // MARK: Following

    private func follow() {
        filter = PostFilter(settings.settings.value, for: feed.source)
        follower.follow { [weak self] update in self?.receive(update) }
        guard settingsToken == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in self?.take(settings) }
        removalsToken = removals.state.observe { [weak self] _ in self?.publish { _ in } }
    }

    private func receive(_ update: FeedUpdate) {
        publish { state in
            take(update)
            if update.error != nil || state.phase != .loading { end(&state, update.error) }
        }
    }

    private func take(_ update: FeedUpdate?) {
        // A stream cannot fail; a store that cannot be read says so in the update, and leaves the rows as they are.
        guard let update, update.error == nil else { return }
        items = update.items
        allowed = nil
        folded.invalidate()
    }

    private func take(_ settings: ReadingSettings) {
        filter = PostFilter(settings, for: feed.source)
        allowed = nil
        folded.invalidate()
        publish { _ in }
    }

    private func end(_ state: inout State, _ error: DataError?) {
        if let error {
            state.phase = items.isEmpty ? .failed : .idle
            state.banner = Banner(error, cause: .content, isDismissible: !items.isEmpty)
        } else {
            state.phase = .idle
            state.banner.clear(.content)
        }
    }

    /// Publishes what was read, in one State: no reading, no network.
    private func publish(_ change: (inout State) -> Void) {
        var new = state.value
        change(&new)
        publish(new)
    }

    /// Publishes a state with the rows and the counts as they are now.
    private func publish(_ changed: State) {
        var new = changed
        let (query, filter) = (query, filter)
        let allowed = allowed ?? (filter.isEmpty ? items : items.filter { filter.reason(for: $0) == nil })
        self.allowed = allowed
        new.rows = folded.posts(of: allowed, in: query).map { PostMatch($0, query: query) }
        (new.keptCount, new.filteredCount) = (items.count, items.count - allowed.count)
        // What is listed need not be put back, whoever did it.
        let out = removals.state.value.ids(of: kind, on: site, by: viewers.owner(on: site))
        let listed = out.isEmpty ? [] : Set(items.lazy.map(\.id))
        new.canUndo = out.contains { !listed.contains($0) }
        state.set(new)
    }
}
