public import Foundation

/// Keeps the lists of sources, one for each site.
///
/// Contract:
/// - Each call is one commit or none: one that changes nothing is no commit, and nobody is told of it.
/// - What the person did is synced before a call returns.
/// - An id is stored as it is: it was made by the rules of its site, and case may matter there.
/// - No list has two sources of one id, and none has more than ``SubscribedSource/maximumCount``.
/// - A source that was removed is remembered as removed, with the date, so that another device's list does not bring it
///   back; adding it again begins anew, with nothing of what was known of it before.
/// - What is changed is the newest there is: two calls at once never undo each other.
public protocol OfflineSourceProvider: Sendable {
    /// A site's list as it is stored.
    ///
    /// - Parameter site: Whose list.
    /// - Returns: The list in the person's own order; an empty one when nothing is stored of it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func sources(on site: Site) async throws -> StoredSources

    /// Puts a source at the end of its site's list.
    ///
    /// - Parameters:
    ///   - source: The source; its position does not matter, and its date of change becomes `date`.
    ///   - date: When.
    /// - Returns: The source as it is stored.
    /// - Throws: ``DataError`` with the code `invalidInput` when the list has it already, or is full; otherwise the
    ///   store's. Nothing is changed then.
    func add(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource

    /// Takes over what the server says of a source.
    ///
    /// Where its id is another one than it was known by, as ``SubscribedSource/settle(_:at:)`` makes it, it keeps its
    /// place and gets the new name; where the list has that id already, the two become one, in the place of that other
    /// one.
    ///
    /// - Parameters:
    ///   - id: Which source, by the name that it was asked for.
    ///   - verdict: What the server says.
    ///   - date: When it was asked.
    /// - Returns: The source as it is stored; `nil` when the list does not have it any more, and then nothing changes.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func settle(_ id: SubscribedSource.ID, _ verdict: SourceVerdict, at date: Date) async throws -> SubscribedSource?

    /// Takes a source out of its list.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - date: When.
    /// - Returns: The source as it was, for ``restore(_:at:)``; `nil` when the list does not have it.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func remove(_ id: SubscribedSource.ID, at date: Date) async throws -> SubscribedSource?

    /// Puts a source back that was removed: where it was, with all that was known of it.
    ///
    /// - Parameters:
    ///   - source: What ``remove(_:at:)`` returned.
    ///   - date: When.
    /// - Returns: The source as it is stored now: when the list has it again already, that one, unchanged.
    /// - Throws: ``DataError`` with the code `invalidInput` when the list is full; otherwise the store's. Nothing is
    ///   changed then.
    func restore(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource

    /// Moves a source to another place in its list.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - index: Its index in the list once it has moved; clamped to the list.
    ///   - date: When.
    /// - Returns: Whether the list has it.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func move(_ id: SubscribedSource.ID, to index: Int, at date: Date) async throws -> Bool

    /// Notes that the person opened a source.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - date: When; an earlier date than the stored one changes nothing.
    /// - Returns: Whether the list has it.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func open(_ id: SubscribedSource.ID, at date: Date) async throws -> Bool

    /// Announces each commit that changes a list, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    func changes() -> AsyncStream<SourcesChange>
}
