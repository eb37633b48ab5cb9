public import Core
public import Foundation

extension Post {
    /// A post with everything that most tests need, and nothing surprising.
    ///
    /// - Parameters:
    ///   - native: The site's own id; the title is made from it.
    ///   - title: The title; `Post` and the id by default.
    ///   - author: The author's name.
    ///   - subreddit: Where it was posted.
    ///   - created: When it was posted; one hour before a ``ManualClock`` begins by default.
    ///   - commentCount: The number of comments.
    ///   - score: The score.
    ///   - media: What there is to see; a text by default.
    ///   - site: Whose post it is.
    /// - Returns: The post; set what else it should know.
    public static func mock(
        _ native: String = "t3_a", title: String? = nil, author: String? = "author", subreddit: String? = "swift",
        created: Date? = Date(timeIntervalSince1970: 1_700_000_000 - 3600), commentCount: Int? = 12,
        score: Int? = 34, media: Media = Media(kind: .text), site: Site = .demo
    ) -> Post {
        var post = Post(id: .mock(native, site: site), title: title ?? "Post \(native)", media: media)
        post.author = author
        post.subreddit = subreddit
        post.created = created
        post.commentCount = commentCount
        post.score = score
        post.permalink = "/r/\(subreddit ?? "swift")/comments/\(native)/"
        return post
    }
}

extension PostStatus {
    /// A status.
    ///
    /// - Parameters:
    ///   - native: The site's own id of the post.
    ///   - isRead: Whether it was read.
    ///   - isSaved: Whether it is kept for later.
    ///   - isFavourite: Whether it is kept with its media.
    ///   - isDismissed: Whether it was put away.
    ///   - isHidden: Whether it is never shown in a feed.
    ///   - changed: When the person last did something with it, and set each of these marks.
    /// - Returns: The status.
    public static func mock(
        _ native: String = "t3_a", isRead: Bool = false, isSaved: Bool = false, isFavourite: Bool = false,
        isDismissed: Bool = false, isHidden: Bool = false, changed: Date? = nil
    ) -> PostStatus {
        var status = PostStatus(id: .mock(native))
        status.isRead = isRead
        status.isSaved = isSaved
        status.isFavourite = isFavourite
        status.isDismissed = isDismissed
        status.isHidden = isHidden
        status.savedAt = isSaved ? changed : nil
        status.favouritedAt = isFavourite ? changed : nil
        status.firstSeen = changed
        status.changed = changed
        let marks: [(StatusMark, Bool)] = [
            (.read, isRead), (.saved, isSaved), (.favourite, isFavourite), (.dismissed, isDismissed),
            (.hidden, isHidden),
        ]
        for (mark, isSet) in marks where isSet { status.dates[mark] = changed }
        return status
    }
}

extension FeedItem {
    /// A post that nobody has touched, or not more than said.
    ///
    /// - Parameters:
    ///   - native: The site's own id of the post.
    ///   - isRead: Whether it was read.
    ///   - isSaved: Whether it is kept for later.
    ///   - isDismissed: Whether it was put away.
    /// - Returns: The item.
    public static func mock(
        _ native: String = "t3_a", isRead: Bool = false, isSaved: Bool = false, isDismissed: Bool = false
    ) -> FeedItem {
        FeedItem(
            post: .mock(native),
            status: .mock(native, isRead: isRead, isSaved: isSaved, isDismissed: isDismissed))
    }
}

extension FeedUpdate {
    /// An update as a ``Core/PostProvider`` gives it.
    ///
    /// - Parameters:
    ///   - ids: The native ids of the feed's posts.
    ///   - feed: Which feed.
    ///   - version: The number of the store's commit.
    ///   - isEnd: Whether the server has nothing behind the last post.
    ///   - refreshedAt: When the first page was last fetched.
    ///   - isStale: Whether that is long ago.
    ///   - error: Why what was asked for could not be done.
    ///   - issues: What could not be read.
    /// - Returns: The update.
    public static func mock(
        _ ids: [String], of feed: Feed = .mock(), version: UInt64 = 1, isEnd: Bool = false,
        refreshedAt: Date? = Date(timeIntervalSince1970: 1_700_000_000), isStale: Bool = false,
        error: DataError? = nil, issues: [DecodeIssue] = []
    ) -> FeedUpdate {
        let stored = StoredFeed(
            feed: feed, items: ids.map { .mock($0) }, cursor: isEnd ? nil : ids.last.map(PageCursor.init(rawValue:)),
            isEnd: isEnd, refreshedAt: refreshedAt, version: version)
        return FeedUpdate(stored: stored, isStale: isStale, error: error, issues: issues)
    }
}
