public import Core

/// A view model of the posts of a person, of one category or of all, as the grid of a profile shows them.
///
/// It starts nothing by itself: call ``load()``.
@MainActor
public final class PersonPostsViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The id of the person; `nil` where nobody is signed in whose posts these would be.
        public internal(set) var person: Person.ID?
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
    private let person: Person.ID?
    private let model: PostListModel

    /// Creates a view model of the registered services; it starts nothing.
    ///
    /// - Parameters:
    ///   - person: The id of the person; `nil`, the default, for whoever is in use when it is loaded.
    ///   - category: The category that is chosen at first, by its id; all of them by default.
    public init(of person: Person.ID? = nil, category: String? = nil) {
        self.person = person
        let categories = Dependency.resolve(CommunityConfiguration.self).categories
        let state = ObservableValue(State(person: person, categories: categories, category: category))
        self.state = state
        model = PostListModel(pageSize: 20, threshold: 3) { list in state.update { $0.list = list } }
    }

    /// Shows what is stored of the posts, asks the server, and follows what changes from then on.
    ///
    /// Where nobody is signed in whose posts these would be, nothing is shown.
    public func load() async {
        let person = person ?? model.viewer?.name
        state.update { $0.person = person }
        if let person { await model.show(.of(user: person, category: state.value.category)) }
    }

    /// Chooses a category; its posts come once nothing else was chosen for 400 ms.
    ///
    /// - Parameter category: The category, by its id; `nil` for all of them.
    public func choose(_ category: String?) {
        guard category != state.value.category else { return }
        state.update { $0.category = category }
        if let person = state.value.person {
            model.show(.of(user: person, category: category), after: Self.pause)
        }
    }

    /// Fetches the first page again; a call within a second of one that counted does nothing.
    public func refresh() async { await model.refresh() }

    /// Fetches the next page.
    public func loadMore() async { await model.loadMore() }

    /// Fetches the posts that are missing in a gap.
    ///
    /// - Parameter gap: One of the list's.
    public func fill(_ gap: FeedGap) async { await model.fill(gap) }

    /// Loads more where one of the last three tiles appears, once for each page.
    ///
    /// - Parameter id: The post that appeared.
    public func tileAppeared(_ id: CommunityPost.ID) async { await model.appeared(id) }

    /// Likes a post or ends that; as in ``CommunityHomeViewModel/toggleLike(_:)``.
    ///
    /// - Parameter id: The post.
    public func toggleLike(_ id: CommunityPost.ID) async { await model.toggleLike(id) }

    /// Dismisses the banner.
    public func dismissBanner() { model.dismissBanner() }

    /// Ends following the list; call it when the screen goes.
    public func stop() { model.stop() }
}
