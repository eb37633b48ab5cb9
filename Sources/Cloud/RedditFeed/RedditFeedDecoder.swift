import Core
import Foundation

/// Makes posts and comments of a feed's entries, entry by entry, so that one bad entry never costs the page.
struct RedditFeedDecoder: Sendable {
    /// The site of the posts.
    let site: Site
    /// The provider that makes links of URLs.
    let endpoints: any EndpointProvider
    /// The name that the page gives as its source.
    let source: String

    /// The reason why an entry is unreadable, with its path.
    private struct Problem: Error {
        let reason: String
    }

    /// Reads a page of posts.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - limit: How many entries were asked for.
    /// - Returns: The page; entries that are no posts are left out, posts that cannot be read are issues.
    /// - Throws: `NetworkError` with the code `malformed` when it is no whole Atom feed, `tooLarge`.
    func page(from body: Data, limit: Int) throws(NetworkError) -> Page {
        let feed = try AtomParser.feed(from: body)
        var page = Page(posts: [], source: source, completeness: .partial)
        var last: RedditFullname?
        for (index, entry) in feed.entries.enumerated() {
            do {
                let name = try fullname(of: entry)
                if name.kind == "t3" {
                    last = name
                    page.posts.append(try post(of: entry, named: name))
                }
            } catch {
                page.issues.append(DecodeIssue(index: index, reason: error.reason))
            }
        }
        if feed.isCut { page.issues.append(Self.cut) }
        if feed.entries.count >= limit, let last { page.next = PageCursor(rawValue: last.text) }
        return page
    }

    /// Reads a thread: the post and its comments in one flat list.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - id: The post that was asked for.
    /// - Returns: The thread, every comment an answer to the post.
    /// - Throws: `NetworkError` with the code `malformed` when it is no whole Atom feed, `tooLarge`.
    func thread(from body: Data, of id: Post.ID) throws(NetworkError) -> CommentThread {
        let feed = try AtomParser.feed(from: body)
        var thread = CommentThread(source: source, completeness: .partial)
        var seen: Set<RedditFullname> = []
        for (index, entry) in feed.entries.enumerated() {
            do {
                let name = try fullname(of: entry)
                if name.kind == "t1" {
                    let comment = try comment(of: entry, named: name, to: id)
                    if seen.insert(name).inserted { thread.entries.append(.comment(comment)) }
                } else if name.text == id.native {
                    thread.post = try post(of: entry, named: name)
                }
            } catch {
                thread.issues.append(DecodeIssue(index: index, reason: error.reason))
            }
        }
        if feed.isCut { thread.issues.append(Self.cut) }
        return thread
    }

    private static let cut = DecodeIssue(reason: "feed: more than \(AtomParser.maximumEntries) entries")

    private func fullname(of entry: AtomEntry) throws(Problem) -> RedditFullname {
        if let part = entry.tooLong {
            throw Problem(reason: "\(part): longer than \(AtomParser.maximumTextBytes) bytes")
        }
        guard let id = entry.id else { throw Problem(reason: "id: missing") }
        guard let name = RedditFullname(id) else { throw Problem(reason: "id: expected a fullname") }
        return name
    }

    // MARK: Posts

    private func post(of entry: AtomEntry, named name: RedditFullname) throws(Problem) -> Post {
        guard let title = entry.title else { throw Problem(reason: "title: missing") }
        let content = RedditFeedContent(entry.content ?? "")
        let page = entry.link.flatMap { endpoints.link(for: $0, of: site) }
        var post = Post(id: Post.ID(site: site, native: name.text), title: title)
        post.author = author(of: entry)
        post.subreddit = entry.category.flatMap { $0.isEmpty ? nil : $0 }
        post.permalink = page.flatMap(path)
        post.url = content.link.flatMap { endpoints.link(for: $0, of: site) }
        post.thumbnail = (entry.thumbnail ?? content.image).flatMap { endpoints.link(for: $0, of: site) }
        post.text = content.text
        post.media = media(of: post, from: page)
        post.domain = domain(of: post)
        (post.created, post.edited) = dates(of: entry)
        return post
    }

    private func media(of post: Post, from page: ResourceLink?) -> Media {
        let isOrphaned = (post.author ?? "[deleted]") == "[deleted]"
        if post.text == "[removed]" || post.text == "[deleted]" && isOrphaned { return Media(kind: .removed) }
        guard let link = post.url else { return Media(kind: post.text == nil ? .link : .text) }
        // The title of a text leads to its own page.
        guard link != page else { return Media(kind: .text) }
        switch LinkEnding(of: link) {
        case .image: return Media(kind: .image, source: MediaSource(link: link))
        case .animated: return Media(kind: .animated, source: MediaSource(link: link))
        case .video, nil: return Media(kind: .link)
        }
    }

    /// Reddit's word for where a title leads: the host without `www.`, or `self.NAME`; what it says of its own pages
    /// differs, and is not known here.
    private func domain(of post: Post) -> String? {
        switch post.media.kind {
        case .text: return post.subreddit.map { "self." + $0 }
        case .removed: return nil
        default:
            guard let link = post.url, !link.isRelative, let host = endpoints.url(for: link)?.host()?.lowercased()
            else { return nil }
            return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        }
    }

    /// The path of a page, whichever of Reddit's hosts the feed names.
    private func path(of page: ResourceLink) -> String? {
        page.isRelative ? page.text : endpoints.url(for: page)?.path()
    }

    // MARK: Comments

    private func comment(
        of entry: AtomEntry, named name: RedditFullname, to post: Post.ID
    ) throws(Problem) -> Comment {
        guard let content = entry.content else { throw Problem(reason: "content: missing") }
        var comment = Comment(id: Comment.ID(site: site, native: name.text), parent: .post(post))
        comment.author = author(of: entry)
        comment.body = RedditFeedContent(content).text
        comment.removal = RedditCommentDecoder.removal(ofText: comment.body, by: comment.author)
        (comment.created, comment.edited) = dates(of: entry)
        return comment
    }

    // MARK: Both

    private func author(of entry: AtomEntry) -> String? {
        guard let name = entry.author, !name.isEmpty else { return nil }
        return name.hasPrefix("/u/") && name.utf8.count > 3 ? String(name.dropFirst(3)) : name
    }

    /// The dates of publication and of the last edit.
    ///
    /// Older feeds have `updated` alone, with the date of writing. Where there are both and they differ, `updated` is
    /// when it was last changed (RFC 4287, section 4.2.15); where they do not, nothing is known.
    private func dates(of entry: AtomEntry) -> (Date?, Post.Edited?) {
        let updated = entry.updated.flatMap(ISODate.date(from:))
        guard let published = entry.published.flatMap(ISODate.date(from:)) else { return (updated, nil) }
        guard let updated, updated > published else { return (published, nil) }
        return (published, .at(updated))
    }
}
