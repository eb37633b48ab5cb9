/// The stored author and text of a post or a comment.
package struct StoredText: Sendable, Equatable {
    /// The author's name; `nil` where it is not known.
    package var author: String?
    /// The server's id of the author, by which accounts are known; `nil` where it is not known.
    package var authorID: String?
    /// The text; `nil` where there is none.
    package var text: String?
    /// What it answers; `nil` for a post.
    package var parent: StatusTarget?

    /// Creates what is stored.
    ///
    /// - Parameters:
    ///   - author: The author's name.
    ///   - authorID: The server's id of the author; not known by default.
    ///   - text: The text.
    ///   - parent: What it answers; nothing by default.
    package init(author: String?, authorID: String? = nil, text: String?, parent: StatusTarget? = nil) {
        self.author = author
        self.authorID = authorID
        self.text = text
        self.parent = parent
    }

    /// Returns the author's name where it is certainly another person.
    ///
    /// - Parameters:
    ///   - account: The account of a person.
    ///   - name: Their name, which they may have changed since they wrote it.
    /// - Returns: The author's name; `nil` for what can be that person's.
    package func somebodyElse(than account: AccountKey, named name: String) -> String? {
        guard let author, authorID != account.name, author.lowercased() != name.lowercased() else { return nil }
        return author
    }
}
