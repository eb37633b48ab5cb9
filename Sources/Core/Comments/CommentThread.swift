/// A post's comments as one answer of its server shows them: a value in display order.
public struct CommentThread: Hashable, Sendable {
    /// One row of a thread.
    public enum Entry: Hashable, Sendable {
        /// A comment.
        case comment(Comment)
        /// A place where comments were left out.
        case more(MoreComments)

        /// What it answers, or what the comments that were left out answer.
        public var parent: Comment.Parent {
            switch self {
            case .comment(let comment): comment.parent
            case .more(let more): more.parent
            }
        }

        /// How deep it is nested, from 0.
        public var depth: Int {
            switch self {
            case .comment(let comment): comment.depth
            case .more(let more): more.depth
            }
        }
    }

    /// The post, where the answer brought it.
    public var post: Post?
    /// Fields of the post that only this site has, where the answer brought some, as in ``Page/extras``.
    public var extras: RawJSON?
    /// Comments and placeholders, depth first: each behind what it answers.
    public var entries: [Entry]
    /// What could not be read.
    public var issues: [DecodeIssue]
    /// Which road brought it, for people to read.
    public var source: String
    /// How much of a comment that road knows.
    public var completeness: Completeness

    /// Creates a thread.
    ///
    /// - Parameters:
    ///   - post: The post, where the answer brought it.
    ///   - entries: Comments and placeholders in display order.
    ///   - issues: What could not be read.
    ///   - source: Which road brought it.
    ///   - completeness: How much of a comment that road knows.
    public init(
        post: Post? = nil, entries: [Entry] = [], issues: [DecodeIssue] = [], source: String,
        completeness: Completeness = .full
    ) {
        self.post = post
        self.entries = entries
        self.issues = issues
        self.source = source
        self.completeness = completeness
    }

    /// The comments alone, in display order.
    public var comments: [Comment] {
        entries.compactMap { if case .comment(let comment) = $0 { comment } else { nil } }
    }

    /// The placeholders alone, in display order.
    public var more: [MoreComments] {
        entries.compactMap { if case .more(let more) = $0 { more } else { nil } }
    }

    /// Whether it is the whole thread: no placeholder is left, and the road that brought it gives whole threads.
    public var isComplete: Bool { completeness == .full && entries.allSatisfy(\.isComment) }

    /// The completeness of this thread once a newer answer was merged into it by ``CommentForest/merging(_:)``.
    ///
    /// It is the newer answer's, with one exception. An answer by a road that knows less takes nothing away; where it
    /// could be read as a whole and brings no comment that is not here, it tells of nothing that is missing either, and
    /// a thread that is ``Completeness/full`` stays so.
    ///
    /// - Parameter newer: The answer.
    /// - Returns: What a store keeps with the merged entries.
    /// - Complexity: O(*n*) in both, and O(1) for an answer by a road that gives whole threads.
    public func completeness(merging newer: CommentThread) -> Completeness {
        guard completeness == .full, newer.completeness == .partial, newer.issues.isEmpty else {
            return newer.completeness
        }
        let known = Set(entries.lazy.compactMap(\.comment?.id))
        let bringsNothing = newer.entries.allSatisfy { entry in
            guard let comment = entry.comment else { return false }
            return known.contains(comment.id)
        }
        return bringsNothing ? .full : .partial
    }

    /// How many comments the server left out, as far as it says.
    public var missingCount: Int {
        more.reduce(0) { count, more in
            let (sum, isTooLarge) = count.addingReportingOverflow(more.count)
            return isTooLarge ? .max : sum
        }
    }
}
