import Core
import Foundation

/// Reads what the two APIs answer; a post has the same parts in both, under other names.
struct HackerNewsDecoder: Sendable {
    let links: BaseAddress

    /// The ids of a list, `0` for what is none; lists have 500 at most.
    static func ids(_ list: JSONValue) throws(NetworkError) -> [String] {
        guard let elements = list.elements else { throw NetworkError(.malformed) }
        return elements.prefix(1000).map { String($0.int ?? 0) }
    }

    /// The answer for a user who was asked for by name; `null` for nobody.
    static func user(_ answer: JSONValue, named name: String) throws(NetworkError) -> SourceDescription {
        guard !answer.isNull else { throw NetworkError(.notFound) }
        guard answer["id"]?.string == name else { throw NetworkError(.malformed) }
        return SourceDescription(name: SourceName(.user, name))
    }

    /// A page of what a search found; pages are counted from 0.
    func page(_ answer: JSONValue, number: Int) throws(NetworkError) -> Page {
        guard let hits = answer["hits"]?.elements else { throw NetworkError(.malformed) }
        guard hits.count <= 1000 else { throw NetworkError(.tooLarge) }
        let isLast = number + 1 >= answer["nbPages"]?.int ?? 0
        var page = Page(posts: [], next: isLast ? nil : .page(number + 1), source: Site.hackerNews.rawValue)
        page.add(hits, read: post)
        return page
    }

    /// The post of an item or of a hit; `nil` for what was taken down, and for what is no post.
    func post(_ json: JSONValue) throws(UnreadableElement) -> Post? {
        if json.isNull { throw UnreadableElement("item", expected: nil) }
        if json["deleted"]?.bool == true || json["dead"]?.bool == true { return nil }
        let type = json["type"]?.string
        if type == "comment" || type == "pollopt" { return nil }
        let id = try json["objectID"] == nil ? json.int("id") : json.int("objectID")
        let native = Post.ID(site: .hackerNews, native: String(id))
        var post = Post(id: native, title: HTMLText.decodingEntities(try json.string("title")))
        post.author = json["by"]?.string ?? json["author"]?.string
        post.created = json["time"]?.date ?? json["created_at_i"]?.date
        post.score = json["score"]?.int ?? json["points"]?.int
        post.commentCount = json["descendants"]?.int ?? json["num_comments"]?.int
        post.permalink = "/item?id=\(id)"
        let link = json["url"]?.string.flatMap { $0.isEmpty ? nil : links.link(for: $0) }
        post.url = link ?? ResourceLink("/item?id=\(id)", on: .hackerNews)
        post.domain = link.flatMap(links.url(for:))?.host()?.lowercased()
        post.media = Media(kind: type == "poll" ? .poll : link == nil ? .text : .link)
        post.text = (json["text"]?.string ?? json["story_text"]?.string).map(HTMLText.plain) ?? (link == nil ? "" : nil)
        return post
    }

    /// A thread: an item with its comments nested in it, as deep as they are.
    func thread(_ item: JSONValue, of id: Post.ID) throws(NetworkError) -> CommentThread {
        guard item["type"]?.string != "comment" else { throw NetworkError(.notFound) }
        guard let comments = item["children"]?.elements else { throw NetworkError(.malformed) }
        var thread = CommentThread(source: Site.hackerNews.rawValue)
        do {
            thread.post = try post(item)
        } catch {
            thread.issues.append(DecodeIssue(index: nil, error: error))
        }
        var seen: Set<Comment.ID> = []
        // A stack of our own: how deep a thread goes is for its writers to say.
        var waiting = comments.enumerated().reversed().map { Waiting(json: $1, parent: .post(id), depth: 0, root: $0) }
        while let next = waiting.popLast() {
            guard thread.entries.count < 50_000 else {
                thread.issues.append(DecodeIssue(reason: "more than 50000 comments"))
                break
            }
            var parent = next.parent
            do {
                let comment = try comment(next, by: thread.post?.author)
                parent = .comment(comment.id)
                if seen.insert(comment.id).inserted { thread.entries.append(.comment(comment)) }
            } catch  where thread.issues.count < 100 {
                thread.issues.append(DecodeIssue(index: next.root, error: error))
            } catch {
                // A hundred tell what is wrong with an answer; thousands would be a store's burden.
            }
            waiting += (next.json["children"]?.elements ?? []).reversed().map {
                Waiting(json: $0, parent: parent, depth: next.depth + 1, root: next.root)
            }
        }
        return thread
    }

    /// A comment that is to be read, with what it answers and the comment on the post that it stands below.
    private struct Waiting {
        let json: JSONValue
        let parent: Comment.Parent
        let depth: Int
        let root: Int
    }

    /// A comment; one that was deleted has neither author nor text, and stays for its answers.
    private func comment(_ next: Waiting, by author: String?) throws(UnreadableElement) -> Comment {
        let id = Comment.ID(site: .hackerNews, native: String(try next.json.int("id")))
        var comment = Comment(id: id, parent: next.parent, depth: next.depth)
        comment.author = next.json["author"]?.string
        comment.created = next.json["created_at_i"]?.date
        comment.score = next.json["points"]?.int
        comment.body = next.json["text"]?.string.map(HTMLText.plain)
        comment.isSubmitter = comment.author.map { $0 == author }
        if comment.author == nil, comment.body == nil {
            comment.removal = .deletedByAuthor
            comment.collapsedReason = "DELETED"
        }
        return comment
    }
}
