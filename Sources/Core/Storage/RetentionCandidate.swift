public import Foundation

/// A stored post, as far as somebody has to know it who lets posts go.
public struct RetentionCandidate: Identifiable, Hashable, Sendable {
    /// Which post.
    public let id: Post.ID
    /// When a server last had it in a page of a feed, or said something new of it; at most six hours earlier than it was.
    public var date: Date
    /// The bytes of its text.
    public var bytes: Int
    /// How many threads are stored for it: one, or none.
    public var threads: Int
    /// The bytes of its comments.
    public var threadBytes: Int
    /// Why it never goes; `nil` for a post that nobody kept.
    public var kept: EvictionReceipt.Reason?
    /// When its pack was asked for; `nil` for a post that was not packed.
    public var packed: Date?

    /// Creates a candidate.
    ///
    /// - Parameters:
    ///   - id: Which post.
    ///   - date: When a server last had it in an answer.
    ///   - bytes: The bytes of its text.
    ///   - threads: How many threads are stored for it.
    ///   - threadBytes: The bytes of its comments.
    ///   - kept: Why it never goes.
    ///   - packed: When its pack was asked for.
    public init(
        id: Post.ID, date: Date, bytes: Int, threads: Int = 0, threadBytes: Int = 0,
        kept: EvictionReceipt.Reason? = nil, packed: Date? = nil
    ) {
        self.id = id
        self.date = date
        self.bytes = bytes
        self.threads = threads
        self.threadBytes = threadBytes
        self.kept = kept
        self.packed = packed
    }

    /// From when on it grows old: the later of when it was seen and when it was packed.
    public var lastWanted: Date { packed.map { max($0, date) } ?? date }
}
