import Core
import Foundation

/// The requests by which Reddit is told something, and by which it is asked whether that arrived.
///
/// | kind | path | form |
/// | --- | --- | --- |
/// | `vote` | `/api/vote` | `id`, `dir` |
/// | `save` | `/api/save`, `/api/unsave` | `id` |
/// | `hide` | `/api/hide`, `/api/unhide` | `id`, up to 50 |
/// | `read` | `/api/read_message`, `/api/unread_message` | `id`, up to 25 |
/// | `subscribe` | `/api/subscribe` | `action`, `sr_name` |
/// | `reply` | `/api/comment` | `thing_id`, `text` |
/// | `edit` | `/api/editusertext` | `thing_id`, `text` |
/// | `delete` | `/api/del` | `id` |
/// | `submit` | `/api/submit` | `sr`, `kind`, `title`, `text` or `url`, `resubmit`, `sendreplies` |
///
/// Each is sent once, as the outbox decides what is repeated; `api_type=json` and `raw_json=1` are in every form, and
/// the latter in the query as well. (Source: Reddit's API documentation.)
struct RedditWriteRequests: Sendable {
    /// The addresses of the server.
    let endpoints: RedditEndpointProvider

    /// The time for one request, its waiting included.
    static let timeout = Duration.seconds(30)
    /// The number of things that one page of a listing has at most.
    static let pageSize = 100

    /// Makes the request that sends entries.
    ///
    /// - Parameter requests: The entries, of one kind and with one value.
    /// - Returns: A POST.
    /// - Throws: `DataError` with the code `invalidInput` for a target that it cannot be done with, `malformed` for a
    ///   payload that cannot be read.
    func sending(_ requests: [OutboxRequest]) throws(DataError) -> NetworkRequest {
        guard let first = requests.first else { throw Self.unknownKind }
        switch first.entry.kind {
        case .vote:
            guard let value = first.entry.value, ["1", "0", "-1"].contains(value) else { throw Self.unknownKind }
            return try post("/api/vote", [("id", try thing(first)), ("dir", value)])
        case .save, .hide, .read, .subscribe:
            guard let isOn = FlagText.isOn(first.entry.value) else { throw Self.unknownKind }
            return try flagging(requests, first, isOn)
        case .reply:
            let text = try OutboxText(of: first.entry).text ?? ""
            return try post("/api/comment", [("thing_id", try thing(first)), ("text", text)])
        case .edit:
            let text = try OutboxText(of: first.entry).text ?? ""
            return try post("/api/editusertext", [("thing_id", try thing(first)), ("text", text)])
        case .delete:
            return try post("/api/del", [("id", try thing(first))])
        case .submit:
            return try submitting(try OutboxText(of: first.entry), to: RedditName.community(first.target))
        default:
            throw Self.unknownKind
        }
    }

    /// The request that sets something on or off.
    private func flagging(
        _ requests: [OutboxRequest], _ first: OutboxRequest, _ isOn: Bool
    ) throws(DataError) -> NetworkRequest {
        switch first.entry.kind {
        case .save:
            return try post(isOn ? "/api/save" : "/api/unsave", [("id", try thing(first))])
        case .hide:
            return try post(isOn ? "/api/hide" : "/api/unhide", [("id", try list(requests, "t3"))])
        case .read:
            return try post(
                isOn ? "/api/read_message" : "/api/unread_message", [("id", try list(requests, "t1", "t4"))])
        default:
            return try post(
                "/api/subscribe",
                [("action", isOn ? "sub" : "unsub"), ("sr_name", try RedditName.community(first.target))])
        }
    }

    private func submitting(_ text: OutboxText, to community: String) throws(DataError) -> NetworkRequest {
        var fields = [("sr", community), ("kind", text.url == nil ? "self" : "link"), ("title", text.title ?? "")]
        fields.append(text.url.map { ("url", $0) } ?? ("text", text.text ?? ""))
        return try post("/api/submit", fields + [("resubmit", "true"), ("sendreplies", "true")])
    }

    private func thing(_ request: OutboxRequest) throws(DataError) -> String {
        try RedditName.checked(request.target, "t1", "t3")
    }

    private func list(_ requests: [OutboxRequest], _ kinds: String...) throws(DataError) -> String {
        var names: [String] = []
        for request in requests {
            guard let target = request.target, RedditName.isFullname(target, kinds) else {
                throw DataError(
                    .invalidInput,
                    message: "'\(request.target ?? "")' is no id of Reddit's that this can be done with.")
            }
            names.append(target)
        }
        return names.joined(separator: ",")
    }

    private func post(_ path: String, _ fields: [(String, String)]) throws(DataError) -> NetworkRequest {
        let common = [("api_type", "json"), ("raw_json", "1")]
        let form = FormBody((common + fields).map { (name: $0.0, value: $0.1) })
        var request = try once(path, ["raw_json": "1"], method: .post)
        request.headers["Content-Type"] = FormBody.contentType
        request.body = form.data
        return request
    }

    private static let unknownKind = DataError(
        .invalidInput, message: "Reddit has nothing like that. Give it up, or update the app.")
}

// MARK: Questions

extension RedditWriteRequests {
    /// Makes the request for who is signed in.
    func me() throws(DataError) -> NetworkRequest { try question("/api/v1/me") }

    /// Makes the request for things by their full names.
    ///
    /// - Parameter name: One full name.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func info(_ name: String) throws(DataError) -> NetworkRequest { try question("/api/info", ["id": name]) }

    /// Makes the request for the newest answers to a post or a comment.
    ///
    /// - Parameters:
    ///   - parent: The full name of what is answered.
    ///   - post: The full name of the post.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func answers(to parent: String, of post: String) throws(DataError) -> NetworkRequest {
        var query = ["sort": "new", "limit": "500", "depth": "1"]
        if parent != post {
            query["comment"] = RedditName.number(of: parent)
            query["depth"] = "2"
        }
        return try question("/comments/\(RedditName.number(of: post))", query)
    }

    /// Makes the request for a page of what a user has written, the newest first.
    ///
    /// - Parameters:
    ///   - list: `comments` or `submitted`.
    ///   - name: The user's name.
    ///   - cursor: The cursor of the page; `nil` for the first.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func own(_ list: String, of name: String, after cursor: String?) throws(DataError) -> NetworkRequest {
        var query = ["sort": "new", "limit": String(Self.pageSize)]
        query["after"] = cursor
        return try question("/user/\(PercentEncoding.encoded(name))/\(list)", query)
    }

    /// Makes the request for a page of messages that are not read.
    ///
    /// - Parameter cursor: The cursor of the page; `nil` for the first.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func unread(after cursor: String?) throws(DataError) -> NetworkRequest {
        var query = ["limit": String(Self.pageSize)]
        query["after"] = cursor
        return try question("/message/unread", query)
    }

    /// Makes the request for what Reddit says of a source.
    ///
    /// - Parameter source: The source.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func about(_ source: SourceName) throws(DataError) -> NetworkRequest {
        try question("\(try RedditPath.path(of: source))/about")
    }

    private func question(_ path: String, _ query: [String: String] = [:]) throws(DataError) -> NetworkRequest {
        var request = try once(
            path + endpoints.dialect.suffix, query.merging(["raw_json": "1"]) { own, _ in own }, method: .get)
        // What stands somewhere in between says nothing of what arrived.
        request.headers["Cache-Control"] = "no-cache"
        return request
    }

    private func once(
        _ path: String, _ query: [String: String], method: HTTPMethod
    ) throws(DataError) -> NetworkRequest {
        guard let url = endpoints.base.url(path, query: query) else {
            throw DataError(.invalidInput, message: "'\(path)' makes no address.")
        }
        // What a person looks at goes first.
        var request = NetworkRequest(
            url, method: method, headers: ["Accept": "application/json"], priority: .background)
        request.isSentOnce = true
        request.timeout = Self.timeout
        request.fairnessKey = "outbox"
        request.errorPaths = RedditPages.errorPaths
        return request
    }
}
