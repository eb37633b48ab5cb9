import Cloud
import Core
import Foundation

/// A comment as JSON: a good one without replies, with some fields replaced or (with `nil`) left out.
func commentJSON(
    _ id: String, parent: String? = nil, replies: [String]? = nil, _ fields: KeyValuePairs<String, String?> = [:]
) -> String {
    var members = ["id": "\"\(id)\"", "name": "\"t1_\(id)\"", "author": #""someone""#, "body": #""Words""#]
    members["parent_id"] = parent.map { "\"\($0)\"" }
    members["replies"] = replies.map(childrenJSON) ?? #""""#
    for (name, value) in fields { members[name] = value }
    return thingJSON("t1", members)
}

/// A placeholder as JSON.
func moreJSON(_ id: String, parent: String? = nil, count: Int, children: [String]) -> String {
    var members = ["id": "\"\(id)\"", "name": "\"t1_\(id)\"", "count": "\(count)"]
    members["parent_id"] = parent.map { "\"\($0)\"" }
    members["children"] = "[" + children.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    return thingJSON("more", members)
}

/// A listing of things.
func childrenJSON(_ children: [String]) -> String {
    #"{"kind":"Listing","data":{"after":null,"before":null,"children":[\#(children.joined(separator: ","))]}}"#
}

private func thingJSON(_ kind: String, _ members: [String: String]) -> String {
    let data = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    return #"{"kind":"\#(kind)","data":{\#(data)}}"#
}

/// An answer: the post `t3_one` and its comments.
func threadJSON(_ comments: [String], post: String = postJSON()) -> String {
    "[\(listing([post])),\(childrenJSON(comments))]"
}

/// Returns what a provider decodes from an answer.
func thread(_ body: String) async throws -> CommentThread {
    let provider = RedditOnlineCommentProvider(endpoints: RedditEndpointProvider(), requests: CannedRequests(body))
    return try await provider.fetchThread(ThreadRequest(post: Post.ID(site: .reddit, native: "t3_one")))
}

extension CommentThread {
    /// The thread as an outline: for each entry as many dots as it is deep, its name or `+` and what is missing, and
    /// what it answers.
    var outline: [String] {
        entries.map { entry in
            let dots = String(repeating: ".", count: entry.depth)
            switch entry {
            case .comment(let comment): return "\(dots)\(comment.id.native)<\(comment.parent.native)"
            case .more(let more):
                let ids = more.ids.map(\.native).joined(separator: " ")
                return "\(dots)+\(more.count)[\(ids)]<\(more.parent.native)"
            }
        }
    }
}
