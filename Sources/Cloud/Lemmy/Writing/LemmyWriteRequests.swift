import Core
import Foundation

/// A thing of Lemmy's by its number: posts and comments count for themselves, so a number alone is not enough.
///
/// What an entry has made is named `comment/12` for a comment and `12` for a post.
struct LemmyThing: Hashable, Sendable {
    /// Whether it is a comment; else a post.
    let isComment: Bool
    /// The server's number.
    let number: Int

    /// Creates a thing.
    ///
    /// - Parameters:
    ///   - isComment: Whether it is a comment.
    ///   - number: The server's number.
    init(isComment: Bool, number: Int) {
        self.isComment = isComment
        self.number = number
    }

    /// Reads the target of an entry.
    ///
    /// - Parameter request: The entry, whose target names the kind where its id does not.
    /// - Throws: `DataError` with the code `invalidInput` for a target that is neither.
    init(of request: OutboxRequest) throws(DataError) {
        let text = request.target ?? ""
        let isNamed = text.hasPrefix(Self.commentPrefix)
        let number = isNamed ? String(text.dropFirst(Self.commentPrefix.count)) : text
        guard LemmyObject.isID(number), let value = Int(number) else {
            throw DataError(.invalidInput, message: "'\(text)' is no id of Lemmy's that this can be done with.")
        }
        self.init(isComment: isNamed || request.entry.target?.kind == .comment, number: value)
    }

    /// The name of the thing as the result of an entry.
    var result: String { (isComment ? Self.commentPrefix : "") + String(number) }

    /// The text in front of a comment's number.
    static let commentPrefix = WritingRules.lemmyCommentPrefix
}

/// The requests by which a Lemmy server is told something, and by which it is asked whether that arrived.
///
/// | kind | method and path | body |
/// | --- | --- | --- |
/// | `vote` | POST `post/like`, `comment/like` | `post_id` or `comment_id`, `score` |
/// | `save` | PUT `post/save`, `comment/save` | `post_id` or `comment_id`, `save` |
/// | `hide`, `read` | POST `post/hide`, `post/mark_as_read` | `post_ids`, `hide` or `read` |
/// | `read` of an answer | POST `comment/mark_as_read`, `user/mention/mark_as_read` | its number, `read` |
/// | `subscribe` | POST `community/follow` | `community_id`, `follow` |
/// | `reply` | POST `comment` | `content`, `post_id`, `parent_id` |
/// | `edit` | PUT `comment`, `post` | `comment_id`, `content`; `post_id`, `body` |
/// | `delete` | POST `comment/delete`, `post/delete` | `comment_id` or `post_id`, `deleted` |
/// | `submit` | POST `post` | `name`, `community_id`, `body` or `url` |
///
/// Names are those of LemmyNet/lemmy-js-client, 0.19. Each is sent once: the outbox decides what is repeated. No key
/// is sent, as 0.19 ignores it.
struct LemmyWriteRequests: Sendable {
    /// The addresses of the server.
    let endpoints: LemmyEndpointProvider

    /// The time for one request, its waiting included.
    static let timeout = Duration.seconds(30)
    /// The number of things that one page of a list has at most.
    static let pageSize = 50

    /// A value in a body.
    enum Value: Encodable {
        case number(Int)
        case numbers([Int])
        case flag(Bool)
        case text(String)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .numbers(let numbers): try container.encode(numbers)
            case .flag(let flag): try container.encode(flag)
            case .text(let text): try container.encode(text)
            }
        }
    }

    /// Makes the request that sends entries.
    ///
    /// - Parameters:
    ///   - requests: The entries, of one kind and with one value.
    ///   - place: What has to be asked for first: the community, or the post of a comment that is answered.
    /// - Returns: A POST or a PUT.
    /// - Throws: `DataError` with the code `invalidInput` for a target that it cannot be done with, `malformed` for a
    ///   payload that cannot be read.
    func sending(_ requests: [OutboxRequest], in place: Int?) throws(DataError) -> NetworkRequest {
        guard let first = requests.first else { throw Self.unknownKind }
        let isOn = Value.flag(FlagText.isOn(first.entry.value) ?? false)
        if [.save, .hide, .read, .subscribe].contains(first.entry.kind), FlagText.isOn(first.entry.value) == nil {
            throw Self.unknownKind
        }
        switch first.entry.kind {
        case .vote:
            guard let score = first.entry.value.flatMap({ Int($0) }), (-1...1).contains(score) else {
                throw Self.unknownKind
            }
            return try act("like", on: try LemmyThing(of: first), ["score": .number(score)])
        case .save:
            return try act("save", on: try LemmyThing(of: first), ["save": isOn], method: .put)
        case .hide:
            return try act("post/hide", ["post_ids": try posts(requests), "hide": isOn])
        case .read where first.entry.target?.kind == .answer:
            guard requests.count == 1 else { throw Self.unknownKind }
            let notice = try LemmyNotice(of: first)
            let list = LemmyAnswerList(of: notice.kind)
            return try act(list.markPath, [list.markName: .number(notice.number), "read": isOn])
        case .read:
            return try act("post/mark_as_read", ["post_ids": try posts(requests), "read": isOn])
        case .subscribe:
            guard let place else { throw Self.unknownKind }
            return try act("community/follow", ["community_id": .number(place), "follow": isOn])
        case .reply:
            let parent = try LemmyThing(of: first)
            var body: [String: Value] = ["content": .text(try OutboxText(of: first.entry).text ?? "")]
            body["post_id"] = .number(parent.isComment ? place ?? 0 : parent.number)
            if parent.isComment { body["parent_id"] = .number(parent.number) }
            return try act("comment", body)
        case .edit:
            let (thing, text) = (try LemmyThing(of: first), Value.text(try OutboxText(of: first.entry).text ?? ""))
            return try act(nil, on: thing, [thing.isComment ? "content" : "body": text], method: .put)
        case .delete:
            return try act("delete", on: try LemmyThing(of: first), ["deleted": .flag(true)])
        case .submit:
            guard let place else { throw Self.unknownKind }
            return try submitting(try OutboxText(of: first.entry), to: place)
        default:
            throw Self.unknownKind
        }
    }

    private func submitting(_ text: OutboxText, to community: Int) throws(DataError) -> NetworkRequest {
        var body: [String: Value] = ["name": .text(text.title ?? ""), "community_id": .number(community)]
        if let url = text.url { body["url"] = .text(url) }
        if let words = text.text, !words.isEmpty { body["body"] = .text(words) }
        return try act("post", body)
    }

    private func posts(_ requests: [OutboxRequest]) throws(DataError) -> Value {
        var numbers: [Int] = []
        for request in requests {
            let thing = try LemmyThing(of: request)
            guard !thing.isComment else { throw Self.unknownKind }
            numbers.append(thing.number)
        }
        return .numbers(numbers)
    }

    /// A request about a post or a comment, whose path and number say which.
    private func act(
        _ verb: String?, on thing: LemmyThing, _ body: [String: Value], method: HTTPMethod = .post
    ) throws(DataError) -> NetworkRequest {
        let word = thing.isComment ? "comment" : "post"
        var body = body
        body["\(word)_id"] = .number(thing.number)
        return try act(verb.map { "\(word)/\($0)" } ?? word, body, method: method)
    }

    private func act(
        _ path: String, _ body: [String: Value], method: HTTPMethod = .post
    ) throws(DataError) -> NetworkRequest {
        var request = try once(path, [:], method: method)
        request.headers["Content-Type"] = "application/json"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            request.body = try encoder.encode(body)
        } catch {
            throw DataError(.malformed, underlying: error)
        }
        return request
    }

    private static let unknownKind = DataError(
        .invalidInput, message: "Lemmy has nothing like that. Give it up, or update the app.")
}

// MARK: Questions

extension LemmyWriteRequests {
    /// Makes the request for who is signed in.
    func site() throws(DataError) -> NetworkRequest { try question("site") }

    /// Makes the request for a post or a comment.
    ///
    /// - Parameter thing: The post or the comment.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func thing(_ thing: LemmyThing) throws(DataError) -> NetworkRequest {
        try question(thing.isComment ? "comment" : "post", ["id": String(thing.number)])
    }

    /// Makes the request for a page of the answers to a post or a comment, at any depth, the newest first.
    ///
    /// - Parameters:
    ///   - parent: What is answered.
    ///   - page: The number of the page, from 1.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func answers(to parent: LemmyThing, page: Int) throws(DataError) -> NetworkRequest {
        // Without a depth, which would bring the same 300 again and again.
        try question(
            "comment/list",
            [
                parent.isComment ? "parent_id" : "post_id": String(parent.number), "sort": "New", "type_": "All",
                "limit": String(Self.pageSize), "page": String(page),
            ])
    }

    /// Makes the request for a page of what a user has written, the newest first.
    ///
    /// - Parameters:
    ///   - name: The user's name on this server.
    ///   - page: The number of the page, from 1.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func own(of name: String, page: Int) throws(DataError) -> NetworkRequest {
        try question(
            "user", ["username": name, "sort": "New", "limit": String(Self.pageSize), "page": String(page)])
    }

    /// Makes the request for a page of what is not read of a list of answers.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - page: The number of the page, from 1.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func unread(_ list: LemmyAnswerList, page: Int) throws(DataError) -> NetworkRequest {
        try question(
            list.path,
            ["sort": "New", "unread_only": "true", "limit": String(Self.pageSize), "page": String(page)])
    }

    /// Makes the request for a community.
    ///
    /// - Parameter native: `r/NAME`, `NAME` or `NAME@HOST`.
    /// - Returns: A GET that is sent once.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func community(_ native: String?) throws(DataError) -> NetworkRequest {
        let text = native ?? ""
        let name = SourceName(.subreddit, text.hasPrefix("r/") ? String(text.dropFirst(2)) : text)
        return try question("community", ["name": try LemmyEndpointProvider.checked(name).text])
    }

    private func question(_ path: String, _ query: [String: String] = [:]) throws(DataError) -> NetworkRequest {
        var request = try once(path, query, method: .get)
        // What stands somewhere in between says nothing of what arrived.
        request.headers["Cache-Control"] = "no-cache"
        return request
    }

    private func once(
        _ path: String, _ query: [String: String], method: HTTPMethod
    ) throws(DataError) -> NetworkRequest {
        // What a person looks at goes first.
        var request = try endpoints.base.request("/api/v3/\(path)", query: query, priority: .background)
        request.method = method
        request.isSentOnce = true
        request.timeout = Self.timeout
        request.fairnessKey = "outbox"
        request.errorWords = LemmyObject.errorWords
        return request
    }
}
