import ServerKit

/// The content of the demonstration site, by route.
struct Site: Sendable {
    private static let collections: Set = ["all", "popular"]

    let snapshot: SiteSnapshot

    private var catalog: Catalog { snapshot.catalog }

    /// The content at a route.
    ///
    /// - Parameters:
    ///   - route: Any route but `me`.
    ///   - query: The parameters of the request.
    /// - Returns: The whole of it, or the page of it that the query asks for.
    /// - Throws: The reason why there is nothing for the account that asks.
    func content(at route: Route, query: ListingQuery) throws(SiteRefusal) -> SiteContent {
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
            return about(subreddit)
        case .rules(let name):
            guard let subreddit = catalog.subreddit(named: name) else { throw .notFound }
            if subreddit.isPrivate { throw .forbidden(reason: "private") }
            return .rules(subreddit)
        case .aboutUser(let user):
            guard let author = snapshot.spelled(user) else { throw .notFound }
            return .user(author)
        case .submitted(let user):
            if snapshot.spelled(user) == nil { throw .notFound }
            let sort = query.sort.flatMap(PostSort.init) ?? .new
            return listing(catalog.posts(by: user), sort: sort, showsHidden: true, query: query)
        case .userComments(let user):
            if snapshot.spelled(user) == nil { throw .notFound }
            return page(of: snapshot.comments(by: user), query: query)
        case .overview(let user):
            if snapshot.spelled(user) == nil { throw .notFound }
            let posts = catalog.posts(by: user).map(SiteContent.Thing.post)
            return page(of: SiteContent.Thing.newestFirst(posts + snapshot.comments(by: user)), query: query)
        case .marked(let mark, let user):
            guard let key = snapshot.key, key == user.lowercased() else { throw .forbidden(reason: nil) }
            return marked(mark, query: query)
        case .info: return info(query)
        case .subscriptions:
            guard snapshot.reader != nil else { throw .forbidden(reason: nil) }
            return .subscriptions(catalog.subreddits.filter(snapshot.isSubscribed))
        case .inbox(let page): return try inbox(page, query: query)
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
        _ posts: [Post], sort: PostSort, hasStickies: Bool = false, showsHidden: Bool = false, query: ListingQuery
    ) -> SiteContent {
        let showsAll = showsHidden || query.showsAll || snapshot.person == nil
        var posts = showsAll ? posts : posts.filter { !snapshot.isHidden($0) }
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
    func page(of things: [SiteContent.Thing], bonus: Int = 0, query: ListingQuery) -> SiteContent {
        var start = 0
        if let after = query.after {
            guard let index = things.firstIndex(where: { $0.fullname == after }) else {
                return .listing([], after: nil)
            }
            start = index + 1
        }
        let end = max(start, min(things.count, start + query.pageSize + (start == 0 ? bonus : 0)))
        let page = things[start..<end].map { thing -> SiteContent.Thing in
            if case .post(let post) = thing { .post(snapshot.seen(post)) } else { thing }
        }
        return .listing(page, after: end < things.count ? page.last?.fullname : nil)
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
        var comments = CommentSort(named: query.sort).sorted(snapshot.thread(of: post))
        var parent = post.fullname
        if let focus {
            guard let found = Self.comment(focus, in: comments, parent: parent) else { throw .notFound }
            (comments, parent) = ([found.comment], found.parent)
        }
        let limit = min(500, max(1, query.limit ?? 200))
        return .thread(snapshot.seen(post), comments: comments, parent: parent, limit: limit)
    }

    /// The comments of a placeholder in the thread's order, without those that are not there.
    private func moreComments(_ query: ListingQuery) throws(SiteRefusal) -> SiteContent {
        guard let link = query.link, link.hasPrefix("t3_"), (1...100).contains(query.children.count) else {
            throw .badRequest
        }
        guard let post = catalog.post(id: String(link.dropFirst(3))) else { throw .notFound }
        let comments = CommentSort(named: query.sort).sorted(snapshot.thread(of: post))
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
