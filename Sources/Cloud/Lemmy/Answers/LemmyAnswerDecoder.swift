import Core
import Foundation

/// Reads a list of replies or mentions, view by view.
struct LemmyAnswerDecoder: Sendable {
    /// The site and the links that the answer is read with.
    let context: LemmyObject.Context
    /// The account that asked.
    let account: AccountKey

    /// The greatest number of views of a list; servers send 50 at most.
    private static let maximumViews = 2000

    /// A page of one list.
    struct Part: Sendable {
        /// The answers.
        var answers: [Answer] = []
        /// What could not be read.
        var issues: [DecodeIssue] = []
        /// The number of views, unreadable ones included.
        var viewCount = 0
    }

    /// Reads a page of a list.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - list: The list.
    /// - Returns: The page.
    /// - Throws: `NetworkError` with the code `malformed` when it is no such list, `tooLarge` when it has more than any
    ///   server sends, `unauthorized` when it is somebody else's.
    func part(from body: Data, _ list: LemmyAnswerList) throws(NetworkError) -> Part {
        guard let views = list.views(in: try LemmyListingDecoder.root(of: body)) else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no object with \(list)", offset: 0))
        }
        guard views.count <= Self.maximumViews else { throw NetworkError(.tooLarge) }
        var part = Part()
        part.viewCount = views.count
        for (index, json) in views.enumerated() {
            let recipient = list.notice(in: json)?["recipient_id"]?.int ?? json["recipient"]?["id"]?.int
            // Whoever answers, it is not to this account.
            if let recipient, String(recipient) != account.name { throw NetworkError(.unauthorized) }
            do {
                part.answers.append(try answer(LemmyObject(view: json, context: context), list))
            } catch {
                part.issues.append(DecodeIssue(index: index, error: error))
            }
        }
        return part
    }

    private func answer(_ view: LemmyObject, _ list: LemmyAnswerList) throws(LemmyObject.Problem) -> Answer {
        let notice = list.notice(in: view.json)
        guard let number = notice?["id"]?.int, number > 0 else {
            throw LemmyObject.Problem(list.markName, expected: "a number", found: notice?["id"])
        }
        let comment = try view.required("comment")
        guard let id = comment.id else {
            throw LemmyObject.Problem("comment.id", expected: "a number", found: comment.json["id"])
        }
        let site = context.site
        var answer = Answer(
            Answer.ID(account, Comment.ID(site: site, native: id)),
            notices: [
                Answer.Notice(
                    LemmyNotice(list.kind, number).native, kind: list.kind, isRead: notice?["read"]?.bool ?? false)
            ])
        let post = comment.json["post_id"]?.int.map(String.init) ?? view.object("post")?.id
        answer.post = post.map { Post.ID(site: site, native: $0) }
        if let ancestors = LemmyThreadDecoder.ancestors(in: comment.string("path"), of: id) {
            answer.parent =
                ancestors.last.map { .comment(Comment.ID(site: site, native: $0)) } ?? answer.post.map { .post($0) }
        }
        answer.author = view.object("creator")?.actor
        let isGone = comment.bool("removed") == true || comment.bool("deleted") == true
        answer.body = isGone ? nil : comment.string("content")
        answer.created = comment.date("published")
        answer.community = view.object("community")?.actor
        answer.postTitle = view.object("post")?.nonEmptyString("name")
        return answer
    }
}
