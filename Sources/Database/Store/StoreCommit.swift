/// A commit and the records that it changed, as the store announces it.
package struct StoreCommit: Sendable {
    /// The number of the commit.
    package let number: UInt64
    private let changes: [String: CollectionChanges]
    /// The lines of the batch.
    private let lines: [UInt8]

    init(number: UInt64, changes: [String: CollectionChanges], lines: [UInt8]) {
        self.number = number
        self.changes = changes
        self.lines = lines
    }

    /// Whether nothing was committed, but everything loaded anew because some of it was damaged.
    var isReload: Bool { changes.isEmpty }

    /// Returns the ids of the records of a collection that were put or deleted.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The ids, in no order.
    package func ids<Record: StoredRecord>(in schema: CollectionSchema<Record>) -> [Record.ID] {
        guard let changes = changes[schema.name] else { return [] }
        var ids: Set<Record.ID> = []
        lines.withUnsafeBytes { lines in
            for (change, box) in changes.withKept {
                if let box = box as? RecordCache.Box<Record> {
                    ids.insert(box.record.id)
                    continue
                }
                let json = UnsafeRawBufferPointer(rebasing: lines[change.value])
                // What was encoded a moment ago can be decoded; a type that cannot read itself has no ids to tell.
                let id = change.isDelete ? try? schema.codec.decodeID(json) : try? schema.codec.decode(json).id
                if let id { ids.insert(id) }
            }
            for range in changes.truncatedIDs {
                // As above: what was encoded a moment ago can be decoded.
                let id = try? schema.codec.decodeID(UnsafeRawBufferPointer(rebasing: lines[range]))
                if let id { ids.insert(id) }
            }
        }
        return Array(ids)
    }
}
