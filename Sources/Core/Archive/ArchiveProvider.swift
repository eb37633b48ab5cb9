/// A provider of exports and imports of a person's data.
///
/// Contract:
/// - An export is a snapshot: nothing that is committed meanwhile is half in it.
/// - An import is one commit or none, synced before the call returns: all of an archive, or nothing of it.
/// - Each entry is merged by its own dates: in whatever order archives are imported, the store is the same afterwards,
///   and an archive that was imported before changes nothing and is no commit.
/// - A setting that this version cannot use is kept where nothing usable is set, else left out and named in the
///   receipt; the rest of the archive is imported all the same.
/// - Observers of statuses, sources and settings get the changes of an import like any other.
public protocol ArchiveProvider: Sendable {
    /// Exports all of a person's data, also settings that only a newer version knows.
    ///
    /// - Returns: The archive, with the date of now.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func export() async throws -> Archive

    /// Computes what ``merge(_:)`` would change; changes nothing.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: The receipt that ``merge(_:)`` would return now.
    /// - Throws: The errors of ``merge(_:)``.
    func preview(_ archive: Archive) async throws -> ArchiveReceipt

    /// Imports an archive: merges it into the store.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: The numbers of what was added, changed and removed.
    /// - Throws: ``DataError`` with an ``ArchiveError`` as its `underlying` when an entry is invalid, or with the code
    ///   `invalidInput` when a list of sources would be too long; otherwise the store's error. Nothing is changed then.
    func merge(_ archive: Archive) async throws -> ArchiveReceipt
}
