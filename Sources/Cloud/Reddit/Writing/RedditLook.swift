import Core
import Foundation

/// A look on Reddit for a text of which nobody knows whether it arrived, or the reading of one before it is changed.
///
/// | kind | where it looks |
/// | --- | --- |
/// | `reply` | the newest answers to its parent, and then the account's own comments, back past the attempt |
/// | `submit` | the account's own posts, back past the attempt |
/// | `edit` | the text itself |
///
/// At the end it asks who is signed in: what was answered to anybody else is no answer.
struct RedditLook: Sendable {
    /// The entry.
    let request: OutboxRequest
    /// Its content.
    let text: OutboxText
    /// The way to ask.
    let questions: RedditQuestions
    /// The memory of what was stored before the attempt; `nil` for none.
    let known: (any KnownThings)?

    /// The number of pages of the account's own list that are read at most.
    private static let mostPages = 10
    /// The number of things behind which Reddit's lists end, whatever there is.
    private static let longestList = 1000

    private var requests: RedditWriteRequests { questions.requests }

    /// Looks.
    ///
    /// - Returns: What was found.
    /// - Throws: The error of a request, of the memory; `DataError` with the code `invalidInput` for an entry that is
    ///   none of Reddit's. `CancellationError`.
    func finding() async throws -> OutboxFinding {
        let finding =
            switch request.entry.kind {
            case .reply: try await reply()
            case .submit: try await submission()
            case .edit: try await edit()
            default: throw DataError(.invalidInput, message: "'\(request.entry.kind)' is not looked for on Reddit.")
            }
        return try await questions.ownName() == nil ? .sessionOver : finding
    }

    // MARK: A reply

    private func reply() async throws -> OutboxFinding {
        let parent = try RedditName.checked(request.target, "t1", "t3")
        var matches = LookMatches(for: request, making: .comment, known: text.known ?? [])
        var problem = try await readAnswers(to: parent, into: &matches)
        let cut = try await readOwn("comments", into: &matches) { isReply($0, to: parent) }
        problem = problem ?? cut
        return try await matches.finding(problem: problem, known: known)
    }

    /// Reads the newest answers to a post or a comment.
    ///
    /// - Returns: The reason for which a reply that is not there could have been: what it answers is gone or locked.
    private func readAnswers(to parent: String, into matches: inout LookMatches) async throws -> OutboxEntry.Reason? {
        guard let post = try await post(of: parent) else { return .answeredGone }
        let answer: LookQuestions.Answer
        do {
            answer = try await questions.answer(to: requests.answers(to: parent, of: post))
        } catch let error as NetworkError where error.isRefusalToShow {
            return .answeredGone
        }
        matches.note(answer.begunAt)
        guard let lists = answer.json.elements, lists.count >= 2, lists.allSatisfy(\.isRedditListing) else {
            throw NetworkError(.malformed)
        }
        let shown = lists[0].redditThings.first { $0.kind == "t3" }?.data
        var answered = post == parent ? shown : nil
        var comments = lists[1].redditThings
        while let (kind, comment) = comments.popLast() {
            guard kind == "t1" else { continue }
            if comment["name"]?.string == parent { answered = comment }
            if isReply(comment, to: parent) { matches.add(comment) }
            comments += comment["replies"]?.redditThings ?? []
        }
        guard let shown, let answered, !shown.isRemoved, !answered.isRemoved else { return .answeredGone }
        let isLocked = [shown, answered].contains { $0["locked"]?.bool == true || $0["archived"]?.bool == true }
        return isLocked ? .answeredLocked : nil
    }

    /// The post in whose thread something stands; `nil` for a comment that is gone.
    private func post(of parent: String) async throws -> String? {
        if parent.hasPrefix("t3_") { return parent }
        if let post = text.post, RedditName.isFullname(post, ["t3"]) { return post }
        let info = try await questions.answer(to: requests.info(parent)).json
        let post = info.redditThings.first { $0.data["name"]?.string == parent }?.data["link_id"]?.string
        return post.flatMap { RedditName.isFullname($0, ["t3"]) ? $0 : nil }
    }

    private func isReply(_ comment: JSONValue, to parent: String) -> Bool {
        guard comment["parent_id"]?.string == parent, isOwn(comment), let body = comment["body"]?.string else {
            return false
        }
        return TextMatch.areEqual(text.text ?? "", body)
    }

    // MARK: A post

    private func submission() async throws -> OutboxFinding {
        let community = try RedditName.community(request.target).lowercased()
        var matches = LookMatches(for: request, making: .post, known: text.known ?? [])
        let cut = try await readOwn("submitted", into: &matches) { post in
            guard post["subreddit"]?.string?.lowercased() == community, isOwn(post),
                TextMatch.areTitlesEqual(text.title ?? "", post["title"]?.string ?? "")
            else { return false }
            guard let url = text.url else {
                return post["is_self"]?.bool != false
                    && TextMatch.areEqual(text.text ?? "", post["selftext"]?.string ?? "")
            }
            let links = [post["url"]?.string, post["url_overridden_by_dest"]?.string].compactMap(\.self)
            return links.contains { TextMatch.areEqual(url, $0) }
        }
        return try await matches.finding(problem: cut, known: known)
    }

    // MARK: The account's own list

    /// Reads what the account has written, the newest first, back past the attempt.
    ///
    /// - Returns: The reason for which what is not there could have been: the list is closed, or ends before.
    private func readOwn(
        _ list: String, into matches: inout LookMatches, where isMatch: (JSONValue) -> Bool
    ) async throws -> OutboxEntry.Reason? {
        var found = questions.writer.name
        if found == nil { found = try await questions.ownName() }
        // Whoever answers, it is not to this account.
        guard let name = found else { throw NetworkError(.unauthorized) }
        var cursor: String?
        var count = 0
        for _ in 0..<Self.mostPages {
            let answer: LookQuestions.Answer
            do {
                answer = try await questions.answer(to: requests.own(list, of: name, after: cursor))
            } catch let error as NetworkError where error.isRefusalToShow {
                return .ownListClosed
            }
            guard answer.json.isRedditListing else { throw NetworkError(.malformed) }
            matches.note(answer.begunAt)
            let things = answer.json.redditThings
            count += things.count
            for (_, thing) in things where isMatch(thing) { matches.add(thing) }
            // The last one: what is pinned to the top may be older.
            if let last = things.last, matches.isBefore(last.data.redditDate) { return nil }
            guard let next = answer.json.redditCursor else { return count < Self.longestList ? nil : .ownListCut }
            guard next != cursor else { return .ownListCut }
            cursor = next
        }
        return .ownListCut
    }

    private func isOwn(_ thing: JSONValue) -> Bool {
        if let author = thing["author_fullname"]?.string { return author == questions.ownFullname }
        guard let name = questions.writer.name, let author = thing["author"]?.string else { return false }
        return author.lowercased() == name.lowercased()
    }

    // MARK: An edit

    private func edit() async throws -> OutboxFinding {
        let target = try RedditName.checked(request.target, "t1", "t3")
        let info = try await questions.answer(to: requests.info(target)).json
        guard info.isRedditListing else { throw NetworkError(.malformed) }
        guard let thing = info.redditThings.first(where: { $0.data["name"]?.string == target })?.data,
            !thing.isRemoved, let found = thing["body"]?.string ?? thing["selftext"]?.string
        else { return .unclear(.textGone) }
        if TextMatch.areEqual(text.text ?? "", found) { return .found([]) }
        if let base = text.base, TextMatch.isText(of: base, found) { return .absent }
        return .unclear(.changedElsewhere)
    }
}

extension LookMatches {
    /// Takes a comment or a post that is equal.
    fileprivate mutating func add(_ thing: JSONValue) {
        guard let name = thing["name"]?.string else { return }
        add(name, created: thing.redditDate)
    }
}

extension JSONValue {
    /// The date at which Reddit made the thing.
    fileprivate var redditDate: Date? { self["created_utc"]?.date }

    /// Whether a post's or a comment's text was taken away, by whomever.
    fileprivate var isRemoved: Bool {
        if self["removed_by_category"]?.string != nil { return true }
        let text = self["body"]?.string ?? self["selftext"]?.string
        return RedditCommentDecoder.removal(ofText: text, by: self["author"]?.string) != nil
    }
}
