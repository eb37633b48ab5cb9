/// What went, or would go, because there was too much of it or it was too old.
public struct RetentionReport: Hashable, Sendable {
    /// How many of a kind, and their bytes.
    public struct Amount: Hashable, Sendable, Codable {
        /// How many: posts, threads, files, images or marks.
        public var count: Int
        /// Their bytes.
        public var bytes: Int

        /// Creates an amount.
        ///
        /// - Parameters:
        ///   - count: How many.
        ///   - bytes: Their bytes.
        public init(count: Int = 0, bytes: Int = 0) {
            self.count = count
            self.bytes = bytes
        }
    }

    /// Whether nothing was changed.
    public var isDryRun: Bool
    /// The posts that went, with the reason, in the order in which they were chosen.
    public var posts: [RetentionPlan.Eviction]
    /// What went by kind: `posts`, `comments` (threads), `media`, `images` and `statuses` (marks).
    public var amounts: [StorageKind: Amount]
    /// How many bytes there still are above the limit, because what is kept takes them.
    public var excessBytes: Int

    /// Creates a report; nothing went by default.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing was changed.
    ///   - posts: The posts that went.
    ///   - amounts: What went by kind.
    ///   - excessBytes: How many bytes there still are above the limit.
    public init(
        isDryRun: Bool = false, posts: [RetentionPlan.Eviction] = [], amounts: [StorageKind: Amount] = [:],
        excessBytes: Int = 0
    ) {
        self.isDryRun = isDryRun
        self.posts = posts
        self.amounts = amounts
        self.excessBytes = excessBytes
    }

    /// What went of a kind.
    public subscript(kind: StorageKind) -> Amount { amounts[kind] ?? Amount() }

    /// All bytes together.
    public var bytes: Int { amounts.values.reduce(0) { $0 + $1.bytes } }

    /// Whether nothing went.
    public var isEmpty: Bool { amounts.values.allSatisfy { $0.count == 0 } }
}
