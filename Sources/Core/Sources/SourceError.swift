/// The reason that a list of sources refused a change: the `underlying` error of its ``DataError``.
///
/// The message of the ``DataError`` says the same in English; this is for front ends in other languages.
public enum SourceError: Error, Hashable, Sendable {
    /// The text is empty.
    case blank
    /// The text is not a name.
    case malformed(String)
    /// The text names several sources.
    case several(String)
    /// The pasted address belongs to another site.
    case elsewhere(String)
    /// The pasted address is not that of a source.
    case noSource(String)
    /// The source is in the list already.
    case duplicate(SourceName)
    /// The app has no list of sources for the site.
    case noList(Site)
    /// The list has the maximum number of sources.
    case full(count: Int)
    /// The server says that there is no such source.
    case unknown(SourceName)
    /// The source is not in the list.
    case missing(SubscribedSource.ID)
    /// The source was added, but the server could not be asked; the error's code says why.
    case unchecked(SourceName)
    /// The source was added, but the server does not show it.
    case restricted(SourceName, SourceRestriction)
}
