/// The result of giving back the records of a file that had been set aside.
public struct StoreRestoration: Sendable, Hashable {
    /// The file; it is left as it is.
    public let path: String
    /// How many records were put back.
    public let restored: Int
    /// How many the store has as they are in the file or newer, or has deleted since; and those of collections that can
    /// be fetched again, where the store has some of its own.
    public let known: Int
    /// How many the store lacks or has in an older form, and may have deleted or changed since.
    ///
    /// A compaction of the journal has dropped what would say so, or somebody wrote to the collection meanwhile. They
    /// are in the file alone, unless they were asked for.
    public let maybeDeleted: Int
    /// How many are whole and fit no collection as it is declared; they are in the file alone.
    public let misfits: Int
    /// How many bytes of the file belong to no whole batch.
    public let unreadableBytes: Int

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - restored: How many records were put back.
    ///   - known: How many the store has already.
    ///   - maybeDeleted: How many may have been deleted since; 0 by default.
    ///   - misfits: How many fit no collection as it is declared.
    ///   - unreadableBytes: How many bytes belong to no whole batch.
    public init(
        path: String, restored: Int, known: Int, maybeDeleted: Int = 0, misfits: Int, unreadableBytes: Int
    ) {
        self.path = path
        self.restored = restored
        self.known = known
        self.maybeDeleted = maybeDeleted
        self.misfits = misfits
        self.unreadableBytes = unreadableBytes
    }

    /// Whether the file holds nothing any more that the store lacks; it may be deleted then.
    public var isComplete: Bool { misfits == 0 && unreadableBytes == 0 && maybeDeleted == 0 }
}
