import Foundation

// An account's own posts.

extension OwnTexts {
    /// The new post of an id; the id of the entry that made it names it also when it is sent.
    ///
    /// - Parameter id: The id.
    /// - Returns: The post; `nil` for one that is not new.
    package func newPost(_ id: Post.ID) -> NewPost? {
        posts.first { post in
            post.id == id || post.id.site == id.site && made[.post(post.id)]?.rawValue == id.native
        }
    }

    /// Whether there is anything to say of a post.
    package var hasPosts: Bool { targets.contains { $0.kind == .post } }

    /// Returns an unsent post as lists and details show it.
    ///
    /// - Parameters:
    ///   - new: The post.
    ///   - author: The name of the account's person; `nil` where it is not known.
    /// - Returns: The post, with its author's vote and without a score.
    package func item(of new: NewPost, by author: String?) -> FeedItem {
        let media = Media(kind: new.url == nil ? .text : .link)
        var post = Post(id: new.id, title: new.title, media: media)
        post.author = author
        post.created = new.date
        post.text = new.text
        post.commentCount = 0
        if let url = new.url {
            post.url = ResourceLink(url, on: new.id.site)
            post.domain = URL(string: url)?.host(percentEncoded: false)
        }
        if let community = new.community?.native {
            post.subreddit = community.hasPrefix("r/") ? String(community.dropFirst(2)) : community
        }
        var marks = Marks()
        // A site counts its author's vote for a post from the start; and who wrote it has read it.
        (marks.vote, marks.isVoteTold, marks.isRead) = (.up, true, true)
        var item = FeedItem(post: post, status: PostStatus(id: new.id, marks: marks))
        item.lay(self)
        return item
    }
}

extension FeedItem {
    /// Lays over a post what the account that looks changed and deleted of it.
    ///
    /// **This is the only place where posts are joined with it.** A deleted post stays in its place, without its
    /// content.
    ///
    /// - Parameter own: The account's texts.
    package mutating func lay(_ own: OwnTexts) {
        let target = StatusTarget.post(id)
        let isNew = own.posts.contains { $0.id == id }
        guard let facts = own.facts(about: target, over: isNew ? nil : post.text) else { return }
        self.own = facts
        // A text's own page may be its address, and a link may have a text, too.
        if let text = own.changes[target]?.text, text != post.text { post.text = text }
        if facts.isDeleted {
            post.text = nil
            post.media = Media(kind: .removed)
        }
    }
}
