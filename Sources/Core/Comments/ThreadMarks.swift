public import Foundation
import Synchronization

/// The marks of a person on a thread: collapsed comments, the last visit, and the comments seen at it.
///
/// It belongs to them: no fetch touches it, and it outlives the comments when those are evicted.
public struct ThreadMarks: Hashable, Sendable {
    /// The comments that the person collapsed (true), or expanded against the server's advice (false).
    public var collapsed: [Comment.ID: Bool]
    /// The date the thread was last opened; `nil` for never.
    public var visited: Date?
    private var seenIDs: SeenComments

    /// The comments that were stored at that visit, or at one before it.
    ///
    /// What is not among them is new; in a thread that was never opened nothing is.
    public var seen: Set<Comment.ID> {
        get { seenIDs.ids }
        set { seenIDs = SeenComments(newValue) }
    }

    /// Creates marks; of a thread that nobody opened by default.
    ///
    /// - Parameters:
    ///   - collapsed: The comments that were collapsed (true) or expanded (false).
    ///   - visited: The date when the thread was last opened.
    ///   - seen: The comments that were there.
    public init(collapsed: [Comment.ID: Bool] = [:], visited: Date? = nil, seen: Set<Comment.ID> = []) {
        self.collapsed = collapsed
        self.visited = visited
        seenIDs = SeenComments(seen)
    }

    /// Creates marks of a thread whose comments were seen in an order.
    ///
    /// - Parameters:
    ///   - collapsed: The comments that were collapsed (true) or expanded (false).
    ///   - visited: The date when the thread was last opened.
    ///   - seen: The comments by the names that their site gives them, best in the order of the thread.
    ///   - site: The site.
    package init(collapsed: [Comment.ID: Bool] = [:], visited: Date?, seen: [String], on site: Site) {
        self.collapsed = collapsed
        self.visited = visited
        seenIDs = SeenComments(seen, on: site)
    }

    /// Whether a comment came after the last visit.
    ///
    /// - Parameter id: The comment's id.
    /// - Returns: True when the thread was opened before and did not have it.
    package func isNew(_ id: Comment.ID) -> Bool { visited != nil && !seen.contains(id) }

    /// Returns the comments of a thread that came after the last visit.
    ///
    /// - Parameter entries: The comments and placeholders of the thread.
    /// - Returns: Their ids; none when the thread was never opened before.
    /// - Complexity: O(*n*); without hashing for a thread in the order in which it was seen.
    package func newIDs(in entries: [CommentThread.Entry]) -> Set<Comment.ID> {
        guard visited != nil else { return [] }
        return Set(seenIDs.missing(in: entries))
    }

    /// Returns those of some comments that were not seen.
    ///
    /// - Parameter ids: The comments.
    /// - Returns: The others, in their order.
    /// - Complexity: O(*n*); without hashing for comments in the order in which they were seen.
    package func unseen(of ids: [Comment.ID]) -> [Comment.ID] { seenIDs.missing(of: ids) }
}

/// The comments that a person has seen, as they are stored or as a set that is made when somebody asks for it.
private final class SeenComments: Hashable, Sendable {
    private let names: [String]
    private let site: Site?
    private let made: Mutex<Set<Comment.ID>?>

    init(_ ids: Set<Comment.ID>) {
        (names, site) = ([], nil)
        made = Mutex(ids)
    }

    init(_ names: [String], on site: Site) {
        (self.names, self.site) = (names, site)
        made = Mutex(nil)
    }

    var ids: Set<Comment.ID> {
        made.withLock { made in
            if let made { return made }
            var ids = Set<Comment.ID>(minimumCapacity: names.count)
            if let site { for name in names { ids.insert(Comment.ID(site: site, native: name)) } }
            made = ids
            return ids
        }
    }

    /// The comments that are not among these, in their order.
    func missing(of ids: [Comment.ID]) -> [Comment.ID] {
        var next = 0
        var left: [Comment.ID] = []
        for id in ids {
            // Mostly the thread still has them in the order in which they were seen.
            if next < names.count, names[next] == id.native, id.site == site {
                next += 1
            } else {
                left.append(id)
            }
        }
        return unseen(of: left)
    }

    private func unseen(of left: [Comment.ID]) -> [Comment.ID] {
        guard !left.isEmpty else { return [] }
        let seen = self.ids
        return left.filter { !seen.contains($0) }
    }

    /// The comments of a thread that are not among these, in their order.
    func missing(in entries: [CommentThread.Entry]) -> [Comment.ID] {
        var next = 0
        var left: [Comment.ID] = []
        for entry in entries {
            guard case .comment(let comment) = entry else { continue }
            // No id is copied for those that are where they were.
            if next < names.count, let site, comment.isNamed(names[next], on: site) {
                next += 1
            } else {
                left.append(comment.id)
            }
        }
        return unseen(of: left)
    }

    static func == (left: SeenComments, right: SeenComments) -> Bool { left === right || left.ids == right.ids }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ids)
    }
}
