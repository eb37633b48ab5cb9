public import Core

extension Post.ID {
    /// An id on the demonstration server.
    ///
    /// - Parameters:
    ///   - native: The site's own id.
    ///   - site: Whose post it is; the demonstration server's by default.
    /// - Returns: The id.
    public static func mock(_ native: String, site: Site = .demo) -> Post.ID {
        Post.ID(site: site, native: native)
    }
}

extension Feed {
    /// A feed of the demonstration server.
    ///
    /// - Parameters:
    ///   - name: A subreddit; `swift` by default.
    ///   - sort: The order; `hot` by default.
    /// - Returns: The feed.
    public static func mock(_ name: String = "swift", sort: FeedSort = .hot) -> Feed {
        Feed(site: .demo, source: .subreddits([name]), sort: sort)
    }
}

extension PageCursor {
    /// A cursor.
    ///
    /// - Parameter text: The server's words.
    /// - Returns: The cursor.
    public static func mock(_ text: String) -> PageCursor {
        PageCursor(rawValue: text)
    }
}

extension Page {
    /// The answer that nothing changed.
    ///
    /// - Returns: The page, without posts.
    public static func mockUnchanged() -> Page {
        var page = Page(posts: [], source: "mock")
        page.isUnchanged = true
        return page
    }

    /// A page of posts.
    ///
    /// - Parameters:
    ///   - ids: The native ids of its posts, which are otherwise ``Core/Post/mock(_:title:author:subreddit:created:commentCount:score:media:site:)``s.
    ///   - next: Where the next page begins; nowhere by default.
    ///   - issues: What could not be read.
    ///   - revision: What the answer looked like; nothing to recognise it by, by default.
    ///   - extras: Fields of posts that only their site has; none by default.
    /// - Returns: The page.
    public static func mock(
        _ ids: String..., next: String? = nil, issues: [DecodeIssue] = [], revision: String? = nil,
        extras: [Post.ID: RawJSON] = [:]
    ) -> Page {
        .mock(ids.map { .mock($0) }, next: next, issues: issues, revision: revision, extras: extras)
    }

    /// A page of posts.
    ///
    /// - Parameters:
    ///   - posts: Its posts.
    ///   - next: Where the next page begins; nowhere by default.
    ///   - issues: What could not be read.
    ///   - revision: What the answer looked like; nothing to recognise it by, by default.
    ///   - extras: Fields of posts that only their site has; none by default.
    /// - Returns: The page.
    public static func mock(
        _ posts: [Post], next: String? = nil, issues: [DecodeIssue] = [], revision: String? = nil,
        extras: [Post.ID: RawJSON] = [:]
    ) -> Page {
        var page = Page(posts: posts, next: next.map(PageCursor.init(rawValue:)), issues: issues, source: "mock")
        page.revision = revision.map(PageRevision.init(rawValue:))
        page.extras = extras
        return page
    }
}
