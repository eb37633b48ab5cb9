import Core
import PostFeatures

/// A post with its comments, shown by a `CommentThreadViewModel` and joined with what only a community has: the core of
/// the screens of a post and of its comments.
@MainActor
final class CommunityThreadModel {
    /// The post with its comments, as they are now.
    struct Content: Equatable {
        var post: CommunityPost?
        var comments: [CommunityComment] = []
        var phase = CommentThreadViewModel.Phase.initial
        var banner: Banner?
    }

    private(set) var content = Content()
    /// The thread itself.
    let thread: CommentThreadViewModel
    /// The account in use; `nil` for nobody.
    var viewer: AccountKey? { posts.viewer }

    private let posts: CommunityPosts
    private let feeds: CommunityFeeds
    private let publish: @MainActor (Content) -> Void
    private var token: ObservationToken?
    /// The person's changes of posts that are not sent.
    private var own = OwnPosts()
    private var following: ObservationToken?
    private var fields = PostFields(nil)

    /// Creates the post of an id; it starts nothing.
    ///
    /// - Parameters:
    ///   - id: The post, by the server's id.
    ///   - publish: Shows each change.
    init(_ id: CommunityPost.ID, publish: @escaping @MainActor (Content) -> Void) {
        thread = CommentThreadViewModel(
            id: Post.ID(site: .community, native: id), sort: CommunityProvider.sort, collapsesLikeServer: false)
        posts = CommunityPosts()
        feeds = Dependency.resolve(CommunityFeeds.self)
        self.publish = publish
    }

    /// Shows what is stored, asks the server, and follows what the person does from then on.
    ///
    /// A post that the server does not know any more leaves the stored lists, and one that has changed moves to where it
    /// belongs.
    func load() async {
        await readFields()
        if following == nil { following = posts.observeOwn { [weak self] in self?.take($0) } }
        if token == nil { token = thread.state.observe { [weak self] _ in self?.update() } }
        await thread.load()
        await readFields()
        update()
        do {
            let state = thread.state.value
            if let error = state.banner?.error, error.code == .notFound {
                try await feeds.remove(thread.id.native)
            } else if state.banner == nil, let item = state.item {
                // By what the server says, and not by a change that it may refuse.
                try await feeds.settle(CommunityPost(item, fields))
            }
        } catch {
            if error.isCancelled { return }
            // The lists are as they were, and their next pages tell the same.
            show { $0.banner = $0.banner ?? Banner(DataError(error), cause: .content) }
        }
    }

    /// Reads again what only a community has of the post, such as the pictures of people.
    private func readFields() async {
        do {
            fields = try await posts.fields(of: [thread.id])[thread.id] ?? fields
        } catch {
            // It is shown with what all posts have.
        }
    }

    private func take(_ new: OwnPosts) {
        guard new != own else { return }
        own = new
        update()
    }

    private func update() {
        let state = thread.state.value
        let viewer = viewer
        show { content in
            content.post = state.item.map { own.shown(CommunityPost($0, fields)) }
            content.comments = state.rows.compactMap { row in
                guard let comment = row.comment, row.own?.isDeleted != true else { return nil }
                return CommunityComment(comment, own: row.own, by: viewer, fields)
            }
            content.phase = state.phase
            content.banner = state.banner?.refused(.readPost)
        }
    }

    func show(_ change: (inout Content) -> Void) {
        change(&content)
        publish(content)
    }
}
