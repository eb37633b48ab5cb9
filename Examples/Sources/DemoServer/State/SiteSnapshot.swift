/// The site at one moment as one account sees it.
struct SiteSnapshot: Sendable {
    let version: SiteVersion
    /// The name of the account that asks, as it is spelled; nil for nobody.
    let reader: String?
    /// The names of all accounts, as they are spelled; what was generated as marked belongs to the first.
    let accounts: [String]

    var base: Catalog { version.base }
    var state: SiteState { version.state }
    var referenceTime: Int { version.referenceTime }
    /// The posts as everybody sees them.
    var catalog: Catalog { version.catalog }

    /// The key of the account that asks.
    var key: String? { reader?.lowercased() }

    /// The texts and marks of the account that asks.
    var person: SiteState.Person? { key.flatMap { state.people[$0] } }

    /// The name of an account, as it is spelled; nil for one that is not known.
    func spelled(_ name: String) -> String? {
        let key = name.lowercased()
        return accounts.first { $0.lowercased() == key } ?? base.posts(by: name).first?.author
    }

    /// The post as the account that asks sees it.
    func seen(_ post: Post) -> Post {
        var post = post
        post.account = marks(of: post)
        if case .crosspost(let parent) = post.content {
            post.content = .crosspost(seen(catalog.post(id: parent.id) ?? parent))
        }
        return post
    }

    /// The marks that the account that asks has set on a post.
    private func marks(of post: Post) -> Post.AccountState {
        guard let key else { return Post.AccountState() }
        var marks = Post.AccountState()
        if key == accounts.first?.lowercased(), let generated = base.post(id: post.id) { marks = generated.account }
        guard let person else { return marks }
        if let vote = person.votes[post.fullname] { marks.vote = vote == 0 ? nil : vote > 0 }
        marks.isSaved = person.saved[post.fullname] ?? marks.isSaved
        marks.isHidden = person.hidden[post.fullname] ?? marks.isHidden
        marks.isRead = person.read[post.fullname] ?? marks.isRead
        return marks
    }

    /// Whether the account that asks has hidden a post, which keeps it out of its lists.
    ///
    /// A post that was generated as hidden is in lists all the same, so that there is one to be seen.
    func isHidden(_ post: Post) -> Bool {
        person?.hidden[post.fullname] ?? false
    }

    /// Whether the account that asks is subscribed to a community.
    func isSubscribed(to subreddit: Subreddit) -> Bool {
        person?.subscriptions[subreddit.name.lowercased()] ?? false
    }

    /// The vote of the account that asks: 1, -1 or 0.
    func vote(on thing: SiteContent.Thing) -> Int {
        let vote: Bool? =
            switch thing {
            case .post(let post): marks(of: post).vote
            case .comment(let comment, _, _): comment.vote
            case .community: nil
            }
        return vote.map { $0 ? 1 : -1 } ?? 0
    }
}
