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
        let since = revision
        do {
            let request = MoreRequest(post: id, more: more, sort: state.value.sort)
            let answer = try await provider.expand(request)
            let update = try await newest(answer, since: since, sort: state.value.sort)
            expanding.remove(more)
            if update.thread == nil { showRows() } else { show(update, sort: state.value.sort) }
            state.update { $0.banner = update.error.map { Banner($0, cause: .content) } }
            // What came is seen now.
            if update.error == nil { try await visit() }
        } catch {
            expanding.remove(more)
            showRows()
            // Nobody waits any more: that is nobody's failure.
            guard !(error is CancellationError), !Task.isCancelled else { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
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
