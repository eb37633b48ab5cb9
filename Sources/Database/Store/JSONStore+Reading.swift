import Core

extension JSONStore {
    /// The number of times that something is read before it is told that it was replaced each time.
    private static let readAttempts = 64

    /// Reads the store as it is now, in one or several steps that see the same commit.
    ///
    /// As ``snapshot()`` and reading that, except beside a process that writes: where that has replaced a file which is
    /// read, everything is read again, as it is then, and the caller does not hear of it. That takes about a millisecond,
    /// and blocks for up to three seconds while the files change each time that they are read.
    ///
    /// ```swift
    /// let newest = try widget.read { try $0.window(of: notes, by: notes.indexes[0], .descending, limit: 20) }
    /// ```
    ///
    /// - Parameter body: Reads the snapshot, on the caller's thread. It may be called several times.
    /// - Returns: The result of the body.
    /// - Throws: What the body throws; ``StoreError``: `snapshotSuperseded` when files were replaced again and again, or
    ///   while the store is suspended or closed.
    public func read<Result>(_ body: (StoreSnapshot) throws -> Result) throws -> Result {
        var attempt = 1
        while true {
            let snapshot = snapshot()
            do {
                return try body(snapshot)
            } catch let error as StoreError where error.code == .snapshotSuperseded {
                guard let reader, attempt < Self.readAttempts else { throw error }
                try reader.catchUpNow()
                guard publisher.view !== snapshot.view else { throw error }
                attempt += 1
            }
        }
    }
}
