import Core
import Foundation

/// The people of a community server: profiles, who follows whom, and the posts that mark who takes donations.
struct FakePeople {
    struct Member {
        var nick: String
        var phone = ""
        var following: [String] = []
    }

    struct Post: Equatable {
        var id: String
        var author: String
        var title: String
        var content: String
        var category: String
    }

    var members: [String: Member] = [:]
    /// The posts, the oldest first.
    var posts: [Post] = []
    private var made = 0

    /// Whether a server has no people: then it answers as one that knows nothing of them.
    var isEmpty: Bool { members.isEmpty }

    func followers(of id: String) -> [String] {
        members.filter { $0.value.following.contains(id) }.map(\.key).sorted()
    }

    mutating func addPost(by author: String, title: String = "", content: String = "#후원", category: String) {
        made += 1
        posts.append(Post(id: "post-\(made)", author: author, title: title, content: content, category: category))
    }

    /// The answer to a request; `nil` for one that is about something else.
    mutating func answer(_ request: NetworkRequest, _ path: String, by user: String) -> (Int, String)? {
        guard !isEmpty else { return nil }
        let parts = path.split(separator: "/").dropFirst().map(String.init)
        switch (request.method.rawValue, parts.first, parts.count) {
        case ("GET", "users"?, 3): return profile(of: parts[1] == "me" ? user : parts[1], for: user)
        case ("PUT", "users"?, 3):
            let body = String(decoding: request.body ?? Data(), as: UTF8.self)
            if let nick = Self.field("nick", in: body) { members[user]?.nick = nick }
            if let phone = Self.field("phoneNum", in: body) { members[user]?.phone = phone }
            return profile(of: user, for: user)
        case ("POST", "follow"?, 2), ("DELETE", "follow"?, 2):
            let follows = request.method == .post
            guard members[parts[1]] != nil else { return (410, "{}") }
            let isThere = members[user]?.following.contains(parts[1]) ?? false
            if follows, isThere { return (409, "{}") }
            members[user]?.following.removeAll { $0 == parts[1] }
            if follows { members[user]?.following.append(parts[1]) }
            return (200, #"{"nick":"a","opponent_nick":"b","following_status":\#(follows)}"#)
        case ("GET", "posts"?, 3) where parts[1] == "users": return page(request, of: parts[2])
        case ("POST", "posts"?, 1):
            guard let body = request.body.flatMap({ try? JSONDecoder().decode([String: String].self, from: $0) }) else {
                return (400, "{}")
            }
            addPost(
                by: user, title: body["title"] ?? "", content: body["content"] ?? "",
                category: body["product_id"] ?? "")
            return (200, posts.last.map(json) ?? "{}")
        case ("DELETE", "posts"?, 2):
            guard let index = posts.firstIndex(where: { $0.id == parts[1] }) else { return (410, "{}") }
            guard posts[index].author == user else { return (445, "{}") }
            posts.remove(at: index)
            return (200, "{}")
        default: return nil
        }
    }

    private func profile(of id: String, for user: String) -> (Int, String) {
        guard let member = members[id] else { return (400, "{}") }
        let own = id == user ? #","email":"\#(id)@example.com","phoneNum":"\#(member.phone)""# : ""
        let lists = [("followers", followers(of: id)), ("following", member.following)].map { name, ids in
            #""\#(name)":[\#(ids.map(person).joined(separator: ","))]"#
        }
        let posts = posts.filter { $0.author == id }.map { "\"\($0.id)\"" }.joined(separator: ",")
        return (
            200,
            #"{"user_id":"\#(id)","nick":"\#(member.nick)"\#(own),\#(lists.joined(separator: ",")),"posts":[\#(posts)]}"#
        )
    }

    private func person(_ id: String) -> String {
        #"{"user_id":"\#(id)","nick":"\#(members[id]?.nick ?? "")"}"#
    }

    private func page(_ request: NetworkRequest, of user: String) -> (Int, String) {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let category = items.first { $0.name == "product_id" }?.value
        let limit = items.first { $0.name == "limit" }?.value.flatMap { Int($0) } ?? 10
        let found = posts.reversed().filter { $0.author == user && (category == nil || $0.category == category) }
        return (200, #"{"data":[\#(found.prefix(limit).map(json).joined(separator: ","))],"next_cursor":"0"}"#)
    }

    private func json(_ post: Post) -> String {
        let second = (Int(post.id.split(separator: "-").last ?? "") ?? 0) % 60
        let time = "2024-05-06T05:13:\(second < 10 ? "0" : "")\(second).000Z"
        return #"{"post_id":"\#(post.id)","product_id":"\#(post.category)","title":"\#(post.title)","#
            + #""content":"\#(post.content)","createdAt":"\#(time)","creator":\#(person(post.author)),"files":[]}"#
    }

    /// A field of a form.
    private static func field(_ name: String, in body: String) -> String? {
        guard let start = body.range(of: "name=\"\(name)\"\r\n\r\n") else { return nil }
        return body[start.upperBound...].range(of: "\r\n").map { String(body[start.upperBound..<$0.lowerBound]) }
    }
}
