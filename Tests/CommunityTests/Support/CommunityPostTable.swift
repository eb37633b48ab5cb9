import Core
import Foundation

/// The posts of a community's server: lists with cursors, likes, comments and deletions.
struct CommunityPostTable {
    struct Comment {
        var id: String
        var author: String
        var text: String
        var created: Date
    }

    struct Post {
        var id: String
        var author = "ben"
        var category = "CategoryZ_pet"
        var text = ""
        var aspect = "1.5"
        var files = ["data/1.jpg"]
        var likes: [String] = []
        var hashtags: [String] = []
        var comments: [Comment] = []
        var created = Date(timeIntervalSince1970: 1_700_000_000)
    }

    /// The posts, the newest first, as the server lists them.
    var posts: [Post] = []
    /// Texts that stand in a list in place of posts, by the id that each takes the place of.
    var damaged: [String: String] = [:]
    /// The posts whom each person likes, the newest like first.
    private var liked: [String: [String]] = [:]
    private var commentCount = 0

    /// Adds a post as the newest.
    mutating func add(_ id: String, _ change: (inout Post) -> Void = { _ in }) {
        var post = Post(id: id)
        post.created += Double(posts.count) * 60
        change(&post)
        posts.insert(post, at: 0)
    }

    mutating func change(_ id: String, _ change: (inout Post) -> Void) {
        guard let index = posts.firstIndex(where: { $0.id == id }) else { return }
        change(&posts[index])
    }

    /// Has a person like a post.
    mutating func like(_ id: String, by name: String, _ isLiked: Bool = true) {
        change(id) { post in
            post.likes.removeAll { $0 == "id-\(name)" }
            if isLiked { post.likes.append("id-\(name)") }
        }
        liked[name, default: []].removeAll { $0 == id }
        if isLiked { liked[name, default: []].insert(id, at: 0) }
    }

    /// Has a person comment on a post.
    @discardableResult
    mutating func comment(_ text: String, on id: String, by name: String, at date: Date) -> Comment {
        commentCount += 1
        let comment = Comment(id: "c\(commentCount)", author: name, text: text, created: date)
        change(id) { $0.comments.append(comment) }
        return comment
    }

    func post(_ id: String) -> Post? { posts.first { $0.id == id } }

    // MARK: Answers

    /// Answers a request; `nil` for one that is not about posts.
    mutating func answer(
        to request: NetworkRequest, _ path: String, from name: String, at date: Date
    ) -> (Int, String)? {
        let parts = path.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }.dropFirst()
        guard parts.first == "posts" else { return nil }
        let rest = Array(parts.dropFirst())
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let values = Dictionary(query.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let body = String(decoding: request.body ?? Data(), as: UTF8.self)
        switch (request.method, rest.first, rest.count) {
        case (.get, nil, _): return (200, page(posts, values))
        case (.get, "users", 2): return (200, page(posts.filter { "id-\($0.author)" == rest[1] }, values))
        case (.get, "hashTags", 1):
            return (200, page(posts.filter { $0.hashtags.contains(values["hashTag"] ?? "") }, values))
        case (.get, "likes", 2): return (200, page((liked[name] ?? []).compactMap { post($0) }, values))
        default: break
        }
        guard let id = rest.first, let post = post(id) else { return (410, "{}") }
        switch (request.method, rest.dropFirst().first, rest.count) {
        case (.get, nil, _): return (200, Self.text(of: post))
        case (.delete, nil, _):
            guard post.author == name else { return (445, "{}") }
            posts.removeAll { $0.id == id }
            return (200, "{}")
        case (.post, "like", 2):
            let isLiked = body.contains("true")
            like(id, by: name, isLiked)
            return (200, #"{"like_status":\#(isLiked)}"#)
        case (.post, "comments", 2):
            let text = (try? JSONDecoder().decode([String: String].self, from: Data(body.utf8)))?["content"] ?? ""
            return (200, Self.text(of: comment(text, on: id, by: name, at: date)))
        case (.delete, "comments", 3):
            guard let comment = post.comments.first(where: { $0.id == rest[2] }) else { return (410, "{}") }
            guard comment.author == name else { return (445, "{}") }
            change(id) { $0.comments.removeAll { $0.id == comment.id } }
            return (200, "{}")
        default: return (404, "{}")
        }
    }

    /// A page of posts: `next` is the id of its first post, and `"0"` the end.
    private func page(_ posts: [Post], _ query: [String: String]) -> String {
        let wanted = posts.filter { query["product_id"].map { [$0] }?.contains($0.category) ?? true }
        let start = query["next"].flatMap { next in wanted.firstIndex { $0.id == next } } ?? 0
        let limit = query["limit"].flatMap(Int.init) ?? 10
        let some = wanted.dropFirst(start).prefix(limit)
        let next = wanted.dropFirst(start + limit).first?.id ?? "0"
        let texts = some.map { damaged[$0.id] ?? Self.text(of: $0) }
        return #"{"data":[\#(texts.joined(separator: ","))],"next_cursor":"\#(next)"}"#
    }

    static func text(of post: Post) -> String {
        let comments = post.comments.map(text(of:)).joined(separator: ",")
        return #"{"post_id":"\#(post.id)","product_id":"\#(post.category)","title":"","content":\#(quoted(post.text)),"#
            + #""content2":"","content3":"\#(post.aspect)","createdAt":"\#(text(of: post.created))","#
            + #""creator":\#(person(post.author)),"files":\#(quoted(post.files)),"likes":\#(quoted(post.likes)),"#
            + #""hashTags":\#(quoted(post.hashtags)),"comments":[\#(comments)]}"#
    }

    private static func text(of comment: Comment) -> String {
        #"{"comment_id":"\#(comment.id)","content":\#(quoted(comment.text)),"#
            + #""createdAt":"\#(text(of: comment.created))","creator":\#(person(comment.author))}"#
    }

    private static func person(_ name: String) -> String {
        #"{"user_id":"id-\#(name)","nick":"\#(name)","profileImage":"data/\#(name).jpg"}"#
    }

    private static func text(of date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private static func quoted(_ value: some Encodable) -> String {
        // Texts and lists of them are always JSON.
        (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
