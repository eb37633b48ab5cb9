import Core
import Foundation

/// Reads a thread, an array of two listings: the post, and its comments with their replies nested in them.
///
/// It goes over the replies without recursion, comment by comment, so that one bad comment never costs the thread: its
/// replies are read all the same, at the depth that they have in the answer.
struct RedditThreadDecoder {
    /// The site, the texts and the links that the answer is read with.
    let context: RedditObject.Context
    /// The name that the thread gives as its source.
    let source: String
    /// The largest number of comments and placeholders that are read; sites send some hundreds.
    var maximumEntries = 50_000
    /// The largest number of issues of unreadable comments.
    var maximumIssues = 100

    /// The replies to one comment, and how far they have been read.
    private struct Level {
        let children: [JSONValue]
        /// The parent of the replies: the nearest comment that could be read, else the post.
        let enclosing: Comment.Parent
        /// The id of that parent in issues; empty for the post.
        let name: String?
        var next = 0
    }

    /// The parts of a thread while it is read.
    private struct Draft {
        var thread: CommentThread
        var seen: Set<Comment.ID> = []
        /// The position of the comment on the post that is being read, which issues name.
        var root = 0
        /// The values for the account that asked.
        var confirmed: AnswerConfirmation

        init(_ source: String, for account: AccountKey?) {
            thread = CommentThread(source: source)
            confirmed = AnswerConfirmation(account, isProven: true)
        }

        /// The thread with what it says to the account that asked.
        var whole: CommentThread {
            var thread = thread
            thread.confirmation = confirmed.confirmation
            return thread
        }
    }

    /// Reads a thread.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - post: Whose comments were asked for.
    ///   - account: The account that asked; nobody by default.
    /// - Returns: The thread; things of other kinds are left out, what cannot be read is an issue.
    /// - Throws: `NetworkError` with the code `malformed` when it is no thread: no JSON, cut, or without two listings.
    func thread(
        from body: Data, of post: Post.ID, for account: AccountKey? = nil
    ) throws(NetworkError) -> CommentThread {
        let root = try Self.root(of: body)
        guard let listings = root.elements, listings.count >= 2, let posts = Self.children(of: listings[0]),
            let comments = Self.children(of: listings[1])
        else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no two Listings with children", offset: 0))
        }
        var draft = Draft(source, for: account)
        readPost(posts, into: &draft)
        readComments(comments, of: .post(draft.thread.post?.id ?? post), into: &draft)
        return draft.whole
    }

    /// Reads what a placeholder stood for.
    ///
    /// - Parameters:
    ///   - body: The answer: a flat list of things for comments that were asked for by name, else a thread.
    ///   - request: What was asked for.
    ///   - account: The account that asked; nobody by default.
    /// - Returns: Comments and placeholders; what cannot be read is an issue.
    /// - Throws: `NetworkError` with the code `malformed` when it is no such answer, or has errors in place of things;
    ///   `rateLimited` when it is one for that reason.
    func expansion(
        from body: Data, of request: MoreRequest, for account: AccountKey? = nil
    ) throws(NetworkError) -> CommentExpansion {
        let thread: CommentThread
        if request.more.isContinuation {
            thread = try self.thread(from: body, of: request.post, for: account)
        } else {
            var draft = Draft(source, for: account)
            readComments(try Self.things(of: body), of: request.more.parent, into: &draft)
            thread = draft.whole
        }
        var expansion = CommentExpansion(
            entries: thread.entries, requested: request.ids, issues: thread.issues, source: source,
            completeness: thread.completeness)
        expansion.confirmation = thread.confirmation
        return expansion
    }

    /// The things of an answer to who asked for comments by name; none where nothing is left of them.
    private static func things(of body: Data) throws(NetworkError) -> [JSONValue] {
        let answer = try root(of: body)["json"]
        guard let answer, answer.kind == .object else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no object with json", offset: 0))
        }
        let things = answer["data"]?["things"]?.elements
        let errors = answer["errors"]?.elements ?? []
        if let error = errors.first, things?.isEmpty ?? true {
            // Servers say it with a status of 200.
            let word = error.elements?.first?.string.flatMap(ServerRefusal.word)
            throw NetworkError(
                word == "RATELIMIT" ? .rateLimited : .malformed, underlying: ServerRefusal(error: word))
        }
        if let things { return things }
        guard answer["data"] == nil else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no things in data", offset: 0))
        }
        return []
    }

    private static func root(of body: Data) throws(NetworkError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
    }

    private static func children(of listing: JSONValue) -> [JSONValue]? {
        guard listing["kind"]?.string == "Listing" else { return nil }
        return listing["data"]?["children"]?.elements
    }

    private func readPost(_ children: [JSONValue], into draft: inout Draft) {
        for child in children {
            do {
                let thing = try RedditThing(child)
                guard thing.kind == "t3" else { continue }
                let decoder = RedditPostDecoder(object: try thing.object(context))
                let post = try decoder.post()
                draft.thread.post = post
                draft.thread.extras = decoder.extras()
                draft.confirmed.note(.post(post.id)) { (decoder.object.confirmedValues(), isProof: true) }
                return
            } catch {
                guard draft.thread.issues.count < maximumIssues else { return }
                draft.thread.issues.append(DecodeIssue(reason: "the post: \(error.reason)"))
            }
        }
    }

    private func readComments(_ children: [JSONValue], of parent: Comment.Parent, into draft: inout Draft) {
        var levels = [Level(children: children, enclosing: parent, name: nil)]
        while var level = levels.popLast() {
            guard level.next < level.children.count else { continue }
            guard draft.thread.entries.count < maximumEntries else {
                draft.thread.issues.append(DecodeIssue(reason: "more than \(maximumEntries) comments"))
                return
            }
            let child = level.children[level.next]
            if levels.isEmpty { draft.root = level.next }
            level.next += 1
            levels.append(level)
            do {
                guard let below = try read(child, on: level, depth: levels.count - 1, into: &draft) else { continue }
                levels.append(below)
            } catch {
                note(error, on: level, in: &draft)
            }
        }
    }

    /// Reads one thing.
    ///
    /// - Returns: The replies to it, `nil` where there are none.
    private func read(
        _ child: JSONValue, on level: Level, depth: Int, into draft: inout Draft
    ) throws(RedditThing.Problem) -> Level? {
        let thing = try RedditThing(child)
        guard thing.kind == "t1" || thing.kind == "more" else { return nil }
        let object = try thing.object(context)
        let decoder = RedditCommentDecoder(object: object, enclosing: level.enclosing, depth: depth)
        guard thing.kind == "t1" else {
            draft.thread.entries.append(.more(decoder.more()))
            return nil
        }
        var below = (enclosing: level.enclosing, name: "an unreadable comment")
        do {
            let comment = try decoder.comment()
            below = (.comment(comment.id), comment.id.native)
            if draft.seen.insert(comment.id).inserted {
                draft.thread.entries.append(.comment(comment))
                draft.confirmed.note(.comment(comment.id)) { (object.confirmedValues(), isProof: true) }
            }
        } catch {
            note(error, on: level, in: &draft)
        }
        guard let replies = try Self.replies(to: object) else { return nil }
        return Level(children: replies, enclosing: below.enclosing, name: below.name)
    }

    /// The things below a comment; servers write an empty string for none.
    private static func replies(to comment: RedditObject) throws(RedditThing.Problem) -> [JSONValue]? {
        guard let replies = comment.json["replies"], replies.string != "" else { return nil }
        guard let children = children(of: replies) else {
            throw RedditThing.Problem("data.replies", expected: "a Listing or an empty string")
        }
        return children
    }

    private func note(_ problem: RedditThing.Problem, on level: Level, in draft: inout Draft) {
        guard draft.thread.issues.count < maximumIssues else { return }
        let place = level.name.map { "reply \(level.next - 1) to \($0): " } ?? ""
        draft.thread.issues.append(DecodeIssue(index: draft.root, reason: place + problem.reason))
    }
}
