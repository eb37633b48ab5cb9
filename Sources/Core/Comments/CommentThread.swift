/// The thread that a store has read, arranged once for all who have it.
package protocol ForestSource: AnyObject, Sendable {
    /// The entries of the thread as a tree.
    var forest: CommentForest { get }
}

/// A post's comments in display order, as one answer of the server contains them.
public struct CommentThread: Hashable, Sendable {
    /// One row of a thread.
    public enum Entry: Hashable, Sendable {
        /// A comment.
        case comment(Comment)
        /// A placeholder for comments that the server left out.
        indirect case more(MoreComments)

        /// The post or the comment that the comment, or the comments that were left out, answer.
        package var parent: Comment.Parent {
            switch self {
            case .comment(let comment): comment.parent
            case .more(let more): more.parent
            }
        }

        /// The nesting level, from 0.
        package var depth: Int {
            switch self {
            case .comment(let comment): comment.depth
            case .more(let more): more.depth
            }
        }
    }

    /// The post, where the answer contains it.
    public var post: Post?
    /// Fields of the post that only this site has, where the answer contains some, as in ``Page/extras``.
    public var extras: RawJSON?
    /// The signed-in account's state on the server, such as its votes on comments; `nil` where nobody is signed in.
    ///
    /// Stored in the thread's commit.
    public var confirmation: Confirmation?
    /// Comments and placeholders, depth first: each behind what it answers.
    public var entries: [Entry] {
        didSet { reading.isUnchanged = false }
    }
    /// The parts of the answer that could not be read.
    public var issues: [DecodeIssue]
    /// The name of the backend that delivered the thread, for display.
    public var source: String
    /// The completeness of that backend's comments.
    public var completeness: Completeness
    /// The moment at which the request of the answer began: an earlier or a stale one neither takes an own new comment
    /// away nor brings a deleted one back.
    package var begin = BeginOfRead()
    /// The object that a store read the thread as, which it finds again as long as somebody has the thread.
    package var reading = Reading()

    /// An object that a thread keeps alive; it is no part of the thread's value.
    package struct Reading: Hashable, Sendable {
        /// The object; `nil` for a thread that no store has read.
        package let source: (any ForestSource)?
        /// Whether the entries are those of the object.
        fileprivate var isUnchanged = true

        /// Keeps an object alive, or none.
        package init(_ source: (any ForestSource)? = nil) {
            self.source = source
        }

        package static func == (left: Reading, right: Reading) -> Bool { true }

        package func hash(into hasher: inout Hasher) {}
    }

    /// The entries as a tree; arranged once for a thread that a store has read.
    package var forest: CommentForest {
        guard reading.isUnchanged, let source = reading.source else { return CommentForest(entries) }
        return source.forest
    }

    /// Creates a thread.
    ///
    /// - Parameters:
    ///   - post: The post, where the answer brought it.
    ///   - entries: Comments and placeholders in display order.
    ///   - issues: The parts that could not be read.
    ///   - source: The name of the backend that brought it.
    ///   - completeness: The completeness of that backend's comments.
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

    /// Whether this is the whole thread: no placeholder is left, and its backend delivers whole threads.
    package var isComplete: Bool { completeness == .full && entries.allSatisfy(\.isComment) }

    /// The completeness of this thread once a newer answer was merged into it by ``CommentForest/merging(_:)``.
    ///
    /// It is the newer answer's, with one exception. An answer of a backend that knows less takes nothing away; where
    /// it could be read as a whole and brings no comment that is not here, it tells of nothing that is missing either,
    /// and a thread that is ``Completeness/full`` stays so.
    ///
    /// - Parameter newer: The answer.
    /// - Returns: The completeness to store with the merged entries.
    /// - Complexity: O(*n*) in both, and O(1) for an answer of a backend that gives whole threads.
    package func completeness(merging newer: CommentThread) -> Completeness {
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

    /// The number of comments that the server left out, as far as it says.
    package var missingCount: Int {
        more.reduce(0) { count, more in
            let (sum, isTooLarge) = count.addingReportingOverflow(more.count)
            return isTooLarge ? .max : sum
        }
    }
}

extension CommentThread {
    /// Returns the thread without the entries that cannot be stored; each of those is one of ``issues``.
    ///
    /// Left out is a comment that names another site than the post's, whose id or whose parent's cannot be read back
    /// (an empty one, for one), or that is larger than a record may be; of a placeholder, the ids of which that is
    /// true. A date that is not finite becomes unknown. The same holds for the thread's ``post``.
    ///
    /// ``DefaultCommentProvider`` commits threads in this form only; a store of your own does the same as a last guard.
    /// A thread has 100 issues at most: the rest is not listed.
    ///
    /// - Parameter site: The site of the post whose comments they are.
    /// - Returns: The thread; the same one where there is nothing to leave out.
    /// - Complexity: O(*n*) in the entries.
    package func storable(on site: Site) -> CommentThread {
        var thread = self
        if let post {
            let page = Page(posts: [post], source: source).storable(on: site)
            thread.post = page.posts.first
            for issue in page.issues { Self.add("the post: \(issue.reason)", to: &thread.issues) }
        }
        thread.entries = Self.storable(entries, on: site, &thread.issues)
        return thread
    }

    /// Returns the entries that a store can keep; the reasons against the others are added to the issues.
    static func storable(_ entries: [Entry], on site: Site, _ issues: inout [DecodeIssue]) -> [Entry] {
        // Almost always all are, and then nothing is copied.
        guard entries.contains(where: { !$0.isStorable(on: site) }) else { return entries }
        return entries.compactMap { entry in
            if entry.isStorable(on: site) { return entry }
            switch entry {
            case .comment(let comment):
                let (storable, reason) = comment.storable(on: site)
                add("'\(comment.id.native)': \(reason)", to: &issues)
                return storable.map { .comment($0) }
            case .more(let more):
                let (storable, reason) = more.storable(on: site)
                add("more: \(reason)", to: &issues)
                return storable.map { .more($0) }
            }
        }
    }

    /// The largest number of issues of a thread: a hundred show what is wrong with an answer.
    private static let maximumIssues = 100

    private static func add(_ reason: @autoclosure () -> String, to issues: inout [DecodeIssue]) {
        guard issues.count < maximumIssues else { return }
        issues.append(DecodeIssue(reason: reason()))
    }
}

extension CommentExpansion {
    /// Returns the expansion without what cannot be stored, by the rules of ``CommentThread/storable(on:)``.
    ///
    /// - Parameter site: The site of the post whose comments they are.
    /// - Returns: The expansion; the same one where there is nothing to leave out.
    /// - Complexity: O(*n*) in the entries.
    package func storable(on site: Site) -> CommentExpansion {
        var expansion = self
        expansion.entries = CommentThread.storable(entries, on: site, &expansion.issues)
        return expansion
    }
}

extension CommentThread.Entry {
    fileprivate func isStorable(on site: Site) -> Bool {
        switch self {
        case .comment(let comment): comment.refusal(on: site) == nil && comment.isFinite
        case .more(let more):
            more.parent.refusal(on: site) == nil && more.ids.allSatisfy { $0.refusal(on: site) == nil }
        }
    }
}

extension Comment {
    fileprivate var isFinite: Bool { created.isFinite && edited.isFinite }

    fileprivate func refusal(on site: Site) -> String? {
        if let refusal = id.refusal(on: site) { return refusal }
        if let refusal = parent.refusal(on: site) { return "parent." + refusal }
        guard let body, body.utf8.count > StorableText.alwaysSmall else { return nil }
        return StorableText.writtenCount(body) > StorableText.largest ? "body: larger than a record may be" : nil
    }

    /// The comment without its dates that are not finite, or `nil` where no store can keep it; and the reason.
    fileprivate func storable(on site: Site) -> (comment: Comment?, reason: String) {
        if let refusal = refusal(on: site) { return (nil, refusal) }
        var (comment, reason) = (self, "created: not finite")
        if !created.isFinite { comment.created = nil }
        if !edited.isFinite {
            comment.edited = .atUnknownTime
            if created.isFinite { reason = "edited: not finite" }
        }
        return (comment, reason)
    }
}

extension MoreComments {
    /// The placeholder with the ids that can be asked for, `nil` where none is left; and what is wrong with the others.
    fileprivate func storable(on site: Site) -> (more: MoreComments?, reason: String) {
        if let refusal = parent.refusal(on: site) { return (nil, "parent." + refusal) }
        var more = self
        more.ids.removeAll { $0.refusal(on: site) != nil }
        let refusals = ids.compactMap { $0.refusal(on: site) }
        // Without an id left the placeholder would mean something else: "continue this thread".
        return (more.ids.isEmpty ? nil : more, refusals.first ?? "id: empty")
    }
}

extension Comment.ID {
    fileprivate func refusal(on site: Site) -> String? { IDRefusal.reason(self.site, native, on: site) }
}

extension Comment.Parent {
    /// Returns the reason that a store cannot keep a parent; a parent that is the post is never refused.
    fileprivate func refusal(on site: Site) -> String? {
        guard case .comment(let id) = self else { return nil }
        return id.refusal(on: site)
    }
}
