import Core

extension CommentThreadViewModel {
    /// Returns whether a comment is known to be of another person than the account in use.
    ///
    /// - Parameter row: The comment's row.
    /// - Returns: False where the author or the account is not known, and for the row of a placeholder.
    public func isSomebodyElses(_ row: CommentRow) -> Bool {
        guard let comment = row.comment, row.own == nil else { return false }
        let text = StoredText(author: comment.author, authorID: comment.authorFullname, text: comment.body)
        return writing.isSomebodyElses(text, on: id.site)
    }
}
