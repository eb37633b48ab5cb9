public import Core
public import PostFeatures

/// A view model of the posts that the person likes, in two columns.
///
/// It starts nothing by itself: call ``load()``. A post that is not liked any more leaves the list at once, and comes back
/// where that fails for good; one that is liked elsewhere enters its head.
@MainActor
public final class LikedPostsViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The posts.
        public internal(set) var list = CommunityPostList()

        /// Creates a state of a list that was not loaded yet.
        public init() {}

        /// Lays the posts out in two columns, each picture as high as its ratio says and 60 points below it.
        ///
        /// - Parameter width: The width of the screen, in points.
        /// - Returns: The layout, with a frame for each post of the list in its order.
        /// - Complexity: O(*n*) in the posts.
        public func layout(width: Double) -> MasonryLayout {
            var layout = MasonryLayout(
                width: width,
                configuration: MasonryLayout.Configuration(
                    minimumColumnWidth: 1, maximumColumns: 2, columnSpacing: 6, rowSpacing: 6,
                    insets: LayoutInsets(top: 0, left: 6, bottom: 0, right: 6)))
            layout.append(heights: list.posts.map { width / 2 / ($0.aspect ?? 1) + 60 })
            return layout
        }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let model: PostListModel

    /// Creates a view model of the registered services; it starts nothing.
    public init() {
        let state = state
        model = PostListModel(pageSize: 12, threshold: 1) { list in state.update { $0.list = list } }
    }

    /// Shows what is stored, asks the server, and follows what changes from then on.
    public func load() async { await model.show(.liked) }

    /// Fetches the first page again; a call within a second of one that counted does nothing.
    public func refresh() async { await model.refresh() }

    /// Fetches the next page.
    public func loadMore() async { await model.loadMore() }

    /// Fetches the posts that are missing in a gap.
    ///
    /// - Parameter gap: One of the list's.
    public func fill(_ gap: FeedGap) async { await model.fill(gap) }

    /// Loads more where the last tile appears, once for each page.
    ///
    /// - Parameter id: The post that appeared.
    public func tileAppeared(_ id: CommunityPost.ID) async { await model.appeared(id) }

    /// Ends a like; as in ``CommunityHomeViewModel/toggleLike(_:)``.
    ///
    /// - Parameter id: The post.
    public func toggleLike(_ id: CommunityPost.ID) async { await model.toggleLike(id) }

    /// Dismisses the banner.
    public func dismissBanner() { model.dismissBanner() }

    /// Ends following the list; call it when the screen goes.
    public func stop() { model.stop() }
}
