import Core
import Foundation

/// Reads a listing, child by child, so that one bad post never costs the page.
struct RedditListingDecoder {
    /// The site, the texts and the links that the answer is read with.
    let context: RedditObject.Context
    /// The largest number of children of a listing.
    ///
    /// Servers send at most a hundred and a few pinned ones.
    static let maximumChildren = 2000

    /// The name that the page gives as its source.
    let source: String

    /// Reads a listing.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - account: The account that asked; nobody by default.
    /// - Returns: The page; children that are no posts are its unknown entries, posts that cannot be read are issues.
    /// - Throws: `NetworkError` with the code `malformed` when it is no listing: no JSON, cut, or without `children`;
    ///   `tooLarge` when it has more children than any server sends.
    func page(from body: Data, for account: AccountKey? = nil) throws(NetworkError) -> Page {
        let root: JSONValue
        do {
            root = try JSONValue(parsing: body)
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
        guard root["kind"]?.string == "Listing", let data = RedditObject(root["data"], context: context),
            let children = data.json["children"]?.elements
        else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no Listing with children", offset: 0))
        }
        guard children.count <= Self.maximumChildren else { throw NetworkError(.tooLarge) }
        var page = Page(posts: [], source: source)
        page.posts.reserveCapacity(children.count)
        page.extras.reserveCapacity(children.count)
        var confirmed = AnswerConfirmation(account, isProven: true)
        for (index, child) in children.enumerated() {
            do {
                let thing = try RedditThing(child)
                guard thing.kind == "t3" else {
                    if let json = thing.json.raw {
                        page.unknown.append(UnknownEntry(index: index, kind: thing.kind, json: json))
                    }
                    continue
                }
                let decoder = RedditPostDecoder(object: try thing.object(context))
                let post = try decoder.post()
                page.posts.append(post)
                if post.crosspostParent != nil, let parent = decoder.parent() { page.related.append(parent) }
                confirmed.note(.post(post.id)) { (decoder.object.confirmedValues(), isProof: true) }
                // Of a post that comes twice the first counts.
                if let extras = decoder.extras(), page.extras[post.id] == nil { page.extras[post.id] = extras }
            } catch {
                page.issues.append(DecodeIssue(index: index, error: error))
            }
        }
        page.next = PageCursor(next: data.nonEmptyString("after"))
        page.confirmation = confirmed.confirmation
        return page
    }
}
