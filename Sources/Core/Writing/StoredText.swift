/// The stored author and text of a post or a comment.
package struct StoredText: Sendable, Equatable {
    /// The author's name; `nil` where it is not known.
    package var author: String?
    /// The text; `nil` where there is none.
    package var text: String?
    /// What it answers; `nil` for a post.
    package var parent: StatusTarget?

    /// Creates what is stored.
    ///
    /// - Parameters:
    ///   - author: The author's name.
    ///   - text: The text.
    ///   - parent: What it answers; nothing by default.
    package init(author: String?, text: String?, parent: StatusTarget? = nil) {
        self.author = author
        self.text = text
        self.parent = parent
    }
}
