public import Core

/// A view model of the search for a hashtag, in one category or in all.
///
/// It searches once nobody has typed or chosen for a second, and not again for the same; an empty text shows nothing.
@MainActor
public final class HashtagViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The categories to choose from, in their order.
        public let categories: [CommunityCategory]
        /// The category that is chosen, by its id; `nil` for all of them.
        public internal(set) var category: String?
        /// The text as it is typed.
        public internal(set) var text = ""
        /// The posts.
        public internal(set) var list = CommunityPostList()
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private static let pause = Duration.seconds(1)
    private let model: PostListModel
    /// What was searched for last, or is going to be.
    private var wanted: PostListing?

    /// Creates a view model of the registered services, with the first category chosen; it starts nothing.
    public init() {
        let categories = Dependency.resolve(CommunityConfiguration.self).categories
        let state = ObservableValue(State(categories: categories, category: categories.first?.id))
        self.state = state
        model = PostListModel(pageSize: 30, threshold: 3) { list in state.update { $0.list = list } }
    }

    /// Takes what the field has now.
    ///
    /// - Parameter text: The whole text, with a `#` in front or without.
    public func setText(_ text: String) {
        state.update { $0.text = text }
        search()
    }

    /// Chooses a category.
    ///
    /// - Parameter category: The category, by its id; `nil` for all of them.
    public func choose(_ category: String?) {
        state.update { $0.category = category }
        search()
    }

    /// Searches at once, as when a person ends typing.
    public func submit() async {
        guard let listing else { return }
        wanted = listing
        await model.show(listing)
    }

    private var listing: PostListing? {
        let text = PostListing.bare(state.value.text.filter { !$0.isWhitespace })
        return text.isEmpty ? nil : .hashtag(text, category: state.value.category)
    }

    private func search() {
        let listing = listing
        guard listing != wanted else { return }
        wanted = listing
        model.show(listing, after: Self.pause)
    }

    /// Fetches the first page again; a call within a second of one that counted does nothing.
    public func refresh() async { await model.refresh() }

    /// Fetches the next page.
    public func loadMore() async { await model.loadMore() }

    /// Fetches the posts that are missing in a gap.
    ///
    /// - Parameter gap: One of the list's.
    public func fill(_ gap: FeedGap) async { await model.fill(gap) }

    /// Loads more where one of the last three rows appears, once for each page.
    ///
    /// - Parameter id: The post that appeared.
    public func rowAppeared(_ id: CommunityPost.ID) async { await model.appeared(id) }

    /// Likes a post or ends that; as in ``CommunityHomeViewModel/toggleLike(_:)``.
    ///
    /// - Parameter id: The post.
    public func toggleLike(_ id: CommunityPost.ID) async { await model.toggleLike(id) }

    /// Dismisses the banner.
    public func dismissBanner() { model.dismissBanner() }

    /// Ends following the list, and what is waited for; call it when the screen goes.
    public func stop() {
        wanted = nil
        model.stop()
    }
}
