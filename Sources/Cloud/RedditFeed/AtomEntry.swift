/// One entry of an Atom feed, as text: what it means is for its reader to say.
///
/// A part that is missing is `nil`; of several, the first counts.
struct AtomEntry: Hashable, Sendable {
    /// The id in the feed.
    var id: String?
    /// The title, unescaped once.
    var title: String?
    /// The name of its author.
    var author: String?
    /// The term of its category.
    var category: String?
    /// The target of its link, as written.
    var link: String?
    /// The date of publication.
    var published: String?
    /// The date of the last change.
    var updated: String?
    /// The content, unescaped once: HTML.
    var content: String?
    /// The URL of its `media:thumbnail`.
    var thumbnail: String?
    /// The name of a part that was longer than what is allowed, and was left out.
    var tooLong: String?
}

/// The reason why a text is not an Atom feed.
struct AtomError: Error, Hashable, CustomStringConvertible {
    /// The text that was expected or found.
    let description: String

    init(_ description: String) { self.description = description }
}
