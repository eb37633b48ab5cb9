public import Foundation

/// One comment as its server describes it.
///
/// What a server leaves out is `nil`, never a guess.
public struct Comment: Identifiable, Hashable, Sendable, Codable {
    /// The site and the native id of the comment.
    public let id: ID
    /// The post or the comment that this comment answers.
    public var parent: Parent
    /// The nesting level in the server's answer, from 0: counted, whatever level the server states.
    public var depth: Int
    /// The author's name, as the server says it; `[deleted]` included.
    public var author: String?
    /// The author's stable id on the server, where there is one.
    public var authorFullname: String?
    /// The text as it was written (Markdown on Reddit and Lemmy).
    public var body: String?
    /// The number of votes for it less the votes against it.
    public var score: Int?
    /// Whether the server asks not to show the score yet.
    public var isScoreHidden: Bool?
    /// The date it was written.
    public var created: Date?
    /// Whether and when it was edited.
    public var edited: Post.Edited?
    /// Whether it is pinned above the others.
    public var isStickied: Bool?
    /// Whether its author is the author of the post.
    public var isSubmitter: Bool?
    /// The role that its author wrote it in: `moderator`, `admin`, `special`.
    public var distinguished: String?
    /// Whether the server shows it collapsed.
    public var isCollapsed: Bool?
    /// The reason why the server shows it collapsed: `LOW_SCORE`, `BLOCKED_AUTHOR`, `DELETED`.
    public var collapsedReason: String?
    /// The party that removed the comment's text; `nil` while the text is there.
    ///
    /// Its replies stay.
    public var removal: Removal?

    /// Creates a comment whose other fields are unknown.
    ///
    /// - Parameters:
    ///   - id: The id of the comment.
    ///   - parent: The post or the comment that it answers.
    ///   - depth: Its nesting level, from 0.
    public init(id: ID, parent: Parent, depth: Int = 0) {
        self.id = id
        self.parent = parent
        self.depth = depth
    }
}

extension Comment {
    /// The party that removed a comment's text.
    public enum Removal: Hashable, Sendable {
        /// Its author deleted it.
        case deletedByAuthor
        /// Somebody else removed it, in the server's words such as `moderator` or `reddit`; `nil` where it does not say
        /// who.
        case removed(by: String?)
    }
}

extension Comment.Removal: Codable {
    private enum CodingKeys: CodingKey {
        case by
    }

    /// The word that stands for the writer, who is no moderator of their own words.
    private static let author = "author"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decodeIfPresent(String.self, forKey: .by)
        self = name == Self.author ? .deletedByAuthor : .removed(by: name)
    }

    /// Writes a removal as its object; the writer's own is `{"by":"author"}`.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .deletedByAuthor: try container.encode(Self.author, forKey: .by)
        case .removed(let name): try container.encode(name, forKey: .by)
        }
    }
}

extension Comment {
    /// Returns this comment with its unknown fields filled from an older copy.
    ///
    /// A poorer backend of the same site never overwrites what a better one said, and no text that is known is lost but
    /// to one that says who took it away.
    ///
    /// - Parameters:
    ///   - stored: The older copy, of the same id.
    ///   - completeness: How much the backend knows that this comment came from. A partial one, whose answers are flat,
    ///     never moves a reply to the top, and replaces a text that is known only when it says that the comment was
    ///     edited since, or taken away: what it has is no more than a rendering of that text.
    /// - Returns: The merged comment.
    public func filled(from stored: Comment, completeness: Completeness = .full) -> Comment {
        let isPartial = completeness == .partial
        var merged = self
        if isPartial, case .post = parent { merged.parent = stored.parent }
        merged.author = author ?? stored.author
        merged.authorFullname = authorFullname ?? stored.authorFullname
        merged.score = score ?? stored.score
        merged.isScoreHidden = isScoreHidden ?? stored.isScoreHidden
        merged.created = created ?? stored.created
        merged.edited = edited ?? stored.edited
        merged.isStickied = isStickied ?? stored.isStickied
        merged.isSubmitter = isSubmitter ?? stored.isSubmitter
        merged.isCollapsed = isCollapsed ?? stored.isCollapsed
        if isPartial {
            merged.distinguished = distinguished ?? stored.distinguished
            merged.collapsedReason = collapsedReason ?? stored.collapsedReason
        }
        guard removal == nil else { return merged }
        let isRendering = isPartial && stored.body != nil && (edited == nil || edited == stored.edited)
        if body == nil || isRendering { (merged.body, merged.removal) = (stored.body, stored.removal) }
        return merged
    }
}
