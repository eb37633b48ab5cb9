/// The definition of a collection: its name, its version, the migrations to it, its indexes and its searchable texts.
public struct CollectionSchema<Record: StoredRecord>: Sendable {
    /// Its name: 1 to 32 of `a-z A-Z 0-9 _`.
    package let name: String
    /// The version of its records: one more than the number of migrations, unless it was set.
    package let version: Int
    /// The migrations from version 1 on.
    package let migrations: [Migration]
    /// The indexes: the orders that the collection keeps.
    public let indexes: [Index<Record>]
    /// The texts that can be searched.
    package let search: [SearchField<Record>]
    /// The codec of its records.
    let codec: RecordCodec<Record>
    /// Adds the keys of a record.
    let appendKeys: @Sendable (Record, inout RecordKeys) -> Void
    /// The beginning of a record's line.
    let putOpening: [UInt8]
    /// Whether its records can be fetched or made again.
    ///
    /// However much of it does not fit its type, the store is opened; and a file that was set aside gives it back only
    /// where the store has none of it, because its records mean something together.
    private(set) var isReplaceable = false
    /// When its records expire; nil for never.
    var expiry: Expiry<Record>?

    /// Describes a collection.
    ///
    /// A bad name, two indexes or fields of one name, and a version below what the steps lead to stop the program: they
    /// are the app's own.
    ///
    /// - Parameters:
    ///   - name: Its name: 1 to 32 of `a-z A-Z 0-9 _`.
    ///   - version: The version of its records; what `migrations` lead to unless said otherwise. Records of a version
    ///     behind the last step are taken as they are.
    ///   - migrations: One step for each version but the last, in order: the first is from version 1 to 2.
    ///   - indexes: The orders that it keeps ready.
    ///   - search: The texts that can be searched.
    @inlinable
    public init(
        name: String, version: Int? = nil, migrations: [Migration] = [], indexes: [Index<Record>] = [],
        search: [SearchField<Record>] = []
    ) {
        // Made in the caller's module, where the record's type is known: it runs for every record that is written.
        self.init(name: name, version: version, migrations: migrations, indexes: indexes, search: search) {
            record, keys in
            let id = record.id.indexKey
            for index in indexes { keys.append(index.key(record), id: id) }
            for field in search { keys.append(text: field.text(record), by: field.order?.key(record), id: id) }
            keys.finish(id: id)
        }
    }

    @usableFromInline
    init(
        name: String, version: Int?, migrations: [Migration], indexes: [Index<Record>], search: [SearchField<Record>],
        appendKeys: @escaping @Sendable (Record, inout RecordKeys) -> Void
    ) {
        let version = version ?? 1 + migrations.count
        SchemaCheck.check(
            name: name, version: version, migrationCount: migrations.count, indexes: indexes.map(\.name),
            search: search.map(\.name))
        self.name = name
        self.version = version
        self.migrations = migrations
        self.indexes = indexes
        self.search = search
        self.appendKeys = appendKeys
        codec = .make()
        putOpening = JournalLine.makePutOpening(name: name)
    }

    /// Returns the same collection as one whose records can be fetched or made again.
    func replaceable() -> CollectionSchema {
        var schema = self
        schema.isReplaceable = true
        return schema
    }

    /// A record's JSON as the schema's version has it, from the JSON of an older version.
    ///
    /// - Throws: What an old type's decoding, a step or a new type's encoding throws.
    func lift(_ json: [UInt8], from version: Int) throws -> [UInt8] {
        precondition(version >= 1 && version <= self.version, "'\(name)' has no version \(version).")
        return try migrations.dropFirst(version - 1).reduce(json) { try $1.lift($0) }
    }
}
