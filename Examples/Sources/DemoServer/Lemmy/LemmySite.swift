import Foundation
import ServerKit

/// Answers the routes of Lemmy's API, as version 0.19 does.
struct LemmySite: Sendable {
    let snapshot: SiteSnapshot
    let links: SiteLinks
    let settings: DemoServer.Authorization

    private var catalog: Catalog { snapshot.catalog }
    var renderer: LemmyRenderer { LemmyRenderer(links: links, snapshot: snapshot) }

    /// The account that asks.
    var account: DemoServer.Account? {
        settings.accounts.first { $0.name == snapshot.reader }
    }

    /// Whether what is at a path is a list, which a server may show as it was some seconds ago.
    static func isList(_ path: String) -> Bool {
        ["post/list", "comment/list", "user", "search"].contains(page(path))
    }

    /// The part of a path behind `/api/v3`.
    static func page(_ path: String) -> String {
        path.lowercased().split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    func answer(path: String, query items: [URLQueryItem]) -> Answer {
        let query = LemmyQuery(items)
        do throws(LemmyRefusal) {
            switch Self.page(path) {
            case "post/list": return .plainJSON(try posts(query))
            case "post": return .plainJSON(try post(query))
            case "comment": return .plainJSON(try comment(query))
            case "comment/list": return .plainJSON(try comments(query))
            case "community": return .plainJSON(try community(query))
            case "user": return .plainJSON(try user(query))
            case "search": return .plainJSON(try search(query))
            case "site": return .plainJSON(renderer.site(catalog, account: account))
            case "user/validate_auth":
                if account == nil { throw LemmyRefusal.notSignedIn }
                return .plainJSON(.object([("success", .bool(true))]))
            case "user/replies": return .plainJSON(try replies(query))
            case "user/mention": return .plainJSON(try mentions(query))
            case "user/unread_count": return .plainJSON(try unreadCount())
            default: return Answer(status: 404, body: .empty)
            }
        } catch {
            return error.answer
        }
    }

    private func posts(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        let error = "couldnt_get_posts"
        let sort = try query.sort(default: .active)
        let limit = try query.limit(orElse: error)
        var posts = try candidates(query)
        if query["community_name"] != nil || query["community_id"] != nil {
            // What is featured stays on top of its community, whatever the order.
            posts = sort.sorted(posts.filter(\.isStickied)) + sort.sorted(posts.filter { !$0.isStickied })
        } else {
            posts = sort.sorted(posts)
        }
        var start = (try query.page(orElse: error) - 1) * limit
        if let cursor = query["page_cursor"] {
            start = try index(after: cursor, in: posts) + 1
        }
        let page = posts.dropFirst(start).prefix(limit)
        var json = JSONObject([("posts", .array(page.compactMap(renderer.view)))])
        // The server does not look ahead: the last page that has posts names a next one, which is empty.
        if let last = page.last { json.add("next_page", .string(Self.cursor(after: last))) }
        return .object(json)
    }

    /// The posts of the community that was asked for, or of all; what was removed is not shown.
    private func candidates(_ query: LemmyQuery) throws(LemmyRefusal) -> [Post] {
        let isLocal = try query.isLocal()
        let wanted = try wantedCommunity(query, name: "community_name", id: "community_id")
        return catalog.posts.filter { post in
            guard let subreddit = post.subreddit, isWanted(post, query) else { return false }
            if case .removed = post.content { return false }
            if let wanted { return subreddit.name == wanted.name }
            if query["type_"] == "Subscribed", account != nil { return snapshot.isSubscribed(to: subreddit) }
            return !isLocal || LemmyRenderer.host(of: subreddit) == LemmyRenderer.host
        }
    }

    /// Whether a post is one of those that the account that asks wants: of its saved or liked ones only, or all but
    /// those that it has hidden.
    private func isWanted(_ post: Post, _ query: LemmyQuery) -> Bool {
        guard account != nil else { return true }
        let marks = snapshot.seen(post).account
        if query["saved_only"] == "true" { return marks.isSaved }
        if query["liked_only"] == "true" { return marks.vote == true }
        if query["disliked_only"] == "true" { return marks.vote == false }
        return query["show_hidden"] == "true" || !snapshot.isHidden(post)
    }

    /// The community that parameters name, or nil when they name none.
    private func wantedCommunity(
        _ query: LemmyQuery, name nameKey: String, id idKey: String
    ) throws(LemmyRefusal) -> Subreddit? {
        var found: Subreddit?
        if let id = try query.number(idKey) {
            found = catalog.subreddits.first { LemmyID.number(ofName: $0.name) == id }
        } else if let name = query[nameKey] {
            let parts = name.split(separator: "@", maxSplits: 1).map(String.init)
            // A name without a host is one of the server's own.
            let host = parts.count == 2 ? parts[1].lowercased() : LemmyRenderer.host
            found = parts.first.flatMap(catalog.subreddit(named:)).flatMap {
                LemmyRenderer.host(of: $0) == host ? $0 : nil
            }
        } else {
            return nil
        }
        guard let found, !found.isPrivate else { throw .notFound("couldnt_find_community") }
        return found
    }

    private static func cursor(after post: Post) -> String {
        "P" + String(LemmyID.number(post.id), radix: 16)
    }

    private func index(after cursor: String, in posts: [Post]) throws(LemmyRefusal) -> Int {
        guard cursor.hasPrefix("P"), let number = Int(cursor.dropFirst(), radix: 16),
            let index = posts.firstIndex(where: { LemmyID.number($0.id) == number })
        else { throw .refused("couldnt_get_posts") }
        return index
    }

    private func post(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        guard let post = try wantedPost(query, key: "id"), !post.isGone, let view = renderer.view(post),
            let subreddit = post.subreddit
        else { throw .notFound("couldnt_find_post") }
        return .object([
            ("post_view", view), ("community_view", renderer.view(subreddit, posts: posts(of: subreddit))),
            ("moderators", .array([])), ("cross_posts", .array([])),
        ])
    }

    private func comment(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        guard let id = try query.number("id"), let found = snapshot.comment(id: String(id, radix: 36)),
            let view = renderer.view(LemmyComment(found.comment, below: found.ancestors, on: found.post))
        else { throw .notFound("couldnt_find_comment") }
        return .object([("comment_view", view), ("recipient_ids", .array([]))])
    }

    private func wantedPost(_ query: LemmyQuery, key: String) throws(LemmyRefusal) -> Post? {
        guard let id = try query.number(key) else { return nil }
        guard let post = catalog.post(id: String(id, radix: 36)), post.subreddit != nil else {
            throw .notFound("couldnt_find_post")
        }
        return post
    }

    /// A thread, flat: with `max_depth` up to 300 comments, without it `limit` of them to a page.
    private func comments(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        let sort = try query.sort(default: .hot)
        let error = "couldnt_get_comments"
        var comments: [LemmyComment]
        if let post = try wantedPost(query, key: "post_id") {
            comments = LemmyComment.all(on: post, in: snapshot)
        } else if let parent = try query.number("parent_id"),
            let post = snapshot.post(ofComment: String(parent, radix: 36)), post.subreddit != nil
        {
            comments = LemmyComment.all(on: post, in: snapshot)
        } else {
            comments = PostSort.new.sorted(try candidates(query)).prefix(10).flatMap {
                LemmyComment.all(on: $0, in: snapshot)
            }
        }
        if account != nil, query["saved_only"] == "true" { comments.removeAll { !$0.comment.isSaved } }
        var depth = 0
        if let parent = try query.number("parent_id") {
            guard let found = comments.first(where: { LemmyID.number($0.comment.id) == parent }) else {
                throw .notFound("couldnt_find_comment")
            }
            depth = found.depth
            comments.removeAll { $0.path != found.path && !$0.path.hasPrefix(found.path + ".") }
        }
        if let limit = try query.number("max_depth") {
            comments = Self.tree(sort.sorted(comments.filter { $0.depth - depth < limit }))
        } else {
            let limit = try query.limit(orElse: error)
            let start = (try query.page(orElse: error) - 1) * limit
            comments = Array(sort.sorted(comments).dropFirst(start).prefix(limit))
        }
        return .object([("comments", .array(comments.compactMap(renderer.view)))])
    }

    /// At most 300 comments; of more than that, those of a parent stay together and never come without it, for then the
    /// paths of the parents come before any order.
    private static func tree(_ comments: [LemmyComment]) -> [LemmyComment] {
        let limit = 300
        guard comments.count > limit else { return comments }
        let parents = comments.map { String($0.path[..<($0.path.lastIndex(of: ".") ?? $0.path.endIndex)]) }
        let order = comments.indices.sorted { (parents[$0], $0) < (parents[$1], $1) }
        return order.prefix(limit).map { comments[$0] }
    }

    private func community(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        guard let subreddit = try wantedCommunity(query, name: "name", id: "id") else {
            throw .refused("no_id_given")
        }
        return .object([
            ("community_view", renderer.view(subreddit, posts: posts(of: subreddit))), ("moderators", .array([])),
            ("discussion_languages", .array([])),
        ])
    }

    private func user(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        guard let asked = query["username"] else { throw .refused("no_id_given") }
        let name = String(asked.prefix { $0 != "@" })
        guard let author = snapshot.spelled(name) else { throw .notFound("couldnt_find_person") }
        let posts = catalog.posts(by: name).filter { $0.subreddit != nil }
        // Of comments, only what people wrote: to find the others, every thread had to be made.
        let comments = snapshot.state.comments.filter { $0.author == author && !$0.isDeleted }
        let error = "couldnt_get_posts"
        let limit = try query.limit(orElse: error)
        let start = (try query.page(orElse: error) - 1) * limit
        let sort = try query.sort(default: .new)
        let page = sort.sorted(posts).dropFirst(start).prefix(limit)
        let shown = sort.sorted(comments.compactMap { LemmyComment($0, in: snapshot) }).dropFirst(start).prefix(limit)
        return .object([
            ("person_view", renderer.personView(author, posts: posts, comments: comments.count)),
            ("comments", .array(shown.compactMap(renderer.view))),
            ("posts", .array(page.compactMap(renderer.view))), ("moderates", .array([])),
        ])
    }

    private func search(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        let error = "couldnt_get_posts"
        let words = (query["q"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let limit = try query.limit(orElse: error)
        let start = (try query.page(orElse: error) - 1) * limit
        let kind = query["type_"] ?? "All"
        var posts: [Post] = []
        if kind == "All" || kind == "Posts" {
            let wanted = try wantedCommunity(query, name: "community_name", id: "community_id")
            posts = catalog.posts.filter { post in
                guard let subreddit = post.subreddit, post.contains(words) else { return false }
                return wanted.map { $0.name == subreddit.name } ?? true
            }
        }
        let page = try query.sort(default: .topAll).sorted(posts).dropFirst(start).prefix(limit)
        var communities: [Subreddit] = []
        if kind == "All" || kind == "Communities" {
            communities = catalog.subreddits.filter { subreddit in
                !subreddit.isPrivate && words.allSatisfy { subreddit.name.lowercased().contains($0) }
            }
        }
        return .object([
            ("type_", .string(kind)), ("comments", .array([])), ("posts", .array(page.compactMap(renderer.view))),
            ("communities", .array(communities.map { renderer.view($0, posts: self.posts(of: $0)) })),
            ("users", .array([])),
        ])
    }

    private func posts(of subreddit: Subreddit) -> [Post] {
        catalog.posts.filter { $0.subreddit?.name == subreddit.name }
    }
}
