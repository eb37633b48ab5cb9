import Community
import Core
import PostFeatures

/// A list of posts, whichever it is: what the screen of lists needs of its view model.
@MainActor
protocol PostListSource: AnyObject {
    /// The posts as they are now.
    var posts: CommunityPostList { get }
    /// The category that is chosen, by its id; nil for all, and in lists that have none.
    var category: String? { get }
    /// The categories to choose from; none in lists that have none.
    var categories: [CommunityCategory] { get }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> ObservationToken
    func load() async
    func refresh() async
    func fill(_ gap: FeedGap) async
    func appeared(_ id: CommunityPost.ID) async
    func toggleLike(_ id: CommunityPost.ID) async
    func choose(_ category: String?)
    func dismissBanner()
    func stop()
}

extension CommunityHomeViewModel: PostListSource {
    var posts: CommunityPostList { state.value.list }
    var category: String? { state.value.category }
    var categories: [CommunityCategory] { state.value.categories }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> ObservationToken {
        state.observe { _ in changed() }
    }

    func appeared(_ id: CommunityPost.ID) async { await rowAppeared(id) }
}

extension HashtagViewModel: PostListSource {
    var posts: CommunityPostList { state.value.list }
    var category: String? { state.value.category }
    var categories: [CommunityCategory] { state.value.categories }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> ObservationToken {
        state.observe { _ in changed() }
    }

    // It searches when something is typed.
    func load() async {}
    func appeared(_ id: CommunityPost.ID) async { await rowAppeared(id) }
}

extension LikedPostsViewModel: PostListSource {
    var posts: CommunityPostList { state.value.list }
    var category: String? { nil }
    var categories: [CommunityCategory] { [] }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> ObservationToken {
        state.observe { _ in changed() }
    }

    func appeared(_ id: CommunityPost.ID) async { await tileAppeared(id) }
    func choose(_ category: String?) {}
}

extension PersonPostsViewModel: PostListSource {
    var posts: CommunityPostList { state.value.list }
    var category: String? { state.value.category }
    var categories: [CommunityCategory] { state.value.categories }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> ObservationToken {
        state.observe { _ in changed() }
    }

    func appeared(_ id: CommunityPost.ID) async { await tileAppeared(id) }
}
