/// Carries what a person has done and set out of a store, and puts what was carried out of another one into it.
///
/// Contract:
/// - An export is of one moment: nothing that is committed meanwhile is half in it.
/// - A merge is one commit or none, synced before the call returns: all of an archive, or nothing of it.
/// - Each thing is put together by its own dates, as ``Archive/merging(_:)`` says: in whatever order archives are
///   merged, the store is the same afterwards, and an archive that was merged before changes nothing and is no commit.
/// - A setting that this version cannot use is kept where nothing usable is set, else left out and named in the receipt;
///   it takes nothing else of its archive with it.
/// - Whoever follows statuses, sources or settings hears of a merge as of any other change.
public protocol ArchiveProvider: Sendable {
    /// Everything that belongs into an archive.
    ///
    /// Settings that cannot be used here, or that only a newer version knows, go along as they are.
    ///
    /// - Returns: The archive, with the date of now.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func export() async throws -> Archive

    /// What a merge would change; nothing is changed.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: What ``merge(_:)`` would return now.
    /// - Throws: As ``merge(_:)``.
    func preview(_ archive: Archive) async throws -> ArchiveReceipt

    /// Puts an archive into the store.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: What it came to.
    /// - Throws: ``DataError`` with an ``ArchiveRefusal`` as its `underlying` for one that says what cannot be, or with
    ///   the code `invalidInput` when a list of sources would be too long; otherwise the store's. Nothing is changed
    ///   then.
    func merge(_ archive: Archive) async throws -> ArchiveReceipt
}
