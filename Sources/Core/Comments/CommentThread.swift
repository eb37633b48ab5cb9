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

    /// How many comments the server left out, as far as it says.
    public var missingCount: Int {
        more.reduce(0) { count, more in
            let (sum, isTooLarge) = count.addingReportingOverflow(more.count)
            return isTooLarge ? .max : sum
        }
    }
}
