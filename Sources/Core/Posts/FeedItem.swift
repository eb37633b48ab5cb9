/// A post as a person sees it: the server's part and their own, joined for display.
///
/// Copies share the server's part: a list of thousands is copied, filtered and compared in a small part of a frame.
public struct FeedItem: Identifiable, Hashable, Sendable {
    /// The server's part.
    public var post: Post {
        // Lent and not copied: whoever asks for one property of it gets that one.
        _read { yield content.post }
        _modify {
            var post = content.post
            defer { content = Content(post) }
            yield &post
        }
    }
    /// The person's part.
    public var status: PostStatus
    private var content: Content

    /// The server's part in one place, never changed.
    private final class Content: Sendable {
        let post: Post

        init(_ post: Post) { self.post = post }
    }

    /// Joins the two.
    ///
    /// - Parameters:
    ///   - post: The server's part.
    ///   - status: The person's part, of the same id; untouched by default.
    public init(post: Post, status: PostStatus? = nil) {
        content = Content(post)
        self.status = status ?? PostStatus(id: post.id)
    }

    /// The post's id.
    public var id: Post.ID { content.post.id }

    /// Whether it belongs in a list: neither dismissed nor hidden.
    public var isListed: Bool { !status.isDismissed && !status.isHidden }

    /// Whether both parts are equal.
    ///
    /// - Parameters:
    ///   - left: One item.
    ///   - right: The other one.
    /// - Returns: True when they are.
    public static func == (left: FeedItem, right: FeedItem) -> Bool {
        (left.content === right.content || left.content.post == right.content.post) && left.status == right.status
    }

    /// Hashes both parts.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(content.post)
        hasher.combine(status)
    }
}
