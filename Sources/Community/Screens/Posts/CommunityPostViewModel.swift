public import Core
public import PostFeatures

/// A view model of one post.
///
/// It starts nothing by itself: call ``load()``. What the person does shows in ``state`` at once; an error becomes
/// ``State/banner``.
@MainActor
public final class CommunityPostViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The post; `nil` until it is there.
        public internal(set) var post: CommunityPost?
        /// The number of comments, with the person's own that are not sent.
        public internal(set) var commentCount = 0
        /// Whether the post is the person's own, who may edit and delete it.
        public internal(set) var isOwn = false
        /// Whether it was deleted, here or elsewhere: leave the screen.
        public internal(set) var isDeleted = false
        /// The phase of the screen.
        public internal(set) var phase = CommentThreadViewModel.Phase.initial
        /// The failure to show, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of a post that was not loaded yet.
        public init() {}
    }

    /// The id of the post.
    public let id: CommunityPost.ID
    /// The state to draw.
    public let state = ObservableValue(State())

    private let model: CommunityThreadModel
    private let writer: CommunityWriter
    private var likes = Throttle(.milliseconds(400))
    private var deletions = Throttle(.milliseconds(400))

    /// Creates a view model of the registered services; it starts nothing.
    ///
    /// - Parameter id: The post, by the server's id.
    public init(_ id: CommunityPost.ID) {
        self.id = id
        writer = CommunityWriter()
        let state = state
        let accounts = Dependency.resolve(CommunityAccounts.self)
        model = CommunityThreadModel(id) { content in
            let viewer = accounts.sessions.accounts.value.current?.key
            state.update { shown in
                shown.post = content.post
                shown.commentCount = content.comments.count
                shown.isOwn = content.post?.isOwn(of: viewer) ?? false
                let isGone = content.banner?.error.code == .notFound
                shown.isDeleted = isGone || content.phase == .missing || content.post?.isDeleted ?? false
                (shown.phase, shown.banner) = (content.phase, content.banner)
            }
        }
    }

    /// Shows what is stored, asks the server, and follows what the person does from then on.
    public func load() async { await model.load() }

    /// Likes the post or ends that: shown at once, and sent once nothing was changed for 300 ms.
    ///
    /// A tap within 400 ms of one that counted is dropped.
    public func toggleLike() async {
        guard let post = model.content.post, likes.admits() else { return }
        do {
            try await writer.like(id, !post.isLiked, after: PostListModel.likePause)
            model.show { content in
                content.post = content.post?.withLike(!post.isLiked)
                content.banner = nil
            }
        } catch {
            fail(error)
        }
    }

    /// Deletes the post, which is the person's own; it comes back where that fails for good.
    public func delete() async {
        guard model.content.post != nil, deletions.admits() else { return }
        do {
            try await writer.delete(id)
            state.update { $0.isDeleted = true }
        } catch {
            fail(error)
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        model.thread.dismissBanner()
        model.show { $0.banner = nil }
    }

    private func fail(_ error: any Error) {
        if error.isCancelled { return }
        model.show { $0.banner = Banner(DataError(error), cause: .action) }
    }
}
