/// What a change of statuses came to.
public struct StatusReceipt: Hashable, Sendable {
    /// The statuses of every known post that was named, as they are now, in the order of naming.
    public var statuses: [PostStatus]
    /// The ids that no stored post has.
    public var unknown: [Post.ID]

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - statuses: The statuses as they are now.
    ///   - unknown: The ids that no stored post has.
    public init(statuses: [PostStatus] = [], unknown: [Post.ID] = []) {
        self.statuses = statuses
        self.unknown = unknown
    }

    /// The ids of the known posts.
    public var changed: [Post.ID] { statuses.map(\.id) }
}
