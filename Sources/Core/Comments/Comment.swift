public import Foundation

/// One comment as its server describes it.
///
/// What a server leaves out is `nil`, never a guess.
public struct Comment: Identifiable, Hashable, Sendable, Codable {
    /// Which comment, on which site.
    public let id: ID
    /// What it answers.
    public var parent: Parent
    /// How deep it is nested in the answer that brought it, from 0; counted, not believed.
    public var depth: Int
    /// Who wrote it, as the server says it; `[deleted]` included.
    public var author: String?
    /// The writer's stable name on the server, where it tells one.
    public var authorFullname: String?
    /// The text as it was written (Markdown on Reddit and Lemmy).
    public var body: String?
    /// Votes for it less votes against it.
    public var score: Int?
    /// Whether the server asks not to show the score yet.
    public var isScoreHidden: Bool?
    /// When it was written.
    public var created: Date?
    /// Whether and when it was changed.
    public var edited: Post.Edited?
    /// Whether it is pinned above the others.
    public var isStickied: Bool?
    /// Whether its writer is the post's own.
    public var isSubmitter: Bool?
    /// In what office it was written: `moderator`, `admin`, `special`.
    public var distinguished: String?
    /// Whether the server shows it folded.
    public var isCollapsed: Bool?
    /// Why the server shows it folded: `LOW_SCORE`, `BLOCKED_AUTHOR`, `DELETED`.
    public var collapsedReason: String?
    /// Who took its text away; `nil` while it is there.
    ///
    /// Its replies stay.
    public var removal: Removal?

    /// Creates a comment of which nothing else is known.
    ///
    /// - Parameters:
    ///   - id: Which comment.
    ///   - parent: What it answers.
    ///   - depth: How deep it is nested, from 0.
    public init(id: ID, parent: Parent, depth: Int = 0) {
        self.id = id
        self.parent = parent
        self.depth = depth
    }
}
