public import Core
public import Foundation

extension Post.ID {
    /// Makes the id of a post.
    ///
    /// - Parameters:
    ///   - native: The site's own id.
    ///   - site: The site; the demonstration server's by default.
    /// - Returns: The id.
    public static func mock(_ native: String, site: Site = .demo) -> Post.ID {
        Post.ID(site: site, native: native)
    }
}

extension Post {
    /// Makes a post with the fields that most tests need.
    ///
    /// - Parameters:
    ///   - native: The site's own id; the title is made from it.
    ///   - title: The title; `Post` and the id by default.
    ///   - media: The media; a text by default.
    ///   - site: The site.
    ///   - configure: Sets other fields, as in `Post.mock("a") { $0.score = 3 }`. Without it the post was written by
    ///     `author` in `swift` one hour before a ``ManualClock`` begins, and has 12 comments and a score of 34.
    /// - Returns: The post.
    public static func mock(
        _ native: String = "t3_a", title: String? = nil, media: Media = Media(kind: .text), site: Site = .demo,
        configure: (inout Post) -> Void = { _ in }
    ) -> Post {
        var post = Post(id: .mock(native, site: site), title: title ?? "Post \(native)", media: media)
        post.author = "author"
        post.subreddit = "swift"
        post.created = Date(timeIntervalSince1970: 1_700_000_000 - 3600)
        post.commentCount = 12
        post.score = 34
        post.permalink = "/r/swift/comments/\(native)/"
        configure(&post)
        return post
    }
}

extension PostStatus {
    /// Makes a status; marks that are no parameters are set on the value.
    ///
    /// - Parameters:
    ///   - native: The site's own id of the post.
    ///   - isRead: Whether it was read.
    ///   - isSaved: Whether it is saved.
    ///   - isDismissed: Whether it was dismissed.
    ///   - changed: The date of the marks, and of the last change.
    /// - Returns: The status.
    public static func mock(
        _ native: String = "t3_a", isRead: Bool = false, isSaved: Bool = false, isDismissed: Bool = false,
        changed: Date? = nil
    ) -> PostStatus {
        var status = PostStatus(id: .mock(native))
        status.isRead = isRead
        status.isSaved = isSaved
        status.isDismissed = isDismissed
        status.savedAt = isSaved ? changed : nil
        status.firstSeen = changed
        status.changed = changed
        let marks: [(StatusMark, Bool)] = [(.read, isRead), (.saved, isSaved), (.dismissed, isDismissed)]
        for (mark, isSet) in marks where isSet { status.dates[mark] = changed }
        return status
    }
}

extension FeedItem {
    /// Makes a post with its marks.
    ///
    /// - Parameters:
    ///   - native: The site's own id of the post.
    ///   - isRead: Whether it was read.
    ///   - isSaved: Whether it is saved.
    ///   - isDismissed: Whether it was dismissed.
    /// - Returns: The item.
    public static func mock(
        _ native: String = "t3_a", isRead: Bool = false, isSaved: Bool = false, isDismissed: Bool = false
    ) -> FeedItem {
        FeedItem(
            post: .mock(native),
            status: .mock(native, isRead: isRead, isSaved: isSaved, isDismissed: isDismissed))
    }
}
