public import Core
public import Foundation

/// A post as a row of text: what a list shows of it, in one language.
public struct PostRow: Identifiable, Hashable, Sendable {
    /// A short mark beside the title.
    public struct Badge: Hashable, Sendable {
        /// What it stands for, for colours and symbols.
        public let kind: Phrase
        /// The word for it.
        public let text: String

        /// Creates a badge.
        ///
        /// - Parameters:
        ///   - kind: What it stands for.
        ///   - text: The word for it.
        public init(kind: Phrase, text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// Which post.
    public let id: Post.ID
    /// The title exactly as written: a terminal has to make its control characters harmless.
    public let title: String
    /// Who, when and how many comments, as far as known: `author · 3 hours ago · 12 comments`.
    public let meta: String
    /// The score in little space; "–" when it is not known.
    public let score: String
    /// The marks, most important first.
    public let badges: [Badge]
    /// Whether the person has read it.
    public let isRead: Bool
    /// What there is to see: "video", "12 pictures"; `nil` for a text and for a link.
    public let mediaLabel: String?
    /// Why its pictures are covered until the person asks; `nil` where they are not.
    public let cover: String?

    /// Whether its pictures are covered until the person asks.
    public var isCovered: Bool { cover != nil }

    /// Creates the row of a post.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - now: The date that its age is counted from.
    ///   - format: Writes dates and numbers.
    ///   - settings: What the person has set, which decides on what is covered; the defaults by default.
    public init(_ item: FeedItem, now: Date, format: PostFormat, settings: ReadingSettings = ReadingSettings()) {
        let (post, status) = (item.post, item.status)
        id = post.id
        title = post.title
        meta = [post.author, format.relativeDate(post.created, now: now), format.comments(post.commentCount)]
            .compactMap { $0 }.joined(separator: " · ")
        score = format.compact(post.score)
        isRead = status.isRead
        mediaLabel = format.label(of: post.media)
        cover = format.cover(of: post, settings: settings)
        let marks: [(Phrase, Bool)] = [
            (.stickied, post.isStickied == true), (.notSafeForWork, post.isNSFW == true),
            (.spoiler, post.isSpoiler == true), (.saved, status.isSaved), (.favourite, status.isFavourite),
        ]
        badges = marks.filter(\.1).map { Badge(kind: $0.0, text: format.text($0.0)) }
    }
}
