import Core
import Foundation

/// A dismissal that can be undone.
struct DismissalRecord: StoredRecord {
    /// Larger is newer.
    let id: Int
    /// The posts that were not dismissed before.
    let posts: [Post.ID]
    let date: Date

    /// How many can be undone, one after the other.
    static let limit = 20
}
