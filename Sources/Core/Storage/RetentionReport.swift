/// The result of a retention policy: what was deleted, or would be, because it was too old or too much.
public struct RetentionReport: Hashable, Sendable {
    /// The reason for the eviction of a post.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The post is too old.
        case age
        /// There are too many posts.
        case count
        /// The posts take too many bytes.
        case bytes
    }

    /// An evicted post and the reason.
    public struct Eviction: Identifiable, Hashable, Sendable {
        /// The post.
        public let id: Post.ID
        /// The reason.
        public var reason: Reason

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - id: The post.
        ///   - reason: The reason.
        public init(_ id: Post.ID, reason: Reason) {
            self.id = id
            self.reason = reason
        }
    }

    /// A number of things of one kind, and their bytes.
    public struct Amount: Hashable, Sendable, Codable {
        /// The number of posts, threads, files, images or marks.
        public var count: Int
        /// Their bytes.
        public var bytes: Int

        /// Creates an amount.
        ///
        /// - Parameters:
        ///   - count: The number.
        ///   - bytes: Their bytes.
        public init(count: Int = 0, bytes: Int = 0) {
            self.count = count
            self.bytes = bytes
        }
    }

    /// Whether nothing was changed.
    public var isDryRun: Bool
    /// The evicted posts with their reasons, in the order in which they were chosen.
    public var posts: [Eviction]
    /// The amounts by kind: `posts`, `comments` (threads), `media`, `images` and `statuses` (marks).
    public var amounts: [StorageKind: Amount]
    /// The bytes above the limit that remain, because kept posts take them.
    public var excessBytes: Int

    /// Creates a report; empty by default.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing was changed.
    ///   - posts: The evicted posts.
    ///   - amounts: The amounts by kind.
    ///   - excessBytes: The bytes above the limit that remain.
    public init(
        isDryRun: Bool = false, posts: [Eviction] = [], amounts: [StorageKind: Amount] = [:],
        excessBytes: Int = 0
    ) {
        self.isDryRun = isDryRun
        self.posts = posts
        self.amounts = amounts
        self.excessBytes = excessBytes
    }

    /// The amount of a kind.
    public subscript(kind: StorageKind) -> Amount { amounts[kind] ?? Amount() }

    /// The sum of all bytes.
    public var bytes: Int { amounts.values.reduce(0) { $0 + $1.bytes } }

    /// Whether nothing was deleted.
    public var isEmpty: Bool { amounts.values.allSatisfy { $0.count == 0 } }
}
