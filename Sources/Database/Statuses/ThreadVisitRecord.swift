import Core
import Foundation

/// An account's last visit to a thread, with the comments that were there; nobody's are in ``ThreadMarksRecord``.
struct ThreadVisitRecord: StoredRecord {
    /// The post and the account.
    let id: OwnedTarget
    var visited: Date
    /// The comments by the names that their site gives them, sorted.
    var seen: [String]
}
