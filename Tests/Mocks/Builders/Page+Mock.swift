public import Core

extension PageCursor {
    /// Makes a cursor.
    ///
    /// - Parameter text: The server's text.
    /// - Returns: The cursor.
    public static func mock(_ text: String) -> PageCursor {
        PageCursor(rawValue: text)
    }
}

extension Page {
    /// Makes the answer that nothing has changed.
    ///
    /// - Returns: A page without posts.
    public static func mockUnchanged() -> Page {
        var page = Page(posts: [], source: "mock")
        page.isUnchanged = true
        return page
    }

    /// Makes a page of posts.
    ///
    /// - Parameters:
    ///   - ids: The native ids of its posts, which are otherwise
    ///     ``Core/Post/mock(_:title:media:site:configure:)``s.
    ///   - next: The cursor of the next page; none by default.
    ///   - issues: The problems of the answer.
    ///   - revision: The revision of the answer, such as its ETag; none by default.
    ///   - extras: Fields of posts that only their site has; none by default.
    /// - Returns: The page.
    public static func mock(
        _ ids: String..., next: String? = nil, issues: [DecodeIssue] = [], revision: String? = nil,
        extras: [Post.ID: RawJSON] = [:]
    ) -> Page {
        .mock(ids.map { .mock($0) }, next: next, issues: issues, revision: revision, extras: extras)
    }

    /// Makes a page of posts.
    ///
    /// - Parameters:
    ///   - posts: Its posts.
    ///   - next: The cursor of the next page; none by default.
    ///   - issues: The problems of the answer.
    ///   - revision: The revision of the answer, such as its ETag; none by default.
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
