/// Why a source is not added, or not as it should be: what a ``DataError`` of a list of sources has as its `underlying`.
///
/// The error's message says the same in English; this is for front ends that say it in another language.
public enum SourceRefusal: Error, Hashable, Sendable {
    /// Nothing was typed.
    case blank
    /// What was typed is no name.
    case malformed(String)
    /// What was typed are several names.
    case several(String)
    /// The address that was pasted is another site's.
    case elsewhere(String)
    /// The address that was pasted is the site's, and that of no source.
    case noSource(String)
    /// The list has it already.
    case duplicate(SourceName)
    /// The app has no list of sources for the site.
    case noList(Site)
    /// The list has as many sources as it can have.
    case full(count: Int)
    /// The server says that there is no such source.
    case unknown(SourceName)
    /// The list does not have it.
    case missing(SubscribedSource.ID)
    /// It was added, and the server could not be asked, for the reason that the error's code says.
    case unchecked(SourceName)
    /// It was added, and the server does not show it.
    case restricted(SourceName, SourceRestriction)
}
