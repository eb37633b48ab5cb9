public import Core

/// Folding: what a person does shows at once, and is taken back where it cannot be stored.
extension CommentThreadViewModel {
    /// Folds a comment away with the replies to it, or unfolds it; remembered with the thread.
    ///
    /// It shows before this suspends. When it cannot be stored it is taken back, and the banner says why.
    ///
    /// - Parameters:
    ///   - isCollapsed: Whether to fold it.
    ///   - id: Which comment; one that is not here is folded once it comes.
    public func setCollapsed(_ isCollapsed: Bool, for id: Comment.ID) async {
        await change([id: isCollapsed])
    }

    /// Folds a comment away with the replies to it when it is not, else unfolds it.
    ///
    /// - Parameter id: Which comment; nothing happens when no row shows it.
    public func toggleCollapsed(_ id: Comment.ID) async {
        guard let row = state.value.rows.first(where: { $0.id == .comment(id) }) else { return }
        await setCollapsed(!row.isCollapsed, for: id)
    }

    /// Folds every comment on the post itself away, so that only those are left.
    public func collapseAll() async {
        var changes: [Comment.ID: Bool?] = [:]
        for comment in thread?.comments ?? [] where comment.depth == 0 && folds[comment.id] != true {
            changes[comment.id] = .some(true)
        }
        await change(changes)
    }

    /// Unfolds everything, what the server shows folded and what blocked people wrote too.
    public func expandAll() async {
        var changes: [Comment.ID: Bool?] = [:]
        for comment in thread?.comments ?? [] {
            // What begins unfolded needs no mark of its own.
            let wanted: Bool? = isFoldedAtFirst(comment) ? false : nil
            if folds[comment.id] != wanted { changes.updateValue(wanted, forKey: comment.id) }
        }
        await change(changes)
    }

    private func change(_ changes: [Comment.ID: Bool?]) async {
        guard !changes.isEmpty else { return }
        folds.change(changes)
        showRows()
        // One after the other, so that what was done last is what is stored; and nobody who leaves takes it back.
        let task = saving ?? Task { await save() }
        saving = task
        await task.value
    }

    private func save() async {
        while let changes = folds.takeWaiting() {
            do {
                try await provider.setFolds(changes, of: id)
                folds.confirm(changes)
            } catch {
                folds.rollBack(changes)
                showRows()
                if !(error is CancellationError) {
                    state.update { $0.banner = Banner(DataError(error), cause: .action) }
                }
            }
        }
        saving = nil
    }
}
