import Core

/// The keys of records, as the orders of their collection sort them.
@usableFromInline
struct RecordKeys: Sendable {
    let indexCount: Int
    let searchCount: Int
    /// One for each record.
    private(set) var ids: [SortKey] = []
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
        builder.append(id)
        ids.append(builder.finish())
    }

    /// Adds a record that has no keys, because it is deleted.
    mutating func appendEmpty(id: IndexKey) {
        for _ in 0..<indexCount { composites.append(SortKey()) }
        for _ in 0..<searchCount {
            texts.append([])
            textKeys.append(SortKey())
        }
        finish(id: id)
    }

    /// Takes the last record back.
    mutating func removeLast() {
        ids.removeLast()
        composites.removeLast(indexCount)
        texts.removeLast(searchCount)
        textKeys.removeLast(searchCount)
        invalidCount = 0
    }

    mutating func removeAll() {
        ids.removeAll(keepingCapacity: true)
        composites.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        textKeys.removeAll(keepingCapacity: true)
    }
}
