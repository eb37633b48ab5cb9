public import Core

/// A view model of the start screen: the posts of a category, page by page.
///
/// It starts nothing by itself: call ``load()``. A method returns when ``state`` shows what it did; an error becomes the
/// banner of the list and never removes a post.
@MainActor
public final class CommunityHomeViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The categories to choose from, in their order.
        public let categories: [CommunityCategory]
        /// The category that is chosen, by its id; `nil` for all of them.
        public internal(set) var category: String?
        /// The posts.
        public internal(set) var list = CommunityPostList()
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private static let pause = Duration.milliseconds(400)
    private let model: PostListModel

    /// Creates a view model of the registered services, with the first category chosen; it starts nothing.
    public init() {
        let categories = Dependency.resolve(CommunityConfiguration.self).categories
        let state = ObservableValue(State(categories: categories, category: categories.first?.id))
        self.state = state
        model = PostListModel(pageSize: 10, threshold: 3) { list in state.update { $0.list = list } }
    }

    /// Shows what is stored of the category, asks the server, and follows what changes from then on.
    public func load() async { await model.show(.all(category: state.value.category)) }

    /// Chooses a category; its posts come once nothing else was chosen for 400 ms.
    ///
    /// - Parameter category: The category, by its id; `nil` for all of them.
    public func choose(_ category: String?) {
        guard category != state.value.category else { return }
        state.update { $0.category = category }
        model.show(.all(category: category), after: Self.pause)
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

    /// Likes a post or ends that: shown at once, and sent once nothing was changed for 300 ms.
    ///
    /// A tap within 300 ms of one that counted is dropped.
    ///
    /// - Parameter id: The post.
    public func toggleLike(_ id: CommunityPost.ID) async { await model.toggleLike(id) }

    /// Deletes a post of the person's own; it comes back where that fails for good.
    ///
    /// - Parameter id: The post.
    public func delete(_ id: CommunityPost.ID) async { await model.delete(id) }

    /// Whether a post is the person's own, who may edit and delete it.
    ///
    /// - Parameter post: The post.
    /// - Returns: True for one of the account in use.
    public func isOwn(_ post: CommunityPost) -> Bool { post.isOwn(of: model.viewer) }

    /// Dismisses the banner.
    public func dismissBanner() { model.dismissBanner() }

    /// Ends following the list; call it when the screen goes.
    public func stop() { model.stop() }
}
