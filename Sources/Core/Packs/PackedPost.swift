public import Foundation

/// A post that belongs to a pack.
public struct PackedPost: Identifiable, Hashable, Sendable {
    /// The post's id.
    public let id: Post.ID
    /// The key of the pack's feed.
    public var feed: String
    /// The date of its pack's request; the newest come first.
    public var date: Date
    /// Its index in the pack.
    public var position: Int
    /// Whether its pack is an automatic one.
    public var isAutomatic: Bool

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: The post's id.
    ///   - feed: The key of the pack's feed.
    ///   - date: The date of its pack's request.
    ///   - position: Its index in the pack.
    ///   - isAutomatic: Whether its pack is an automatic one.
    public init(id: Post.ID, feed: String, date: Date, position: Int, isAutomatic: Bool = false) {
        self.id = id
        self.feed = feed
        self.date = date
        self.position = position
        self.isAutomatic = isAutomatic
    }
}
