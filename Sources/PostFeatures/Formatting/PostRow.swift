public import Core
public import Foundation

/// A row of a list of posts: the texts that it shows of one post, in one language.
public struct PostRow: Identifiable, Hashable, Sendable {
    /// A short label beside the title.
    public struct Badge: Hashable, Sendable {
        /// The meaning, for colours and symbols.
        public let kind: Phrase
        /// The text.
        public let text: String
    }

    /// The post's id.
    public let id: Post.ID
    /// The title exactly as written: a terminal has to make its control characters harmless.
    public let title: String
    /// The author, the age and the number of comments, as far as known: `author · 3 hours ago · 12 comments`.
    public let meta: String
    /// The score in short form, with the person's own vote; "–" when it is not known.
    public let score: String
    /// The badges, most important first.
    public let badges: [Badge]
    /// Whether the person has read it.
    public let isRead: Bool
    /// The person's vote; `nil` for none, and where it is not known.
    public let vote: Vote?
    /// Whether the vote is known: otherwise a ``vote`` of `nil` says nothing.
    public let isVoteKnown: Bool
    /// What the person has done with it that is not sent yet, such as `vote` and `save`.
    public let pending: [OutboxItem.Kind]
    /// The label of its media, such as "video" or "12 pictures"; `nil` for a text and for a link.
    public let mediaLabel: String?
    /// The text of who took the post down, such as "taken down (moderator)"; `nil` where nobody did.
    public let removal: String?
    /// The reason why it has no small picture, in words; `nil` where there is one, and where there is nothing to say.
    public let thumbnailText: String?
    /// The reason why its pictures are covered until the person asks to see them; `nil` where they are not.
    public let cover: String?

    /// Whether its pictures are covered until the person asks to see them.
    public var isCovered: Bool { cover != nil }

    /// Creates the row of a post.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - now: The current date, for its age.
    ///   - format: The formatter.
    ///   - settings: The person's settings, which decide what is covered; all at their defaults by default.
    public init(_ item: FeedItem, now: Date, format: PostFormat, settings: ReadingSettings = ReadingSettings()) {
        let (post, status) = (item.post, item.status)
        id = post.id
        title = post.title
        meta = [post.author, format.relativeDate(post.created, now: now), format.comments(post.commentCount)]
            .compactMap { $0 }.joined(separator: " · ")
        score = format.compact(item.shownScore)
        isRead = status.isRead
        (vote, isVoteKnown, pending) = (status.vote, status.isVoteKnown, status.pending.kinds)
        mediaLabel = format.label(of: post.media)
        removal = format.removal(of: post)
        thumbnailText = format.thumbnailText(of: post)
        cover = format.cover(of: post, settings: settings)
        let marks: [(Phrase, Bool)] = [
            (.stickied, post.isStickied == true), (.notSafeForWork, post.isNSFW == true),
            (.spoiler, post.isSpoiler == true), (.saved, status.isSaved), (.favourite, status.isFavourite),
        ]
        badges = marks.filter(\.1).map { Badge(kind: $0.0, text: format.text($0.0)) }
    }
}
