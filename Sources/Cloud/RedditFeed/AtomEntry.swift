/// One entry of an Atom feed, as text: what it means is for its reader to say.
///
/// A part that is missing is `nil`; of several, the first counts.
struct AtomEntry: Hashable, Sendable {
    /// What the feed calls it.
    var id: String?
    /// The title, unescaped once.
    var title: String?
    /// The name of its author.
    var author: String?
    /// The term of its category.
    var category: String?
    /// Where its link leads, as written.
    var link: String?
    /// When it was written.
    var published: String?
    /// When it was last changed.
    var updated: String?
    /// The content, unescaped once: HTML.
    var content: String?
    /// The URL of its `media:thumbnail`.
    var thumbnail: String?
    /// The name of a part that was longer than what is allowed, and was left out.
    var tooLong: String?
}

/// Why a text is no Atom feed.
struct AtomError: Error, Hashable, CustomStringConvertible {
    /// What was expected or found.
    let description: String

    init(_ description: String) { self.description = description }
}
