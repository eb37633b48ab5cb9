/// What stands at the top edge of the screen: the post, and how much of it is scrolled away.
public struct ReadingAnchor: Hashable, Sendable, Codable {
    /// The first post that can be seen.
    public var id: Post.ID
    /// How far its top lies above the top edge, in points; 0 where it begins there, less where there is room above it.
    ///
    /// A front end that counts in something else, lines or fractions of the row, may do so as long as it reads what it
    /// wrote.
    public var offset: Double

    /// Creates an anchor.
    ///
    /// - Parameters:
    ///   - id: The first post that can be seen.
    ///   - offset: How far its top lies above the top edge; 0 by default, and for what is no finite number.
    public init(id: Post.ID, offset: Double = 0) {
        self.id = id
        self.offset = offset.isFinite ? offset : 0
    }
}
