import Foundation
import ServerKit

/// Answers the routes of Hacker News: the lists, items and users of its Firebase API, and the threads and searches of
/// Algolia's.
///
/// The shapes are those of github.com/HackerNews/API and hn.algolia.com/api.
struct HackerNewsSite: Sendable {
    let catalog: Catalog
    let renderer: HackerNewsRenderer

    /// As many as the real lists have.
    private static let listLength = 500

    func answer(path: String, query items: [URLQueryItem]) -> Answer {
        let parts = path.split(separator: "/").map(String.init)
        if parts.first == "v0" { return firebase(Array(parts.dropFirst())) }
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        switch (parts.dropFirst(2).first, parts.count) {
        case ("items", 4): return item(parts[3])
        case ("search", 3): return found(query, newestFirst: false)
        case ("search_by_date", 3): return found(query, newestFirst: true)
        default: return Self.refusal(404, "Not Found")
        }
    }

    /// Algolia's answer to a request that it refuses.
    static func refusal(_ status: Int, _ text: String) -> Answer {
        .plainJSON(.object([("status", .int(status)), ("error", .string(text))]), status: status)
    }

    // MARK: Firebase

    private func firebase(_ parts: [String]) -> Answer {
        if parts.count == 2, parts[0] == "item", parts[1].hasSuffix(".json") {
            let id = String(parts[1].dropLast(5))
            if let post = post(numbered: id) { return .plainJSON(renderer.item(post, in: thread(of: post))) }
            guard let (comment, parent, _) = comment(numbered: id) else { return .plainJSON(.null) }
            return .plainJSON(renderer.item(comment, parent: parent))
        }
        if parts.count == 2, parts[0] == "user", parts[1].hasSuffix(".json") {
            let name = String(parts[1].dropLast(5))
            // Two names that differ in case are two people there.
            let theirs = posts.filter { $0.author == name }
            return .plainJSON(theirs.isEmpty ? .null : renderer.user(name, posts: theirs))
        }
        guard parts.count == 1, let posts = list(parts[0]) else {
            return .plainJSON(.object([("error", .string("Permission denied"))]), status: 401)
        }
        return .plainJSON(.array(posts.prefix(Self.listLength).map { .int(LemmyID.number($0.id)) }))
    }

    private func list(_ name: String) -> [Post]? {
        switch name {
        case "topstories.json": PostSort.hot.sorted(posts)
        case "newstories.json": PostSort.new.sorted(posts.filter { !$0.isJob })
        case "beststories.json": PostSort.best.sorted(posts.filter { !$0.isJob })
        case "askstories.json": PostSort.hot.sorted(posts.filter(\.isQuestion))
        case "showstories.json": PostSort.hot.sorted(posts.filter(\.isShown))
        case "jobstories.json": PostSort.new.sorted(posts.filter(\.isJob))
        default: nil
        }
    }

    /// The posts of lists and searches, without removed ones and advertisements.
    private var posts: [Post] {
        catalog.posts.filter { post in
            if case .removed = post.content { return false }
            return post.subreddit != nil
        }
    }

    private func post(numbered text: String) -> Post? {
        guard let number = Int(text), number > 0, let post = catalog.post(id: String(number, radix: 36)) else {
            return nil
        }
        return post.subreddit == nil ? nil : post
    }

    private func thread(of post: Post) -> [Comment] {
        post.isJob ? [] : CommentGenerator(seed: catalog.seed, post: post).thread()
    }

    /// A comment, the number of what it answers, and its post.
    private func comment(numbered text: String) -> (comment: Comment, parent: Int, post: Post)? {
        guard let number = Int(text), number > 0, case let id = String(number, radix: 36),
            let post = catalog.post(ofComment: id), post.subreddit != nil
        else { return nil }
        for (comment, ancestors) in thread(of: post).flatMap({ $0.flattened() }) where comment.id == id {
            return (comment, LemmyID.number(ancestors.last ?? post.id), post)
        }
        return nil
    }

    // MARK: Algolia

    private func item(_ id: String) -> Answer {
        if let post = post(numbered: id) { return .plainJSON(renderer.thread(post, thread(of: post))) }
        guard let (comment, parent, post) = comment(numbered: id) else { return Self.refusal(404, "Not Found") }
        return .plainJSON(renderer.nested(comment, parent: parent, story: LemmyID.number(post.id)))
    }

    private func found(_ query: [String: String], newestFirst: Bool) -> Answer {
        guard let page = Int(query["page"] ?? "0"), let count = Int(query["hitsPerPage"] ?? "20"), page >= 0,
            (1...1000).contains(count)
        else { return Self.refusal(400, "invalid page or hitsPerPage") }
        let words = (query["query"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let tags = (query["tags"] ?? "story").split(separator: ",").map(String.init)
        let hits = posts.filter { post in post.contains(words) && tags.allSatisfy { post.hasTag($0) } }
        let sorted = (newestFirst ? PostSort.new : .top).sorted(hits)
        // Like the real one: what is beyond the first thousand cannot be had.
        let reachable = sorted.prefix(1000)
        return .plainJSON(
            .object([
                ("hits", .array(reachable.dropFirst(page * count).prefix(count).map(renderer.hit))),
                ("nbHits", .int(sorted.count)), ("page", .int(page)),
                ("nbPages", .int((reachable.count + count - 1) / count)), ("hitsPerPage", .int(count)),
                ("exhaustiveNbHits", .bool(true)), ("query", .string(query["query"] ?? "")),
                ("processingTimeMS", .int(1)),
            ]))
    }
}

extension Post {
    /// Whether it offers work: such a post has no comments there.
    var isJob: Bool { ordinal % 40 == 3 && !isQuestion }

    /// Whether it belongs to `askstories`: a text.
    var isQuestion: Bool { if case .text = content { true } else { false } }

    /// Whether it belongs to `showstories`: every third that leads somewhere.
    var isShown: Bool { ordinal % 3 == 0 && !isQuestion && !isJob }

    fileprivate func hasTag(_ tag: String) -> Bool {
        switch tag {
        case "story": return !isJob && !isPoll
        case "job": return isJob
        case "poll": return isPoll
        case "ask_hn": return isQuestion
        case "show_hn": return isShown
        default:
            return tag.hasPrefix("author_") && author?.lowercased() == tag.dropFirst("author_".count).lowercased()
        }
    }

    var isPoll: Bool { if case .poll = content { true } else { false } }
}
