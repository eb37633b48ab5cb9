extension CommentForest {
    /// This forest with what a placeholder stood for.
    ///
    /// Comments that are there already are left as they are. Those that were asked for by name and did not come are
    /// named by no placeholder any more; where only some of its comments were asked for, the placeholder stays with the
    /// others. A "continue this thread" goes, whatever came for it. What comes for a placeholder that is not there any
    /// more changes nothing but comments, and new ones are found below what they answer all the same.
    ///
    /// - Parameters:
    ///   - more: The placeholder.
    ///   - expansion: What came, in the server's order, nested or flat.
    /// - Returns: The forest; what came stands behind the comments that were there.
    /// - Complexity: O(*n*) in both.
    public func expanding(_ more: MoreComments, with expansion: CommentExpansion) -> CommentForest {
        var threading = CommentThreading()
        threading.append(
            more.isContinuation
                ? entries.filter { $0.more.map { !$0.isContinuation(of: more.parent) } ?? true } : entries)
        threading.gone = Set(expansion.requested)
        let enclosing: Comment.ID? = if case .comment(let id) = more.parent { id } else { nil }
        let answered = Set(entries.lazy.map(\.parent))
        for entry in expansion.entries {
            if let next = entry.more, next.isContinuation {
                // The same question again, which would bring the same answer; or one that was asked before.
                if more.isContinuation(of: next.parent) || answered.contains(next.parent) { continue }
            }
            threading.append(entry, below: enclosing, isArrival: true)
        }
        return CommentForest(threaded: threading.threaded())
    }

    /// What is left to be asked for.
    ///
    /// - Parameter request: The placeholder, as somebody saw it.
    /// - Returns: The request for those of its comments that a placeholder still names; `nil` when there are none.
    func open(_ request: MoreRequest) -> MoreRequest? {
        if request.more.isContinuation {
            return entries.contains { $0.more?.isContinuation(of: request.more.parent) ?? false } ? request : nil
        }
        let named = Set(entries.lazy.compactMap(\.more).flatMap(\.ids))
        var open = request
        open.more.ids = request.ids.filter(named.contains)
        return open.more.ids.isEmpty ? nil : open
    }
}

extension MoreComments {
    /// Whether it is the "continue this thread" below something.
    fileprivate func isContinuation(of parent: Comment.Parent) -> Bool { isContinuation && self.parent == parent }
}
