import Core
import Foundation

/// Reads a page of an inbox: comments that answer an account or mention it.
///
/// Private messages (`t4`) and what else there may be are left out. An inbox does not name the post of a comment; its
/// `context` leads there: `/r/NAME/comments/POST/TITLE/COMMENT/?context=3`.
struct RedditAnswerDecoder: Sendable {
    /// The site, the texts and the links that the answer is read with.
    let context: RedditObject.Context
    /// The account that asked.
    let account: AccountKey
    /// The name that the page gives as its source.
    let source: String

    /// Reads a page.
    ///
    /// - Parameter body: The answer.
    /// - Returns: The page.
    /// - Throws: `NetworkError` with the code `malformed` when it is no listing, `tooLarge` when it has more children
    ///   than any server sends.
    func page(from body: Data) throws(NetworkError) -> AnswerPage {
        let root: JSONValue
        do {
            root = try JSONValue(parsing: body)
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
        guard root.isRedditListing, let children = root["data"]?["children"]?.elements else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no Listing with children", offset: 0))
        }
        guard children.count <= RedditListingDecoder.maximumChildren else { throw NetworkError(.tooLarge) }
        var page = AnswerPage(source: source)
        for (index, child) in children.enumerated() {
            do {
                let thing = try RedditThing(child)
                guard thing.kind == "t1" else { continue }
                page.answers.append(try answer(try thing.object(context)))
            } catch {
                page.issues.append(DecodeIssue(index: index, error: error))
            }
        }
        page.next = PageCursor(next: root.redditCursor)
        page.ends = page.next == nil ? [] : page.answers.last.map { [$0.id] } ?? []
        return page
    }

    private func answer(_ object: RedditObject) throws(RedditPostDecoder.Problem) -> Answer {
        let place = Self.post(inContext: object.string("context"))
        let post = place.map { Post.ID(site: context.site, native: "t3_\($0)") }
        // What stands in for a parent that is not named is not known to be it.
        let enclosing = Comment.Parent.post(post ?? Post.ID(site: context.site, native: ""))
        let comment = try RedditCommentDecoder(object: object, enclosing: enclosing, depth: 0).comment()
        // `subject` is for servers in Reddit's place that say no type.
        let isMention = object.string("type") == "username_mention" || object.string("subject") == "username mention"
        let notice = Answer.Notice(
            comment.id.native, kind: isMention ? .mention : .reply, isRead: object.bool("new") != true)
        var answer = Answer(Answer.ID(account, comment.id), notices: [notice])
        answer.post = post
        if case .post(let parent) = comment.parent, !parent.native.isEmpty { answer.post = parent }
        answer.parent = comment.parent.native.isEmpty ? nil : comment.parent
        answer.author = comment.author
        answer.body = comment.body
        answer.created = comment.created
        answer.community = object.nonEmptyString("subreddit")
        answer.postTitle = object.nonEmptyString("link_title")
        return answer
    }

    /// The number of the post in a path such as `/r/swift/comments/abc/title/def/`; also in a whole address.
    static func post(inContext text: String?) -> Substring? {
        guard let parts = text?.split(separator: "/"), let index = parts.firstIndex(of: "comments"),
            index + 1 < parts.endIndex, RedditObject.isID(String(parts[index + 1]))
        else { return nil }
        return parts[index + 1]
    }
}
