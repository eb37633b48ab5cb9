/// What a change of statuses came to.
public struct StatusReceipt: Hashable, Sendable {
    /// The statuses of every known post that was named, as they are now, in the order of naming.
    public var statuses: [PostStatus]
    /// The ids that no stored post has.
    public var unknown: [Post.ID]
    /// The number of the store's last commit when this came about: what is read with this version or a later one holds
    /// the statuses.
    public var version: UInt64

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - statuses: The statuses as they are now.
    ///   - unknown: The ids that no stored post has.
    ///   - version: The number of the store's last commit.
    public init(statuses: [PostStatus] = [], unknown: [Post.ID] = [], version: UInt64 = 0) {
        self.statuses = statuses
        self.unknown = unknown
        self.version = version
    }

    /// The ids of the known posts.
    public var changed: [Post.ID] { statuses.map(\.id) }
}
