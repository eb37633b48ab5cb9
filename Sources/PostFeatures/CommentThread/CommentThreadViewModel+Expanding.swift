public import Core

/// Fetching what was left out, and finding what is there.
extension CommentThreadViewModel {
    /// Fetches what a placeholder stands for, and puts it into the thread, whose order stays.
    ///
    /// The row says ``CommentRow/isExpanding`` meanwhile; a failure is in the banner, and the row stays to be tried
    /// again. Several are fetched one after the other.
    ///
    /// - Parameter row: The placeholder's row; nothing happens for another one, and while it is being expanded.
    public func expand(_ row: CommentRow.ID) async {
        guard let more = shown?.more(of: row), expanding.insert(more).inserted else { return }
        showRows()
        await fetch(more, of: more)
    }

    /// Fetches what every placeholder of the thread stands for, one request after the other, new ones included.
    ///
    /// ``State/expansion`` says how far it is and how it ended; each row says ``CommentRow/isExpanding`` while it is
    /// asked for. No placeholder is asked for twice in one call. It ends with the first failure, which is in the
    /// banner, when its task is cancelled, and after so many requests: calling it again goes on with what is left.
    /// What came stays.
    ///
    /// - Parameter maximumRequests: How many placeholders are asked for at most, 100 by default; one may take several
    ///   requests, as Lemmy's does for a thread that was cut. Nothing happens while an earlier call is under way,
    ///   and before there is a thread.
    public func expandAllPlaceholders(maximumRequests: Int = 100) async {
        guard shown != nil, state.value.expansion?.phase != .running else { return }
        var run = ThreadExpansion()
        var requests = 0
        note(.running, requests)
        while let more = run.next(of: thread?.more ?? []) {
            guard requests < maximumRequests else { return note(.budget, requests) }
            guard !Task.isCancelled else { return note(.stopped, requests) }
            requests += 1
            let row = row(of: more)
            // Somebody may have asked for it already; then the row is theirs.
            let isMine = row.map { expanding.insert($0).inserted } ?? false
            showRows()
            guard await fetch(more, of: isMine ? row : nil) else {
                return note(Task.isCancelled ? .stopped : .failed, requests)
            }
            note(.running, requests)
        }
        note(.finished, requests)
    }

    /// The placeholder as the thread has it, which may name more than one request takes.
    private func row(of more: MoreComments) -> MoreComments? {
        thread?.more.first { candidate in
            guard candidate.parent == more.parent else { return false }
            guard let id = more.ids.first else { return candidate.isContinuation }
            return candidate.ids.contains(id)
        }
    }

    private func note(_ phase: Expansion.Phase, _ requests: Int) {
        let placeholders = thread?.more.count ?? 0
        state.update { state in
            state.expansion = Expansion(phase: phase, requests: requests, placeholders: placeholders)
        }
    }

    /// Fetches what a placeholder stands for, and shows it.
    ///
    /// - Parameters:
    ///   - more: The placeholder, with the names to ask for.
    ///   - row: The placeholder whose row says that it is being expanded; `nil` for none.
    /// - Returns: Whether it came.
    @discardableResult
    private func fetch(_ more: MoreComments, of row: MoreComments?) async -> Bool {
        let since = revision
        do {
            let request = MoreRequest(post: id, more: more, sort: state.value.sort)
            let answer = try await provider.expand(request)
            let update = try await newest(answer, since: since, sort: state.value.sort)
            if let row { expanding.remove(row) }
            if update.thread == nil { showRows() } else { show(update, sort: state.value.sort) }
            state.update { $0.banner = update.error.map { Banner($0, cause: .content) } }
            // What came is seen now.
            if update.error == nil { try await visit() }
            return update.error == nil
        } catch {
            if let row { expanding.remove(row) }
            showRows()
            // Nobody waits any more: that is nobody's failure.
            guard !(error is CancellationError), !Task.isCancelled else { return false }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
            return false
        }
    }

    /// The comments that have some words in their text or author's name.
    ///
    /// - Parameter text: Words that are all in it, in any order and any case.
    /// - Returns: Their ids in display order, folded ones too; none for no words.
    /// - Complexity: O(*n*) in the texts of the thread.
    public func find(_ text: String) -> [Comment.ID] {
        let query = SearchQuery(text)
        guard !query.isEmpty else { return [] }
        return (thread?.comments ?? []).filter { comment in
            query.matches(anyOf: [comment.author, comment.body].compactMap { $0 })
        }.map(\.id)
    }
}
