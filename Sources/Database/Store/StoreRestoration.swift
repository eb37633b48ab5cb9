/// The result of restoring the records of a file that had been set aside.
public struct StoreRestoration: Sendable, Hashable {
    /// A record that was not put back, because another one has its key in a unique index by now.
    public struct Conflict: Sendable, Hashable {
        /// The name of the collection.
        public let collection: String
        /// The name of the unique index.
        public let index: String
        /// The key that both have, as people read it.
        public let key: String
        /// The id of the record that was left out.
        public let id: String
        /// The id of the record that has the key.
        public let otherID: String
    }

    /// The path of the file; it is left as it is.
    public let path: String
    /// The number of records that were put back.
    public let restored: Int
    /// The number of records that the store has as they are in the file or newer, or has deleted since.
    ///
    /// Those of collections that can be fetched again count too, where the store has some of its own.
    public let known: Int
    /// The number of records that the store lacks or has in an older form, and may have deleted or changed since.
    ///
    /// A compaction of the journal has dropped what would say so, or somebody wrote to the collection meanwhile. They
    /// are in the file alone, unless they were asked for.
    public let maybeDeleted: Int
    /// The records that were left out because others have their unique keys; they are in the file alone.
    ///
    /// Change or delete the others, and restore the file again.
    public let conflicts: [Conflict]
    /// The number of records that are whole and fit no collection as it is declared; they are in the file alone.
    public let unreadableRecords: Int
    /// The number of bytes of the file that belong to no whole batch.
    public let unreadableBytes: Int

    /// Whether the store has all that the file holds, so that the file may be deleted.
    public var isComplete: Bool {
        unreadableRecords == 0 && unreadableBytes == 0 && maybeDeleted == 0 && conflicts.isEmpty
    }
}
