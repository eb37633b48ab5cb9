public import Foundation

/// The reading position in a feed: the post at the top edge, and its neighbours in case that post goes away.
///
/// It names posts and not rows, because rows move when posts arrive.
public struct ReadingPosition: Hashable, Sendable, Codable {
    /// The post at the top edge.
    public var anchor: ReadingAnchor
    /// The posts above it, the nearest first.
    public var above: [Post.ID]
    /// The posts below it, the nearest first.
    public var below: [Post.ID]
    /// The date of the position.
    public var changed: Date

    /// The number of neighbours that are kept on each side.
    package static let neighbourCount = 16

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - anchor: The post at the top edge.
    ///   - above: The posts above it, the nearest first; none by default.
    ///   - below: The posts below it, the nearest first; none by default.
    ///   - changed: The date of the position.
    public init(anchor: ReadingAnchor, above: [Post.ID] = [], below: [Post.ID] = [], changed: Date) {
        self.anchor = anchor
        self.above = above
        self.below = below
        self.changed = changed
    }

    /// Takes the neighbours of the anchor from the shown posts; they stay as they are when the anchor is not shown.
    ///
    /// - Complexity: O(*n*) comparisons of ids.
    package mutating func takeNeighbours(from ids: some BidirectionalCollection<Post.ID>) {
        guard let place = ids.firstIndex(of: anchor.id) else { return }
        above = Array(ids[..<place].suffix(Self.neighbourCount).reversed())
        below = Array(ids[ids.index(after: place)...].prefix(Self.neighbourCount))
    }

    /// Finds the post to put at the top edge, so that the person continues where they were.
    ///
    /// - Parameter ids: The current posts, in any order.
    /// - Returns: The anchor when its post is there; else the top of the nearest neighbour that is there, those below
    ///   first; `nil` when none is there.
    /// - Complexity: O(*n*) comparisons of ids.
    package func anchor(among ids: some Collection<Post.ID>) -> ReadingAnchor? {
        if ids.contains(anchor.id) { return anchor }
        let neighbours = Set(below).union(above)
        let present = Set(ids.lazy.filter(neighbours.contains))
        let nearest = below.first(where: present.contains) ?? above.first(where: present.contains)
        return nearest.map { ReadingAnchor(id: $0) }
    }
}

/// The post at the top edge of the screen, and how far it is scrolled beyond that edge.
public struct ReadingAnchor: Hashable, Sendable, Codable {
    /// The first visible post.
    public var id: Post.ID
    /// The distance of the post's top above the top edge, in points; negative where there is space above the post.
    ///
    /// A front end may use another unit, such as lines or fractions of a row, if it does so consistently.
    public var offset: Double

    /// Creates an anchor.
    ///
    /// - Parameters:
    ///   - id: The first visible post.
    ///   - offset: The distance of its top above the top edge; 0 by default, and for infinite values and NaN.
    public init(id: Post.ID, offset: Double = 0) {
        self.id = id
        self.offset = offset.isFinite ? offset : 0
    }
}
