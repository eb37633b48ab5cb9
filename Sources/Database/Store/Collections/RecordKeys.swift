import Core

/// The keys of records, as the orders of their collection sort them.
@usableFromInline
struct RecordKeys: Sendable {
    let indexCount: Int
    let searchCount: Int
    /// One for each record, and one for each id without keys.
    private(set) var ids: [SortKey] = []
    /// The number of records that have keys.
    private(set) var count = 0
    /// `indexCount` for each record: the index's key and then the id.
    private(set) var composites: [SortKey] = []
    /// `searchCount` for each record: the folded texts.
    private(set) var texts: [[UInt8]] = []
    /// `searchCount` for each record: what the texts are sorted by.
    private(set) var textKeys: [SortKey] = []
    /// The number of keys of the record being added that cannot be sorted by.
    private(set) var invalidCount = 0
    private var builder = SortKeyBuilder()

    init(indexCount: Int, searchCount: Int) {
        self.indexCount = indexCount
        self.searchCount = searchCount
    }

    /// Adds the key of one index.
    @usableFromInline
    mutating func append(_ key: IndexKey, id: IndexKey) {
        guard key.isValid else {
            invalidCount += 1
            composites.append(SortKey())
            return
        }
        builder.append(key)
        builder.append(id)
        composites.append(builder.finish())
    }

    /// Adds a text that can be searched, as far as an entry can hold it, and what it is sorted by before the id.
    @usableFromInline
    mutating func append(text: String?, by key: IndexKey?, id: IndexKey) {
        if let key, key.isValid { builder.append(key) }
        if let key, !key.isValid { invalidCount += 1 }
        builder.append(id)
        textKeys.append(builder.finish())
        var folded = text.map { TextFolding.fold($0) } ?? []
        if folded.count > Self.longestText {
            var end = Self.longestText
            // Not in the middle of a scalar.
            while end > 0, folded[end] & 0xC0 == 0x80 { end -= 1 }
            folded.removeSubrange(end...)
        }
        texts.append(folded)
    }

    private static let longestText = RunEntry.largestPayload

    /// Ends a record.
    @usableFromInline
    mutating func finish(id: IndexKey) {
        count += 1
        appendID(id)
    }

    /// Adds the keys that another list has for a record, without its id.
    mutating func append(_ other: RecordKeys, _ position: Int) {
        let (index, field) = (position * indexCount, position * searchCount)
        composites += other.composites[index..<index + indexCount]
        texts += other.texts[field..<field + searchCount]
        textKeys += other.textKeys[field..<field + searchCount]
        count += 1
    }

    /// Adds the id of a record that has no keys, because it is deleted.
    mutating func appendID(_ id: IndexKey) {
        builder.append(id)
        ids.append(builder.finish())
    }

    /// Takes ids without keys back, until there are so many.
    mutating func removeIDs(downTo count: Int) { ids.removeLast(ids.count - count) }

    /// Takes the last record back, whose id is the last.
    mutating func removeLast() {
        count -= 1
        ids.removeLast()
        composites.removeLast(indexCount)
        texts.removeLast(searchCount)
        textKeys.removeLast(searchCount)
        invalidCount = 0
    }

    mutating func removeAll() {
        count = 0
        ids.removeAll(keepingCapacity: true)
        composites.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        textKeys.removeAll(keepingCapacity: true)
    }
}
