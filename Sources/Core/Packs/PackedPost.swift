public import Foundation

/// A post that was packed.
public struct PackedPost: Identifiable, Hashable, Sendable {
    /// Which post.
    public let id: Post.ID
    /// The feed that it was packed from, by its key.
    public var feed: String
    /// When its pack was asked for: the newest come first.
    public var date: Date
    /// Its place in the pack.
    public var position: Int
    /// Whether nobody asked for it.
    public var isAutomatic: Bool

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: Which post.
    ///   - feed: The feed that it was packed from, by its key.
    ///   - date: When its pack was asked for.
    ///   - position: Its place in the pack.
    ///   - isAutomatic: Whether nobody asked for it.
    public init(id: Post.ID, feed: String, date: Date, position: Int, isAutomatic: Bool = false) {
        self.id = id
        self.feed = feed
        self.date = date
        self.position = position
        self.isAutomatic = isAutomatic
    }
}
