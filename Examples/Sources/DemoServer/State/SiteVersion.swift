import Synchronization

/// The site at one moment: what was generated, and what people had done to it by then.
final class SiteVersion: Sendable {
    let base: Catalog
    let state: SiteState
    /// Unix time, in seconds.
    let referenceTime: Int
    private let merged = Mutex<Catalog?>(nil)

    init(base: Catalog, state: SiteState, referenceTime: Int) {
        self.base = base
        self.state = state
        self.referenceTime = referenceTime
    }

    /// The posts as everybody sees them, with those that people wrote; made when it is first asked for.
    var catalog: Catalog {
        merged.withLock { known in
            if let known { return known }
            let catalog = state == SiteState() ? base : merge()
            known = catalog
            return catalog
        }
    }

    private func merge() -> Catalog {
        var counts: [String: Int] = [:]
        for comment in state.comments { counts[comment.postID, default: 0] += 1 }
        var listed: [Post] = []
        var gone: [Post] = []
        for var post in state.posts.reversed().compactMap(post) + base.posts {
            post.commentCount += counts[post.id] ?? 0
            post.score += state.scores[post.fullname] ?? 0
            if let change = state.changes[post.fullname] {
                if let text = change.text, case .text = post.content { post.content = .text(text) }
                if let edited = change.edited { post.edit = .age(referenceTime - edited) }
                if change.isDeleted { post.delete() }
            }
            if post.isGone { gone.append(post) } else { listed.append(post) }
        }
        return Catalog(
            seed: base.seed, subreddits: base.subreddits, posts: listed, unlisted: gone,
            largeThreadPostID: base.largeThreadPostID)
    }

    /// A written post; nil where its community is not there.
    private func post(_ written: WrittenPost) -> Post? {
        guard let subreddit = base.subreddit(named: written.community) else { return nil }
        // A number that none of the rare cases of generated posts is dealt out by.
        let ordinal = 120 * (10_000 + written.number - SiteState.firstNumber)
        var post = Post(
            id: written.id, ordinal: ordinal, subreddit: subreddit, author: written.author, title: written.title,
            content: written.url.map { .address($0, text: written.text) } ?? .text(written.text),
            age: referenceTime - written.created, score: 0, upvoteRatio: 1, commentCount: 0)
        post.isNSFW = written.isNSFW
        post.isSpoiler = written.isSpoiler
        if let edited = written.edited { post.edit = .age(referenceTime - edited) }
        if written.isDeleted { post.delete() }
        return post
    }
}

extension Post {
    /// Takes away who wrote it and what it says; its title stays.
    fileprivate mutating func delete() {
        isGone = true
        deletedAuthor = author
        author = nil
        content = .removed(category: "deleted")
    }
}
