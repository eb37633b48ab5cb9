public import Core
import Foundation

/// What a person keeps on one site: the saved posts or the favourites, filtered as they type.
///
/// ```swift
/// let saved = SavedPostsViewModel(site: .reddit)
/// let token = saved.state.observe { draw($0.rows) }
/// await saved.load()
/// saved.setQuery("lantern")
/// ```
///
/// It needs no network, and starts nothing by itself: call ``load()``. From then on it follows what else is saved, until
/// ``stop()`` or until it is released. What a method does is in ``state`` when it returns. Nothing throws: a failure
/// becomes ``State/banner`` and never removes a row.
@MainActor
public final class SavedPostsViewModel {
    /// What is listed.
    public enum Kind: Hashable, Sendable {
        /// What is kept for later.
        case saved
        /// What is kept with its media.
        case favourites
    }

    /// Whose posts.
    public let site: Site
    /// What is listed.
    public let kind: Kind
    /// Where the words of the query have to be found, together.
    public let fields: [PostSearchField]
    /// What there is to draw.
    public let state = ObservableValue(State())

    let provider: any PostProvider
    private let sharing = PostSharing()
    private let settings: any SettingsProvider
    private let feed: Feed
    /// What is kept, as it was read: in order, without what was dismissed or hidden.
    private(set) var items: [FeedItem] = []
    /// The items that the settings leave in, and their texts; `nil` until somebody asks after a change.
    private var allowed: [FeedItem]?
    private var folded: FoldedPosts
    private var query = SearchQuery("")
    private var filter: PostFilter
    private var shownVersion: UInt64 = 0
    private var follower: Task<Void, Never>?
    private var settingsToken: ObservationToken?
    /// The posts that were taken out of this list and of others, here and on other screens.
    let removals: KeptRemovals
    private var removalsToken: ObservationToken?

    /// Creates a list; resolves `PostProvider`, and `SettingsProvider` and `EndpointProvider` where they are registered,
    /// and starts nothing.
    ///
    /// - Parameters:
    ///   - site: Whose posts.
    ///   - kind: What is listed; the saved posts by default.
    ///   - fields: Where the query is looked for; in titles by default.
    public init(site: Site, kind: Kind = .saved, fields: [PostSearchField] = [.title]) {
        self.site = site
        self.kind = kind
        self.fields = fields
        folded = FoldedPosts(fields: fields)
        provider = Dependency.resolve((any PostProvider).self)
        settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        removals = Dependency.resolve(KeptRemovals.self, default: KeptRemovals())
        feed = Feed(site: site, source: kind == .saved ? .saved : .favourites)
        filter = PostFilter(settings.settings.value, for: feed.source)
    }

    deinit {
        follower?.cancel()
    }

    /// Shows what is kept, and follows it from then on.
    public func load() async {
        follow()
        if state.value.phase != .idle { state.update { $0.phase = .loading } }
        await read()
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
        refilter(typed: text)
    }

    /// A post as other apps take it: a link and a text.
    ///
    /// - Parameter id: Which post.
    /// - Returns: What to share; `nil` for a post that is not among the rows, or that nothing leads to, and where no
    ///   `EndpointProvider` is registered.
    public func share(_ id: Post.ID) -> SharedPost? {
        sharing.shared(state.value.rows.first { $0.id == id }?.item)
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Ends following; ``load()`` begins anew.
    public func stop() {
        follower?.cancel()
        follower = nil
        settingsToken = nil
        removalsToken = nil
    }

    // MARK: Reading

    /// Reads what is kept now; false when that failed.
    @discardableResult
    func read() async -> Bool {
        do {
            let update = try await provider.perform(.load(.storedOnly), on: feed, limit: 100)
            // Once it was stopped nobody tells of changes, and what is set now is meant all the same.
            if settingsToken == nil { filter = PostFilter(settings.settings.value, for: feed.source) }
            show(update)
            state.update { state in
                state.phase = .idle
                state.banner.clear(.content)
            }
            return true
        } catch {
            if error is CancellationError || Task.isCancelled {
                state.update { if $0.phase == .loading { $0.phase = $0.keptCount == 0 ? .initial : .idle } }
            } else {
                let isEmpty = items.isEmpty
                state.update { state in
                    state.phase = isEmpty ? .failed : .idle
                    state.banner = Banner(DataError(error), cause: .content, isDismissible: !isEmpty)
                }
            }
            return false
        }
    }

    private func follow() {
        guard follower == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            self?.take(settings)
        }
        removalsToken = removals.state.observe { [weak self] _ in
            self?.refilter()
        }
        // Asked for here and not in the task, so that nothing is missed between this call and the task's start.
        let updates = provider.updates(of: feed)
        follower = Task { [weak self] in
            for await update in updates {
                guard let self, !Task.isCancelled else { return }
                self.receive(update)
            }
        }
    }

    private func receive(_ update: FeedUpdate) {
        // A stream cannot fail; a store that cannot be read says so in the update, and leaves the rows as they are.
        if let error = update.error {
            let isEmpty = items.isEmpty
            state.update { $0.banner = Banner(error, cause: .content, isDismissible: !isEmpty) }
            return
        }
        show(update)
        state.update { state in
            if state.phase != .loading { state.phase = .idle }
            state.banner.clear(.content)
        }
    }

    private func show(_ update: FeedUpdate) {
        guard update.version >= shownVersion else { return }
        shownVersion = update.version
        items = update.items
        allowed = nil
        folded.invalidate()
        refilter()
    }

    private func take(_ settings: ReadingSettings) {
        filter = PostFilter(settings, for: feed.source)
        allowed = nil
        folded.invalidate()
        refilter()
    }

    /// Works out the rows anew from what was read: no reading, no network.
    private func refilter(typed text: String? = nil) {
        let (query, filter) = (query, filter)
        let allowed = allowed ?? (filter.isEmpty ? items : items.filter { filter.reason(for: $0) == nil })
        self.allowed = allowed
        let rows = folded.posts(of: allowed, in: query).map { PostMatch($0, query: query) }
        let (kept, filtered) = (items.count, items.count - allowed.count)
        // What is listed need not be put back, whoever did it.
        let out = removals.state.value.ids(of: kind, on: site)
        let listed = out.isEmpty ? [] : Set(items.lazy.map(\.id))
        let canUndo = out.contains { !listed.contains($0) }
        state.update { state in
            if let text { state.query = text }
            state.rows = rows
            state.keptCount = kept
            state.filteredCount = filtered
            state.canUndo = canUndo
        }
    }
}
