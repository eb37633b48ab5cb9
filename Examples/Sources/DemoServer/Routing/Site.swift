/// Answers the site's routes from its catalog.
struct Site: Sendable {
    private static let collections: Set = ["all", "popular"]

    let catalog: Catalog
    let media: MediaStore
    /// Unix time, in seconds.
    let referenceTime: Int

    /// The answer to a request; absolute addresses in it begin with `base`: scheme, host and port.
    func answer(path: String, query: ListingQuery, base: String) -> Answer {
        guard let route = Route(path: path) else { return .notFound }
        let links = SiteLinks(base: base, seed: catalog.seed)
        switch route {
        case .front(let sort):
            let isAdvertised = sort == .hot || sort == .best
            let posts = catalog.posts.filter { isAdvertised || $0.subreddit != nil }
            return listing(posts, sort: sort, query: query, links: links)
        case .subreddits(let names, let sort):
            return subreddits(names, sort: sort, query: query, links: links)
        case .about(let name):
            guard let subreddit = catalog.subreddit(named: name) else { return .notFound }
            if subreddit.isPrivate { return .forbidden(reason: "private") }
            return .json(SubredditRenderer.json(subreddit, links: links))
        case .submitted(let user):
            let posts = catalog.posts(by: user)
            if posts.isEmpty { return .notFound }
            return listing(posts, sort: query.sort.flatMap(PostSort.init) ?? .new, query: query, links: links)
        case .comments(let postID, let commentID):
            guard let post = catalog.post(id: postID) else { return .notFound }
            return thread(post, focus: commentID ?? query.comment, query: query, links: links)
        case .file(let kind, let name, let fileExtension):
            return media.answer(kind, name: name, fileExtension: fileExtension, query: query)
        }
    }

    private func subreddits(
        _ names: [String], sort: PostSort, query: ListingQuery, links: SiteLinks
    ) -> Answer {
        if names.contains(where: { Self.collections.contains($0.lowercased()) }) {
            return listing(catalog.posts.filter { $0.subreddit != nil }, sort: sort, query: query, links: links)
        }
        let known = names.compactMap(catalog.subreddit(named:))
        // Like the site: of several communities, those that do not exist or are closed are passed over.
        let open = Set(known.filter { !$0.isPrivate }.map(\.name))
        guard !open.isEmpty else { return known.isEmpty ? .notFound : .forbidden(reason: "private") }
        let posts = catalog.posts.filter { $0.subreddit.map { open.contains($0.name) } ?? false }
        return listing(posts, sort: sort, hasStickies: names.count == 1, query: query, links: links)
    }

    private func listing(
        _ posts: [Post], sort: PostSort, hasStickies: Bool = false, query: ListingQuery, links: SiteLinks
    ) -> Answer {
        var posts = posts
        if sort.hasPeriod, let limit = query.period.limit {
            posts.removeAll { $0.age > limit }
        }
        posts = sort.sorted(posts)
        var stickyCount = 0
        if hasStickies, sort == .hot {
            let stickies = posts.filter(\.isStickied)
            posts = stickies + posts.filter { !$0.isStickied }
            stickyCount = stickies.count
        }
        var start = 0
        if let after = query.after {
            guard let index = posts.firstIndex(where: { $0.fullname == after }) else {
                return .json(ListingRenderer.json([]))
            }
            start = index + 1
        }
        // What is pinned to the top comes on top of the page's size.
        let end = min(posts.count, start + query.pageSize + (start == 0 ? stickyCount : 0))
        let page = posts[start..<max(start, end)]
        let renderer = PostRenderer(links: links, referenceTime: referenceTime)
        let after = end < posts.count ? page.last?.fullname : nil
        return .json(ListingRenderer.json(page.map { renderer.json($0) }, after: after))
    }

    private func thread(_ post: Post, focus: String?, query: ListingQuery, links: SiteLinks) -> Answer {
        let posts = PostRenderer(links: links, referenceTime: referenceTime)
        let renderer = CommentRenderer(
            post: post, permalink: posts.permalink(of: post), referenceTime: referenceTime)
        var comments = CommentSort(named: query.sort).sorted(
            CommentGenerator(seed: catalog.seed, post: post).thread())
        var parent = post.fullname
        if let focus {
            guard let found = Self.comment(focus, in: comments, parent: parent) else { return .notFound }
            (comments, parent) = ([found.comment], found.parent)
        }
        let limit = min(500, max(1, query.limit ?? 200))
        return .json(
            .array([
                ListingRenderer.json([posts.json(post, isAlone: true)]),
                renderer.listing(comments, parent: parent, limit: limit),
            ]))
    }

    private static func comment(
        _ id: String, in comments: [Comment], parent: String
    ) -> (comment: Comment, parent: String)? {
        for comment in comments {
            if comment.id == id { return (comment, parent) }
            if let found = Self.comment(id, in: comment.replies, parent: comment.fullname) { return found }
        }
        return nil
    }
}
