/// Everything the demo site has: the communities and their posts.
struct Catalog: Sendable {
    let seed: UInt64
    let subreddits: [Subreddit]
    /// The post whose thread is as large as was asked for, or nil where none is; without the `t3_`.
    let largeThreadPostID: String?
    /// All posts, the newest first.
    let posts: [Post]
    private let postsByID: [String: Post]
    private let subredditsByName: [String: Subreddit]

    /// Creates a catalog.
    ///
    /// - Parameters:
    ///   - seed: The seed that it was generated from.
    ///   - subreddits: The communities.
    ///   - posts: The posts of lists, the newest first.
    ///   - unlisted: Posts that are in no list but can be asked for by their ids.
    ///   - largeThreadPostID: The post whose thread is as large as was asked for.
    init(
        seed: UInt64, subreddits: [Subreddit], posts: [Post], unlisted: [Post] = [], largeThreadPostID: String? = nil
    ) {
        self.seed = seed
        self.largeThreadPostID = largeThreadPostID
        self.subreddits = subreddits
        self.posts = posts
        postsByID = Dictionary((posts + unlisted).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        subredditsByName = Dictionary(
            subreddits.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The post with that id, which is without the `t3_`.
    func post(id: String) -> Post? {
        postsByID[id.lowercased()]
    }

    /// The post that the comment with that id, which is without the `t1_`, would be on.
    func post(ofComment id: String) -> Post? {
        guard let place = CommentGenerator.place(ofComment: id) else { return nil }
        guard case .ordinal(let ordinal) = place else { return largeThreadPostID.flatMap(post(id:)) }
        let index = posts.count - 1 - ordinal
        return posts.indices.contains(index) ? posts[index] : nil
    }

    /// The community of that name, in whatever case.
    func subreddit(named name: String) -> Subreddit? {
        subredditsByName[name.lowercased()]
    }

    /// The posts of an account, newest first; empty for an unknown name.
    func posts(by author: String) -> [Post] {
        let author = author.lowercased()
        return posts.filter { $0.author?.lowercased() == author }
    }
}
