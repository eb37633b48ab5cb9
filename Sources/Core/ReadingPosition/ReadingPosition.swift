public import Foundation

/// Where a person was in a feed: the post at the top edge, and its neighbours in case it will be gone.
///
/// A pure value. It names posts and never rows: rows move when posts arrive.
public struct ReadingPosition: Hashable, Sendable, Codable {
    /// What stood at the top edge.
    public var anchor: ReadingAnchor
    /// The posts above it, the nearest first.
    public var above: [Post.ID]
    /// The posts below it, the nearest first.
    public var below: [Post.ID]
    /// When the person was there.
    public var changed: Date

    /// How many neighbours are kept on each side.
    public static let neighbourCount = 16

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - anchor: What stood at the top edge.
    ///   - above: The posts above it, the nearest first; none by default.
    ///   - below: The posts below it, the nearest first; none by default.
    ///   - changed: When the person was there.
    public init(anchor: ReadingAnchor, above: [Post.ID] = [], below: [Post.ID] = [], changed: Date) {
        self.anchor = anchor
        self.above = above
        self.below = below
        self.changed = changed
    }

    /// Takes the neighbours of the anchor from a list; they stay as they are when the list does not have it.
    ///
    /// - Parameter ids: The posts that are shown, in order.
    /// - Complexity: O(*n*) comparisons of ids.
    public mutating func takeNeighbours(from ids: some BidirectionalCollection<Post.ID>) {
        guard let place = ids.firstIndex(of: anchor.id) else { return }
        above = Array(ids[..<place].suffix(Self.neighbourCount).reversed())
        below = Array(ids[ids.index(after: place)...].prefix(Self.neighbourCount))
    }

    /// What to put at the top edge so that the person is where they were.
    ///
    /// - Parameter ids: The posts that there are now, in any order.
    /// - Returns: The anchor, when its post is there; else the beginning of the nearest neighbour that is, those below
    ///   first; `nil` when none of them is.
    /// - Complexity: O(*n*) comparisons of ids.
    public func anchor(among ids: some Collection<Post.ID>) -> ReadingAnchor? {
        if ids.contains(anchor.id) { return anchor }
        let neighbours = Set(below).union(above)
        let present = Set(ids.lazy.filter(neighbours.contains))
        let nearest = below.first(where: present.contains) ?? above.first(where: present.contains)
        return nearest.map { ReadingAnchor(id: $0) }
    }
}
