/// The content of the demonstration site, by route.
struct Site: Sendable {
    private static let collections: Set = ["all", "popular"]

    let catalog: Catalog

    /// The content at a route.
    ///
    /// - Parameters:
    ///   - route: Any route but `me`.
    ///   - query: The parameters of the request.
    ///   - reader: The account that asks, or nil for anyone.
    /// - Returns: The whole of it, or the page of it that the query asks for.
    /// - Throws: The reason why there is nothing for this reader.
    func content(at route: Route, query: ListingQuery, reader: String?) throws(SiteRefusal) -> SiteContent {
        switch route {
        case .front(let sort):
            let isAdvertised = sort == .hot || sort == .best
            let posts = catalog.posts.filter { isAdvertised || $0.subreddit != nil }
            return listing(posts, sort: sort, query: query)
        case .subreddits(let names, let sort):
            return listing(try posts(of: names), sort: sort, hasStickies: isOne(names), query: query)
        case .about(let name):
            guard let subreddit = catalog.subreddit(named: name) else { throw .notFound }
            if subreddit.isPrivate { throw .forbidden(reason: "private") }
            return .about(subreddit)
        case .aboutUser(let user):
            guard let author = catalog.posts(by: user).first?.author else { throw .notFound }
            return .user(author)
        case .submitted(let user):
            let posts = catalog.posts(by: user)
            if posts.isEmpty { throw .notFound }
            return listing(posts, sort: query.sort.flatMap(PostSort.init) ?? .new, query: query)
        case .overview(let user): return try overview(of: user, query: query)
        case .saved(let user):
            guard let reader, reader.lowercased() == user.lowercased() else { throw .forbidden(reason: nil) }
            return listing(catalog.posts.filter(\.account.isSaved), sort: .new, query: query)
        case .search(let names):
            let posts = names.isEmpty || !query.isRestricted ? try posts(of: ["all"]) : try posts(of: names)
            return search(posts, query: query)
        case .comments(let postID, let commentID):
            guard let post = catalog.post(id: postID) else { throw .notFound }
            return try thread(post, focus: commentID ?? query.comment, query: query)
        case .moreComments: return try moreComments(query)
        case .file(let kind, let name, let fileExtension):
            return .file(kind, name: name, fileExtension: fileExtension)
        case .me: throw .notFound
        }
    }

    private func isOne(_ names: [String]) -> Bool {
        names.count == 1 && !Self.collections.contains(names[0].lowercased())
    }

    private func posts(of names: [String]) throws(SiteRefusal) -> [Post] {
        if names.contains(where: { Self.collections.contains($0.lowercased()) }) {
            return catalog.posts.filter { $0.subreddit != nil }
        }
        let known = names.compactMap(catalog.subreddit(named:))
        // Like the site: of several communities, those that do not exist or are closed are passed over.
        let open = Set(known.filter { !$0.isPrivate }.map(\.name))
        if open.isEmpty { throw known.isEmpty ? .notFound : .forbidden(reason: "private") }
        return catalog.posts.filter { $0.subreddit.map { open.contains($0.name) } ?? false }
    }

    private func listing(
        _ posts: [Post], sort: PostSort, hasStickies: Bool = false, query: ListingQuery
    ) -> SiteContent {
        var posts = posts
        if sort.hasPeriod, let limit = (query.period ?? .day).limit {
            posts.removeAll { $0.age > limit }
        }
        posts = sort.sorted(posts)
        var stickyCount = 0
        if hasStickies, sort == .hot {
            let stickies = posts.filter(\.isStickied)
            posts = stickies + posts.filter { !$0.isStickied }
            stickyCount = stickies.count
        }
        return page(of: posts.map(SiteContent.Thing.post), bonus: stickyCount, query: query)
    }

    /// The page a query asks for; what is pinned to the top comes on top of the first page's size.
    private func page(of things: [SiteContent.Thing], bonus: Int = 0, query: ListingQuery) -> SiteContent {
        var start = 0
        if let after = query.after {
            guard let index = things.firstIndex(where: { $0.fullname == after }) else {
                return .listing([], after: nil)
            }
            start = index + 1
        }
        let end = max(start, min(things.count, start + query.pageSize + (start == 0 ? bonus : 0)))
        let page = Array(things[start..<end])
        return .listing(page, after: end < things.count ? page.last?.fullname : nil)
    }

    /// Posts, and between them the author's own comments on them, the newest first.
    private func overview(of user: String, query: ListingQuery) throws(SiteRefusal) -> SiteContent {
        let posts = catalog.posts(by: user)
        if posts.isEmpty { throw .notFound }
        var things: [SiteContent.Thing] = []
        for post in posts {
            things.append(.post(post))
            let thread = CommentGenerator(seed: catalog.seed, post: post).thread()
            for (comment, ancestors) in thread.flatMap({ $0.flattened() }) where comment.isByPostAuthor {
                let parent = ancestors.last.map { "t1_" + $0 } ?? post.fullname
                things.append(.comment(comment, parent: parent, on: post))
            }
        }
        let ordered = things.enumerated()
            .sorted { ($0.element.age, $0.offset) < ($1.element.age, $1.offset) }
            .map(\.element)
        return page(of: ordered, query: query)
    }

    /// Posts with every word in their title or text; without words there are none.
    private func search(_ posts: [Post], query: ListingQuery) -> SiteContent {
        var posts = query.words.isEmpty ? [] : posts.filter { $0.contains(query.words) }
        if let limit = query.period?.limit { posts.removeAll { $0.age > limit } }
        switch query.sort {
        case "comments":
            posts.sort { ($0.commentCount, $0.ordinal) > ($1.commentCount, $1.ordinal) }
        case "new": posts = PostSort.new.sorted(posts)
        case "top": posts = PostSort.top.sorted(posts)
        default: posts = PostSort.hot.sorted(posts)
        }
        return page(of: posts.map(SiteContent.Thing.post), query: query)
    }

    private func thread(_ post: Post, focus: String?, query: ListingQuery) throws(SiteRefusal) -> SiteContent {
        var comments = CommentSort(named: query.sort).sorted(
            CommentGenerator(seed: catalog.seed, post: post).thread())
        var parent = post.fullname
        if let focus {
            guard let found = Self.comment(focus, in: comments, parent: parent) else { throw .notFound }
            (comments, parent) = ([found.comment], found.parent)
        }
        return .thread(post, comments: comments, parent: parent, limit: min(500, max(1, query.limit ?? 200)))
    }

    /// The comments of a placeholder in the thread's order, without those that are not there.
    private func moreComments(_ query: ListingQuery) throws(SiteRefusal) -> SiteContent {
        guard let link = query.link, link.hasPrefix("t3_"), (1...100).contains(query.children.count) else {
            throw .badRequest
        }
        guard let post = catalog.post(id: String(link.dropFirst(3))) else { throw .notFound }
        let comments = CommentSort(named: query.sort).sorted(CommentGenerator(seed: catalog.seed, post: post).thread())
        var replies: [SiteContent.Reply] = []
        Self.find(Set(query.children), in: comments, parent: post.fullname, depth: 0, into: &replies)
        return .more(replies, on: post, limit: query.limitsChildren ? 0 : 400)
    }

    private static func find(
        _ ids: Set<String>, in comments: [Comment], parent: String, depth: Int, into replies: inout [SiteContent.Reply]
    ) {
        for comment in comments {
            if ids.contains(comment.id) {
                replies.append(SiteContent.Reply(comment: comment, parent: parent, depth: depth))
            } else {
                find(ids, in: comment.replies, parent: comment.fullname, depth: depth + 1, into: &replies)
            }
        }
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
