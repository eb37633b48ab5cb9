/// The result of an eviction of posts.
///
/// Each id that was named is in one of the three lists, once, in the order of naming.
public struct EvictionReceipt: Hashable, Sendable {
    /// A post that was not evicted.
    public struct Kept: Hashable, Sendable {
        /// The post.
        public var id: Post.ID
        /// The reason that it was not evicted.
        public var reason: Reason

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - id: The post.
        ///   - reason: The reason it stays.
        public init(_ id: Post.ID, reason: Reason) {
            self.id = id
            self.reason = reason
        }
    }

    /// A reason for which a post is never evicted.
    public enum Reason: String, Hashable, Sendable {
        /// The person saved it, here or on its site; also given for a post that is a favourite too.
        case saved
        /// It is a favourite.
        case favourite
        /// Something that is about it, or about a comment of it, was not sent yet.
        case unsent
    }

    /// The posts that were evicted.
    public var evicted: [Post.ID]
    /// The posts that were not evicted: saved ones, favourites, and those that something unsent is about.
    public var kept: [Kept]
    /// The ids that no stored post has.
    public var unknown: [Post.ID]
    /// The number of the store's last commit when the posts were evicted.
    public var version: UInt64

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - evicted: The posts whose contents are gone.
    ///   - kept: The posts that stay.
    ///   - unknown: The ids that no stored post has.
    ///   - version: The number of the store's last commit.
    public init(evicted: [Post.ID] = [], kept: [Kept] = [], unknown: [Post.ID] = [], version: UInt64 = 0) {
        self.evicted = evicted
        self.kept = kept
        self.unknown = unknown
        self.version = version
    }
}
