public import Core
public import PostFeatures

/// A list of posts as the community's screens draw it.
public struct CommunityPostList: Equatable, Sendable {
    /// The posts in order, without those that the person has deleted, or does not like any more in a list of liked ones.
    public internal(set) var posts: [CommunityPost] = []
    /// The gaps, each behind a post: where posts are missing.
    public internal(set) var gaps: [FeedGap] = []
    /// The phase of the list.
    public internal(set) var phase = ListProgress.initial
    /// Whether the server has nothing behind the last post.
    public internal(set) var isEnd = false
    /// The origin of the last answer.
    public internal(set) var origin = DataOrigin.database
    /// The parts of the last answer that could not be read.
    public internal(set) var issues: [DecodeIssue] = []
    /// The failure to show, until the next success.
    public internal(set) var banner: Banner?

    /// Creates a list that was not loaded yet.
    public init() {}
}

/// A list of posts that is shown by a `PostListViewModel`, joined with what only a community has, whose place can be
/// taken by another one: the core of the screens with lists.
@MainActor
final class PostListModel {
    /// The list as it is now.
    private(set) var content = CommunityPostList()
    /// The list that is shown; `nil` before the first.
    private(set) var listing: PostListing?

    private let configuration: CommunityConfiguration
    private let posts: CommunityPosts
    private let writer: CommunityWriter
    private let options: PostListViewModel.Configuration
    private let time: any TimeProvider
    /// Another list is resolved as the first one is.
    private let container: DependencyContainer
    private let publish: @MainActor (CommunityPostList) -> Void
    private var list: PostListViewModel?
    private var token: ObservationToken?
    /// The person's changes of posts that are not sent.
    private var own = OwnPosts()
    private var following: ObservationToken?
    /// What only a community has of the posts, as it was read for each.
    private var known: [Post.ID: (post: Post, fields: PostFields)] = [:]
    private var reading: Task<Void, Never>?
    private var switching: Task<Void, Never>?
    private var likes: [String: Throttle] = [:]
    private var deletions: Throttle
    private var pulls: Throttle
    /// The uptime at which another list was shown last behind a pause.
    private var switched: Duration?

    /// The least time between two lists that are shown behind a pause, and between two pulls that count.
    private static let second = Duration.seconds(1)
    /// The time for which a tap on a like keeps out others, and the time before the like is sent.
    static let likePause = Duration.milliseconds(300)

    /// Creates a list of the registered services; it starts nothing.
    ///
    /// - Parameters:
    ///   - pageSize: The number of posts of a page.
    ///   - threshold: The distance from the end, in posts, at which the next page is loaded.
    ///   - publish: Shows each change.
    init(pageSize: Int, threshold: Int, publish: @escaping @MainActor (CommunityPostList) -> Void) {
        configuration = Dependency.resolve(CommunityConfiguration.self)
        posts = CommunityPosts()
        writer = CommunityWriter()
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        container = Dependency.current
        options = PostListViewModel.Configuration(pageSize: pageSize, minimumVisible: 0, threshold: threshold)
        deletions = Throttle(.milliseconds(100), time: time)
        pulls = Throttle(Self.second, time: time)
        self.publish = publish
    }

    deinit {
        reading?.cancel()
        switching?.cancel()
    }

    /// The account in use; `nil` for nobody.
    var viewer: AccountKey? { posts.viewer }

    // MARK: Which list

    /// Shows a list in the place of the one before, and loads it.
    func show(_ listing: PostListing) async {
        switching?.cancel()
        switching = nil
        await replace(by: listing)
    }

    /// Shows a list in the place of the one before once nothing else was wanted for a while, and a second behind the
    /// last one that was shown so.
    ///
    /// - Parameters:
    ///   - listing: The list; `nil` for none.
    ///   - pause: The time to wait.
    func show(_ listing: PostListing?, after pause: Duration) {
        switching?.cancel()
        let pause = max(pause, switched.map { $0 + Self.second - time.uptime } ?? .zero)
        switching = Task { [weak self, time] in
            do {
                try await time.sleep(for: pause)
                try Task.checkCancellation()
            } catch {
                // Another list is wanted by now, or the screen is gone.
                return
            }
            self?.switched = time.uptime
            if let listing {
                await self?.replace(by: listing)
            } else {
                self?.clear()
            }
        }
    }

    private func replace(by listing: PostListing) async {
        if self.listing != listing || list == nil {
            clear()
            self.listing = listing
            let feed = configuration.feed(listing)
            let new = Dependency.withContainer(container) {
                PostListViewModel(feed: feed, policy: .networkElseStored, configuration: options)
            }
            list = new
            token = new.state.observe { [weak self] _ in self?.update() }
            following = posts.observeOwn { [weak self] in self?.take($0) }
        }
        await run { await $0.load() }
    }

    private func clear() {
        (token, following) = (nil, nil)
        list?.stop()
        (list, listing) = (nil, nil)
        reading?.cancel()
        (reading, known) = (nil, [:])
        show(CommunityPostList())
    }

    /// Ends following the list; loading begins anew.
    func stop() {
        switching?.cancel()
        switching = nil
        (token, following) = (nil, nil)
        list?.stop()
        list = nil
        reading?.cancel()
        reading = nil
    }

    // MARK: What a person does with it

    /// Fetches the first page again; a pull within a second of one that counted is dropped.
    func refresh() async {
        guard pulls.admits() else { return }
        await run { await $0.refresh() }
    }

    func loadMore() async { await run { await $0.loadMore() } }

    /// Fetches what is missing in a gap.
    func fill(_ gap: FeedGap) async { await run { await $0.fill(gap) } }

    /// Loads more where a post near the end appears.
    func appeared(_ id: String) async {
        guard content.posts.suffix(options.threshold).contains(where: { $0.id == id }),
            let last = list?.state.value.items.last
        else { return }
        await run { await $0.itemAppeared(last.id) }
    }

    /// Likes a post or ends that; a tap within 300 ms of one that counted is dropped.
    func toggleLike(_ id: String) async {
        guard let post = content.posts.first(where: { $0.id == id }) else { return }
        guard likes[id, default: Throttle(Self.likePause, time: time)].admits() else { return }
        await write {
            try await $0.like(id, !post.isLiked, after: Self.likePause)
        } show: { content in
            // It is stored; the list's own update comes a moment later.
            content.setLiked(id, !post.isLiked, in: listing)
        }
    }

    /// Deletes a post of one's own.
    func delete(_ id: String) async {
        guard deletions.admits() else { return }
        await write {
            try await $0.delete(id)
        } show: { content in
            content.posts.removeAll { $0.id == id }
        }
    }

    func dismissBanner() {
        list?.dismissBanner()
        var shown = content
        shown.banner = nil
        show(shown)
    }

    private func write(
        _ work: (CommunityWriter) async throws -> some Any, show change: (inout CommunityPostList) -> Void
    ) async {
        var shown = content
        do {
            _ = try await work(writer)
            shown = content
            if shown.banner?.cause == .action { shown.banner = nil }
            change(&shown)
        } catch {
            if error.isCancelled { return }
            shown = content
            shown.banner = Banner(DataError(error), cause: .action)
        }
        show(shown)
    }

    /// Runs something on the list, until its posts are shown.
    private func run(_ work: (PostListViewModel) async -> Void) async {
        guard let list else { return }
        await work(list)
        update()
        while let reading { await reading.value }
    }

    // MARK: Showing

    private func take(_ new: OwnPosts) {
        guard new != own else { return }
        own = new
        update()
    }

    /// Shows the list as it is, its posts once their fields were read.
    private func update() {
        guard let list else { return }
        let state = list.state.value
        var shown = content
        (shown.phase, shown.isEnd, shown.origin, shown.issues) = (state.phase, state.isEnd, state.origin, state.issues)
        if let banner = state.banner {
            shown.banner = banner.refused(.readPosts)
        } else if shown.banner?.cause == .content {
            shown.banner = nil
        }
        if missing(in: state).isEmpty {
            shown.posts = state.items
                .map { own.shown(CommunityPost($0, known[$0.id]?.fields ?? PostFields(nil))) }
                .filter { post in listing.map(post.isShown) ?? true }
            shown.gaps = state.gaps
        } else if reading == nil {
            reading = Task { [weak self] in await self?.read() }
        }
        show(shown)
    }

    private func missing(in state: PostListViewModel.State) -> [FeedItem] {
        state.items.filter { known[$0.id]?.post != $0.post }
    }

    private func read() async {
        while let list, !Task.isCancelled {
            let items = missing(in: list.state.value)
            guard !items.isEmpty else { break }
            var fields: [Post.ID: PostFields] = [:]
            do {
                fields = try await posts.fields(of: items.map(\.id))
            } catch {
                // They are shown with what all posts have; the next reading of the list tries again.
            }
            // Another list is shown by now.
            guard !Task.isCancelled, list === self.list else { return }
            for item in items { known[item.id] = (item.post, fields[item.id] ?? PostFields(nil)) }
        }
        guard !Task.isCancelled else { return }
        reading = nil
        update()
    }

    private func show(_ new: CommunityPostList) {
        content = new
        publish(new)
    }
}

extension CommunityPostList {
    /// Shows a like that is stored already.
    fileprivate mutating func setLiked(_ id: String, _ isLiked: Bool, in listing: PostListing?) {
        guard let index = posts.firstIndex(where: { $0.id == id }) else { return }
        let post = posts[index].withLike(isLiked)
        posts[index] = post
        if let listing, !post.isShown(in: listing) { posts.remove(at: index) }
    }
}

extension CommunityPost {
    /// The post with another like.
    func withLike(_ isLiked: Bool) -> CommunityPost {
        var item = item
        item.status.vote = isLiked ? .up : nil
        return CommunityPost(item, of: self)
    }
}

extension Banner {
    /// The banner with the community's own sentence, where its server has refused the call.
    func refused(_ call: CommunityCall) -> Banner {
        var banner = self
        if let error = error.underlying as? NetworkError { banner.error = CommunityRefusal.shown(error, of: call) }
        return banner
    }
}
