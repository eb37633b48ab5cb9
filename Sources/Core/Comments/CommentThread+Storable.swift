extension CommentThread {
    /// The thread as a store can keep it: each entry that it cannot keep is left out, and is one of ``issues``.
    ///
    /// Left out is a comment that names another site than the post's, whose id or whose parent's cannot be read back (an
    /// empty one, for one), or that is larger than a record may be; of a placeholder, the ids of which that is true. A
    /// date that is not finite becomes unknown. The same holds for the thread's ``post``.
    ///
    /// ``DefaultCommentProvider`` commits threads in this form only; a store of your own does the same as a last guard.
    /// A thread has 100 issues at most: the rest is not told.
    ///
    /// - Parameter site: The site of the post whose comments they are.
    /// - Returns: The thread; the same one where there is nothing to leave out.
    /// - Complexity: O(*n*) in the entries.
    public func storable(on site: Site) -> CommentThread {
        var thread = self
        if let post {
            let page = Page(posts: [post], source: source).storable(on: site)
            thread.post = page.posts.first
            for issue in page.issues { Self.add("the post: \(issue.reason)", to: &thread.issues) }
        }
        thread.entries = Self.storable(entries, on: site, &thread.issues)
        return thread
    }

    /// Those of some entries that a store can keep; why it cannot keep the others is added to the issues.
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

    /// How many issues a thread has at most: a hundred tell what is wrong with an answer, and thousands say no more.
    private static let maximumIssues = 100

    private static func add(_ reason: @autoclosure () -> String, to issues: inout [DecodeIssue]) {
        guard issues.count < maximumIssues else { return }
        issues.append(DecodeIssue(reason: reason()))
    }
}

extension CommentExpansion {
    /// The expansion as a store can keep it, by the rules of ``CommentThread/storable(on:)``.
    ///
    /// - Parameter site: The site of the post whose comments they are.
    /// - Returns: The expansion; the same one where there is nothing to leave out.
    /// - Complexity: O(*n*) in the entries.
    public func storable(on site: Site) -> CommentExpansion {
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

    /// The comment with dates that are not finite unknown, `nil` where no store can keep it; and why.
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
        // Without a name left it would mean something else: "continue this thread".
        return (more.ids.isEmpty ? nil : more, refusals.first ?? "id: empty")
    }
}

extension Comment.ID {
    fileprivate func refusal(on site: Site) -> String? { IDRefusal.reason(self.site, native, on: site) }
}

extension Comment.Parent {
    /// A parent that is the post is not looked at: a store writes the post whose thread it is.
    fileprivate func refusal(on site: Site) -> String? {
        guard case .comment(let id) = self else { return nil }
        return id.refusal(on: site)
    }
}
