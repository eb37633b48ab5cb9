import Core
import Foundation

/// The stored record of the reading position in a feed.
struct PositionRecord: StoredRecord {
    /// The feed's key.
    let id: String
    let anchor: Post.ID
    let offset: Double
    let above: [Post.ID]
    let below: [Post.ID]
    let changed: Date

    init(_ position: ReadingPosition, in feed: Feed) {
        id = feed.key
        anchor = position.anchor.id
        offset = position.anchor.offset
        above = position.above
        below = position.below
        changed = position.changed
    }

    var position: ReadingPosition {
        ReadingPosition(
            anchor: ReadingAnchor(id: anchor, offset: offset), above: above, below: below, changed: changed)
    }

    /// The date of the position, by which the oldest are deleted first.
    var date: Double { changed.timeIntervalSince1970 }
}
