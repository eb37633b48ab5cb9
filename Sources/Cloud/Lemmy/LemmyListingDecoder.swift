import Core
import Foundation

/// Reads a list of posts, view by view, so that one bad post never costs the page.
struct LemmyListingDecoder: Sendable {
    /// The largest number of posts of a list; servers send 50 at most.
    static let maximumPosts = 2000

    /// The site, the texts and the links that the answer is read with.
    let context: LemmyObject.Context
    /// The name that the page gives as its source.
    let source: String

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - numbered: The number of this page and how many posts it was asked for, where the list has no cursors.
    ///   - account: The account that asked; nobody by default.
    /// - Returns: The page; posts that cannot be read are issues. A list with cursors goes on while the server gives
    ///   one, which it does behind every page that is not empty; a numbered one behind every page that is full.
    /// - Throws: `NetworkError` with the code `malformed` when it is no list of posts: no JSON, cut, or without
    ///   `posts`; `tooLarge` when it has more than ``maximumPosts``.
    func page(
        from body: Data, numbered: (page: Int, limit: Int)? = nil, for account: AccountKey? = nil
    ) throws(NetworkError) -> Page {
        let root = try Self.root(of: body)
        guard let views = root["posts"]?.elements else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no object with posts", offset: 0))
        }
        guard views.count <= Self.maximumPosts else { throw NetworkError(.tooLarge) }
        var page = Page(posts: [], source: source)
        page.posts.reserveCapacity(views.count)
        var confirmed = AnswerConfirmation(account, isProven: false)
        for (index, json) in views.enumerated() {
            do {
                let view = try LemmyObject(view: json, context: context)
                // A list of all that a person made, or a search finds, names the kind of what is no post.
                if let kind = view.string("type_"), kind != "Post", view.json["post"] == nil, let raw = json.raw {
                    page.unknown.append(UnknownEntry(index: index, kind: kind, json: raw))
                    continue
                }
                let decoder = LemmyPostDecoder(view: view)
                let post = try decoder.post()
                page.posts.append(post)
                if view.json["comment"] == nil { view.confirm(.post(post.id), in: &confirmed) }
                if let extras = decoder.extras(), page.extras[post.id] == nil { page.extras[post.id] = extras }
            } catch {
                page.issues.append(DecodeIssue(index: index, error: error))
            }
        }
        page.confirmation = confirmed.confirmation
        if let numbered {
            if views.count >= numbered.limit { page.next = .page(numbered.page + 1) }
        } else {
            page.next = PageCursor(next: root["next_page"]?.string)
        }
        return page
    }

    /// The value of a whole answer.
    static func root(of body: Data) throws(NetworkError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
    }
}
