public import Core

/// The view model of unread counts: how many unread posts the sources of a list have, and where the next one is.
///
/// ```swift
/// let unread = UnreadCountsViewModel(site: .reddit)
/// let token = unread.state.observe { draw($0.counts) }
/// await unread.load()                                   // from then on it follows what is read and fetched
/// if let next = await unread.next(after: .subreddits(["swift"])) { open(next.source, at: next.post) }
/// ```
///
/// Counted is what is stored of each source in the order that was chosen for it last; nothing is fetched. Counts end at
/// ``Core/UnreadCount/bound``. A list that combines the sources of the person's list has a count too. Where the app has
/// no `UnreadProvider` there are none.
///
/// It starts nothing by itself: call ``load()``.
@MainActor
public final class UnreadCountsViewModel {
    /// The counts, to draw.
    public struct State: Equatable, Sendable {
        /// The counts of the sources that have something unread.
        public var counts: [FeedSource: UnreadCount] = [:]
        /// The count of a list of all sources in the person's list, each in the order that is usual at the site.
        ///
        /// A post that is in two of them counts once. `nil` for one source, where nothing is unread, and where a source
        /// cannot be read.
        public var combined: UnreadCount?

        /// Creates a state without counts; set them for previews and snapshot tests.
        public init() {}
    }

    /// An unread post of a source.
    public struct Place: Hashable, Sendable {
        /// The source.
        public let source: FeedSource
        /// The post.
        public let post: Post.ID
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let leading: [FeedSource]
    private let list: any SourceProvider
    private let provider: (any UnreadProvider)?
    private let store: any StateStore
    private let feeds: ChosenFeeds
    /// The feeds that are counted now, and their follower.
    private var counted = Chosen()
    private var counting: Task<Void, Never>?
    private var follower: Task<Void, Never>?
    /// Grows with each time that the list is read: an earlier reading that ends late is void.
    private var generation = 0

    /// Creates a view model, and starts nothing.
    ///
    /// It resolves `UnreadProvider`, the list of the site's sources, and what else it needs, where they are registered.
    ///
    /// - Parameters:
    ///   - site: The site of the sources.
    ///   - leading: The sources in front of those in the person's list; the front page by default.
    public init(site: Site, leading: [FeedSource] = [.home]) {
        self.leading = leading
        list = SourceListViewModel.provider(of: site)
        provider = Dependency.registered((any UnreadProvider).self)
        store = Dependency.resolve((any StateStore).self, default: DiscardingStateStore())
        feeds = ChosenFeeds(site: site)
    }

    deinit {
        counting?.cancel()
        follower?.cancel()
    }

    /// Counts, and follows changes of the list, of what is stored and of the settings from then on.
    ///
    /// It returns when ``state`` has the counts. Calling it again also takes over orders that were chosen meanwhile.
    public func load() async {
        guard provider != nil else { return }
        if follower == nil {
            // Asked for here and not in the task, so that nothing is missed between this call and its start.
            let changes = list.changes()
            follower = Task { [weak self] in
                for await _ in changes {
                    guard let self, !Task.isCancelled else { return }
                    await self.recount()
                }
            }
        }
        await recount()
    }

    /// Stops following changes; ``load()`` starts again.
    public func stop() {
        generation += 1
        counting?.cancel()
        follower?.cancel()
        (counting, follower, counted) = (nil, nil, Chosen())
    }

    /// Finds the next unread post behind a source.
    ///
    /// It is the first one of the next source in the list that has some, and behind the last source of the first. The
    /// source itself comes last.
    ///
    /// - Parameter source: The source; one that is not in the list stands in front of it.
    /// - Returns: The source and its first unread post; `nil` where nothing is unread, and where the store cannot be read.
    public func next(after source: FeedSource) async -> Place? {
        guard let provider else { return nil }
        let all = await chosen().sources
        let feeds = all.map(\.feed)
        let here = all.firstIndex { $0.source == source }.map { $0 + 1 } ?? 0
        for index in Array(feeds.indices[here...]) + Array(feeds.indices[..<here]) {
            do {
                guard let post = try await provider.firstUnread(in: feeds[index]) else { continue }
                return Place(source: all[index].source, post: post)
            } catch {
                // One that cannot be read has nothing to show either; the next one may have.
                if error is CancellationError || Task.isCancelled { return nil }
            }
        }
        return nil
    }

    // MARK: Work

    /// The feeds that are counted.
    private struct Chosen: Equatable {
        struct Source: Equatable {
            let source: FeedSource
            let feed: Feed
        }

        /// The sources in the person's order, each with its feed in the order that was chosen last.
        var sources: [Source] = []
        /// The feeds that are combined.
        var combined: [Feed] = []

        /// Each feed once.
        var feeds: [Feed] {
            let own = sources.map(\.feed)
            return own + combined.filter { !own.contains($0) }
        }
    }

    private func chosen() async -> Chosen {
        var stored: [FeedSource] = []
        do {
            stored = try await list.sources().sources.map { FeedSource($0.name.kind, $0.name.text) }
        } catch {
            // Where the list cannot be read, the screen that shows it says so.
        }
        var memory = FeedChoiceMemory()
        do {
            memory = try await FeedChoiceMemory.read(from: store)
        } catch {
            // Without the stored choices the posts are shown, and counted, in the default order.
        }
        let sources = (leading + stored.filter { !leading.contains($0) }).map { source in
            let choice = memory.choice(for: feeds.key(of: source)) ?? feeds.usualChoice(for: source)
            return Chosen.Source(source: source, feed: feeds.feed(of: source, choice))
        }
        let combined = stored.count < 2 ? [] : stored.map { feeds.feed(of: $0, feeds.usualChoice(for: $0)) }
        return Chosen(sources: sources, combined: combined)
    }

    private func recount() async {
        generation += 1
        let mine = generation
        let all = await chosen()
        guard mine == generation, let provider else { return }
        guard all != counted || counting == nil else { return }
        counted = all
        counting?.cancel()
        let counts = provider.counts(of: all.feeds)
        let (waiting, shown) = AsyncStream.makeStream(of: Void.self)
        counting = Task { [weak self] in
            defer { shown.finish() }
            for await counts in counts {
                guard let self, !Task.isCancelled else { return }
                self.show(counts, of: all)
                shown.finish()
            }
        }
        for await _ in waiting {}
    }

    private func show(_ counts: UnreadCounts, of all: Chosen) {
        var state = State()
        for chosen in all.sources {
            if let count = counts[chosen.feed], count.number > 0 { state.counts[chosen.source] = count }
        }
        if let count = counts.count(of: all.combined), count.number > 0 { state.combined = count }
        self.state.set(state)
    }
}
