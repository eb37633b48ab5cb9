import Core
import Foundation

/// A look on a Lemmy server for a text of which nobody knows whether it arrived, and the reading of what is there.
///
/// | kind | where it looks |
/// | --- | --- |
/// | `reply` | the newest answers to its parent, and then the account's own comments, back past the attempt |
/// | `submit` | the account's own posts, back past the attempt |
/// | `edit` | the text itself |
/// | a toggle | the view of its target; of an answer, the list of what is not read |
///
/// Lemmy changes texts (words that an admin does not want, links that track, pictures that it fetches itself), so a
/// newer text of one's own in the same place that differs tells nothing. A dead token is answered as to anybody, so at
/// the end it asks who is signed in.
struct LemmyLook: Sendable {
    /// The entry.
    let request: OutboxRequest
    /// The account that asks.
    let writer: OutboxWriter
    /// The requests.
    let requests: LemmyWriteRequests
    /// The way to ask.
    let questions: LookQuestions
    /// The memory of what was stored before the attempt; `nil` for none.
    let known: (any KnownThings)?

    /// The likeness of something of one's own to what is looked for.
    private enum Likeness {
        case equal, changed
    }

    /// The number of pages of a list that are read at most.
    private static let mostPages = 10

    /// Looks for a text, or reads one before it is changed.
    ///
    /// - Returns: What was found.
    /// - Throws: The error of a request, of the memory; `DataError` with the code `invalidInput` for an entry that is
    ///   none of Lemmy's. `CancellationError`.
    func finding() async throws -> OutboxFinding {
        let text = try OutboxText(of: request.entry)
        let finding =
            switch request.entry.kind {
            case .reply: try await reply(text)
            case .submit: try await submission(text)
            case .edit: try await edit(text)
            default: throw DataError(.invalidInput, message: "'\(request.entry.kind)' is not looked for on Lemmy.")
            }
        return try await ownName() == nil ? .sessionOver : finding
    }

    /// Reads the value of a toggle.
    ///
    /// - Returns: The value.
    /// - Throws: The error of a request, `DataError` with the code `invalidInput` for a target that has no such value.
    ///   `CancellationError`.
    func reading() async throws -> OutboxReading {
        if request.entry.target?.kind == .answer {
            let reading = try await readingOfAnswer()
            return try await ownName() == nil ? .sessionOver : reading
        }
        let view: JSONValue?
        if request.entry.kind == .subscribe {
            view = try await questions.answer(to: requests.community(request.target)).json["community_view"]
        } else {
            let thing = try LemmyThing(of: request)
            view = try await questions.answer(to: requests.thing(thing)).json.view(of: thing)
        }
        guard let view else { throw NetworkError(.malformed) }
        guard try await ownName() != nil else { return .sessionOver }
        return LemmyToggle.value(of: request.entry, in: view).map { .value($0) } ?? .failed(isPassing: false)
    }

    /// Whether an answer is read: no view of it can be asked for, so the list of what is not read is searched.
    private func readingOfAnswer() async throws -> OutboxReading {
        let notice = try LemmyNotice(of: request)
        let list = LemmyAnswerList(of: notice.kind)
        for number in 1...Self.mostPages {
            let answer = try await questions.answer(to: requests.unread(list, page: number))
            guard let views = list.views(in: answer.json) else { throw NetworkError(.malformed) }
            let isUnread = views.contains { list.notice(in: $0)?["id"]?.int == notice.number }
            if isUnread { return .value(FlagText.text(false, as: request.entry.value)) }
            guard views.count >= LemmyWriteRequests.pageSize else {
                return .value(FlagText.text(true, as: request.entry.value))
            }
        }
        return .failed(isPassing: false)
    }

    /// Asks who is signed in.
    ///
    /// - Returns: The account's name, where the server says that it is this account; `nil` for anybody else.
    private func ownName() async throws -> String? {
        let site = try await questions.answer(to: requests.site()).json
        let person = site["my_user"]?["local_user_view"]?["person"]
        guard let id = person?["id"]?.int, String(id) == writer.id else { return nil }
        return person?["name"]?.string ?? writer.name
    }

    // MARK: A reply

    private func reply(_ text: OutboxText) async throws -> OutboxFinding {
        let parent = try LemmyThing(of: request)
        func likeness(_ view: JSONValue) -> Likeness? {
            guard let comment = view["comment"], isOwn(comment), answers(comment, parent) else { return nil }
            return TextMatch.areEqual(text.text ?? "", comment["content"]?.string ?? "") ? .equal : .changed
        }
        var matches = LookMatches(for: request, making: .comment, known: text.known ?? [])
        var problem = try await problem(of: parent, &matches)
        if problem != .answeredGone {
            // Where this ends too early, one's own list still tells.
            _ = try await readPages("comments", &matches, likeness) { try requests.answers(to: parent, page: $0) }
        }
        let cut = try await readOwn("comments", &matches, likeness)
        problem = problem ?? cut
        return try await matches.finding(problem: problem, known: known)
    }

    /// Returns the reason for which a reply that is not there could have been: what it answers is gone or locked.
    private func problem(of parent: LemmyThing, _ matches: inout LookMatches) async throws -> OutboxEntry.Reason? {
        let answer: LookQuestions.Answer
        do {
            answer = try await questions.answer(to: requests.thing(parent))
        } catch let error as NetworkError where error.isRefusalToShow {
            return .answeredGone
        }
        matches.note(answer.begunAt)
        guard let view = answer.json.view(of: parent), let post = view["post"] else { throw NetworkError(.malformed) }
        let parts = [post, view["comment"]].compactMap(\.self)
        if parts.contains(where: \.isTakenAway) { return .answeredGone }
        let isShut = post["locked"]?.bool == true || view["banned_from_community"]?.bool == true
        return isShut ? .answeredLocked : nil
    }

    /// Whether a comment answers a thing itself, and not something below it.
    private func answers(_ comment: JSONValue, _ parent: LemmyThing) -> Bool {
        guard let id = comment["id"]?.int,
            let above = LemmyThreadDecoder.ancestors(in: comment["path"]?.string, of: String(id))
        else { return false }
        guard parent.isComment else { return above.isEmpty && comment["post_id"]?.int == parent.number }
        return above.last == String(parent.number)
    }

    private func isOwn(_ thing: JSONValue) -> Bool {
        thing["creator_id"]?.int.map(String.init) == writer.id && !thing.isTakenAway
    }

    // MARK: A post

    private func submission(_ text: OutboxText) async throws -> OutboxFinding {
        let community = try await community()
        var matches = LookMatches(for: request, making: .post, known: text.known ?? [])
        let cut = try await readOwn("posts", &matches) { view in
            guard let post = view["post"], isOwn(post), post["community_id"]?.int == community else { return nil }
            let isEqual =
                TextMatch.areTitlesEqual(text.title ?? "", post["name"]?.string ?? "")
                && TextMatch.areEqual(text.text ?? "", post["body"]?.string ?? "")
                && text.url ?? "" == post["url"]?.string ?? ""
            return isEqual ? .equal : .changed
        }
        return try await matches.finding(problem: cut, known: known)
    }

    /// The number of the community that is posted to.
    private func community() async throws -> Int {
        let answer = try await questions.answer(to: requests.community(request.target)).json
        guard let id = answer["community_view"]?["community"]?["id"]?.int else { throw NetworkError(.malformed) }
        return id
    }

    // MARK: Lists

    private func readOwn(
        _ list: StaticString, _ matches: inout LookMatches, _ likeness: (JSONValue) -> Likeness?
    ) async throws -> OutboxEntry.Reason? {
        var found = writer.name
        if found == nil { found = try await ownName() }
        // Whoever answers, it is not to this account.
        guard let name = found else { throw NetworkError(.unauthorized) }
        do {
            return try await readPages(list, &matches, likeness) { try requests.own(of: name, page: $0) }
        } catch let error as NetworkError where error.isRefusalToShow {
            return .ownListClosed
        }
    }

    /// Reads a list, the newest first, back past the attempt.
    ///
    /// - Returns: The reason for which what is not there could have been: the list goes on behind what was read.
    private func readPages(
        _ list: StaticString, _ matches: inout LookMatches, _ likeness: (JSONValue) -> Likeness?,
        _ page: (Int) throws -> NetworkRequest
    ) async throws -> OutboxEntry.Reason? {
        for number in 1...Self.mostPages {
            let answer = try await questions.answer(to: page(number))
            guard let views = answer.json[list]?.elements else { throw NetworkError(.malformed) }
            matches.note(answer.begunAt)
            for view in views {
                guard let likeness = likeness(view), let thing = view.lemmyThing else { continue }
                switch likeness {
                case .equal: matches.add(thing.result, created: view.lemmyDate)
                case .changed: matches.addChanged(thing.result, created: view.lemmyDate)
                }
            }
            guard let last = views.last, !matches.isBefore(last.lemmyDate) else { return nil }
        }
        return .ownListCut
    }

    // MARK: An edit

    private func edit(_ text: OutboxText) async throws -> OutboxFinding {
        let thing = try LemmyThing(of: request)
        let answer: LookQuestions.Answer
        do {
            answer = try await questions.answer(to: requests.thing(thing))
        } catch let error as NetworkError where error.isRefusalToShow {
            return .unclear(.textGone)
        }
        guard let view = answer.json.view(of: thing), let object = view[thing.isComment ? "comment" : "post"] else {
            throw NetworkError(.malformed)
        }
        guard !object.isTakenAway else { return .unclear(.textGone) }
        let found = object[thing.isComment ? "content" : "body"]?.string ?? ""
        if TextMatch.areEqual(text.text ?? "", found) { return .found([]) }
        if let base = text.base, TextMatch.isText(of: base, found) { return .absent }
        return .unclear(.changedElsewhere)
    }
}

extension JSONValue {
    /// The view of a thing in the answer to a question for it.
    fileprivate func view(of thing: LemmyThing) -> JSONValue? { self[thing.isComment ? "comment_view" : "post_view"] }

    /// The comment or the post that a view of a list is about.
    fileprivate var lemmyThing: LemmyThing? {
        let comment = self["comment"]
        guard let number = (comment ?? self["post"])?["id"]?.int, number > 0 else { return nil }
        return LemmyThing(isComment: comment != nil, number: number)
    }

    /// The date at which the server made what a view of a list is about.
    fileprivate var lemmyDate: Date? { (self["comment"] ?? self["post"])?["published"]?.date }

    /// Whether its writer or a moderator took it away.
    fileprivate var isTakenAway: Bool { self["deleted"]?.bool == true || self["removed"]?.bool == true }
}
