/// A post with its status: the server's content and the marks of one owner, joined for display.
///
/// Copies share the server's part: a list of thousands is copied, filtered and compared in a small part of a frame.
public struct FeedItem: Identifiable, Hashable, Sendable {
    /// The post, as the server describes it.
    public var post: Post {
        // Yielded and not copied: reading one property copies only that property.
        _read { yield content.post }
        _modify {
            var post = content.post
            defer { content = Content(post) }
            yield &post
        }
    }
    /// The status of the post for one owner: their own marks joined with confirmed state.
    public var status: PostStatus
    /// What the account that looks did with this post of its own and the server's copy does not say yet: wrote, edited
    /// or deleted it; `nil` for most.
    ///
    /// The post is shown as the account wants it to be.
    public var own: OwnText? {
        get { ownText?.text }
        set { ownText = newValue.map(OwnTextBox.init) }
    }
    private var content: Content
    private var ownText: OwnTextBox?

    /// Kept apart: few posts have any, and lists of thousands are copied.
    private final class OwnTextBox: Sendable {
        let text: OwnText

        init(_ text: OwnText) { self.text = text }
    }

    /// The server's part in one place, never changed.
    private final class Content: Sendable {
        let post: Post

        init(_ post: Post) { self.post = post }
    }

    /// Joins a post and its status.
    ///
    /// - Parameters:
    ///   - post: The server's part.
    ///   - status: The owner's part, of the same id; untouched by default.
    public init(post: Post, status: PostStatus? = nil) {
        content = Content(post)
        self.status = status ?? PostStatus(id: post.id)
    }

    /// The post's id.
    public var id: Post.ID { content.post.id }

    /// The score as the owner sees it: the server's, with their own vote as it is shown; `nil` where it is not known.
    public var shownScore: Int? { content.post.score.map { $0 + status.voteDelta } }

    /// Whether the post belongs in a list: it is neither dismissed nor hidden.
    package var isListed: Bool { !status.isDismissed && !status.isHidden }

    public static func == (left: FeedItem, right: FeedItem) -> Bool {
        (left.content === right.content || left.content.post == right.content.post) && left.status == right.status
            && (left.ownText === right.ownText || left.own == right.own)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(content.post)
        hasher.combine(status)
        hasher.combine(own)
    }
}
