import Core

/// Fields of a post that only its site has, as JSON of their own: in no list, and read by who asks for them.
struct ExtrasRecord: FieldRecord, Equatable {
    let id: Post.ID
    let value: RawJSON

    static let schema = CollectionSchema<ExtrasRecord>(name: "extras")

    init(_ id: Post.ID, _ value: RawJSON) {
        self.id = id
        self.value = value
    }

    static let fields: FieldNames = ["id", "value"]

    func write(to writer: inout FieldWriter) {
        writer.write(id.description)
        writer.writeRaw(value)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.readPostID()
        value = try reader.readRaw()
    }
}

extension WriteTransaction {
    /// In bytes: a record has 16 MiB, and nobody's fields come near this.
    private static let largestExtras = 8 << 20

    /// Writes what only one site says of posts, where that is new; posts that are not stored have none.
    ///
    /// - Parameters:
    ///   - extras: The fields by post.
    ///   - posts: Those of a page, or of a thread.
    ///   - completeness: Whether the fields are all that the site has; others add to what is kept.
    /// - Throws: ``StoreError``.
    mutating func keep(_ extras: [Post.ID: RawJSON], of posts: [Post], completeness: Completeness) throws {
        guard !extras.isEmpty else { return }
        var seen: Set<Post.ID> = []
        for post in posts where seen.insert(post.id).inserted {
            guard let fresh = extras[post.id] else { continue }
            let stored = try record(post.id, in: ExtrasRecord.schema)?.value
            let merged = completeness == .partial ? stored.map { fresh.filled(from: $0) } ?? fresh : fresh
            // What no record has room for costs its page nothing else: what is kept stays.
            guard merged.text.utf8.count <= Self.largestExtras else { continue }
            if merged != stored { try upsert(ExtrasRecord(post.id, merged), in: ExtrasRecord.schema) }
        }
    }

    /// Writes what only one site says of posts that are stored, in place of what is kept.
    ///
    /// - Parameter extras: The fields by post; where they are more than a record has room for, what is kept stays.
    /// - Throws: ``StoreError``.
    mutating func keep(_ extras: [Post.ID: RawJSON]) throws {
        for (id, value) in extras.sorted(by: { $0.key < $1.key }) where value.text.utf8.count <= Self.largestExtras {
            try upsert(ExtrasRecord(id, value), in: ExtrasRecord.schema)
        }
    }
}

extension FieldWriter {
    /// Writes a JSON value as it is.
    fileprivate mutating func writeRaw(_ value: RawJSON) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        var text = value.text
        text.withUTF8 { bytes in
            if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
        }
    }
}

extension FieldReader {
    /// Reads any value as it is; the journal's own lines have no white space between its parts.
    fileprivate mutating func readRaw() throws -> RawJSON {
        if let container = try begin() { return try container.keyed.decode(RawJSON.self, forKey: key) }
        let bytes = try scanValue()
        guard let text = String(validating: bytes, as: UTF8.self) else { throw unusual() }
        return try RawJSON(text)
    }
}
