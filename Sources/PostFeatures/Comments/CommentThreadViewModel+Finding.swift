public import Core

extension CommentThreadViewModel {
    /// The comments that have some words in their text or author's name.
    ///
    /// - Parameter text: Words that are all in it, in any order and any case.
    /// - Returns: Their ids in display order, collapsed ones too; none for no words.
    /// - Complexity: O(*n*) in the texts of the thread.
    public func find(_ text: String) -> [Comment.ID] {
        let query = SearchQuery(text)
        guard !query.isEmpty else { return [] }
        return (thread?.comments ?? []).filter { comment in
            let texts = comment.texts
            return query.matches(anyOf: [texts.author, texts.body].compactMap { $0 })
        }.map(\.id)
    }
}
