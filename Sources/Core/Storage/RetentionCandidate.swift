public import Foundation

/// A stored post with all that decides whether it is evicted: its age, its size and whether somebody keeps it.
public struct RetentionCandidate: Identifiable, Hashable, Sendable {
    public let id: Post.ID
    /// The last time that a server had the post in a page of a feed, or changed it; at most six hours too early.
    public var date: Date
    /// The bytes of its text.
    public var bytes: Int
    /// The number of threads that are stored for it: one, or none.
    public var threads = 0
    /// The bytes of its comments.
    public var threadBytes = 0
    /// The reason why it is never evicted; `nil` for a post that nobody keeps.
    public var kept: EvictionReceipt.Reason?
    /// The date of its pack; `nil` for a post that was not packed.
    public var packed: Date?

    /// Creates a candidate without comments that nobody keeps.
    ///
    /// - Parameters:
    ///   - id: The post.
    ///   - date: The last time that a server had it in an answer.
    ///   - bytes: The bytes of its text.
    public init(id: Post.ID, date: Date, bytes: Int) {
        self.id = id
        self.date = date
        self.bytes = bytes
    }

    /// The date from which its age counts: the later of ``date`` and ``packed``.
    package var lastWanted: Date { packed.map { max($0, date) } ?? date }
}
