import Core

/// The records of one collection that are whole in the journal and do not fit their type: in no index, and kept.
///
/// A value: a copy is a snapshot. It is empty in almost every store, and costs nothing then.
struct UnreadableRecordTable: Sendable, Equatable {
    /// The name that tells one unreadable record from another.
    enum Key: Hashable, Sendable {
        /// Its id, which can be read although the rest cannot.
        case id(SortKey)
        /// The JSON of an id that cannot be read either.
        case raw([UInt8])
        /// Its JSON names no id.
        case nameless(Int)
    }

    /// The place of an unreadable record's JSON in the files; it may be longer than a record can be.
    struct Place: Hashable, Sendable {
        var file: UInt32
        var offset: Int
        var length: Int
        var checksum: UInt32
        /// Whether its shape is right and a value in it says nothing to its type.
        var isOfValue = false
    }

    /// A key that tells one JSON from another, as far as counting them goes.
    private struct Content: Hashable {
        let length: Int
        let checksum: UInt32

        init(_ place: Place) {
            length = place.length
            checksum = place.checksum
        }
    }

    private(set) var places: [Key: Place] = [:]
    /// The number of those without an id, so that nothing is known to replace them.
    private(set) var namelessCount = 0
    /// The number of each content without an id.
    private var namelessContents: [Content: Int] = [:]
    /// The number of those with an id that cannot be read.
    private(set) var rawCount = 0
    /// The number of those with the right shape.
    private var valueCount = 0
    /// Whether they changed since the last freeze.
    var isChanged = false
    private var lastName = 0
    /// The number that the journal says were accepted.
    var accepted = 0

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }
    /// The number where the same JSON without an id counts once, however often it was written.
    var distinctCount: Int { count - namelessCount + namelessContents.count }

    /// Their places, in the order of the files.
    var placesInOrder: [Place] { places.values.sorted { ($0.file, $0.offset) < ($1.file, $1.offset) } }

    func place(of key: Key) -> Place? { places[key] }

    /// Whether there is one with the key.
    func holds(_ key: Key) -> Bool { places[key] != nil }

    /// The key of the one whose id, which cannot be read, has this JSON; nil when there is none.
    func rawKey(ofID json: [UInt8]) -> Key? {
        guard let raw = json.withUnsafeBytes({ UnreadableRecordID.canonical($0) }), holds(.raw(raw)) else { return nil }
        return .raw(raw)
    }

    /// Puts an unreadable record in the place of one with the same key.
    ///
    /// - Returns: The one before.
    mutating func put(_ key: Key, _ place: Place) -> Place? {
        let old = remove(key)
        switch key {
        case .id: break
        case .raw: rawCount += 1
        case .nameless:
            namelessCount += 1
            namelessContents[Content(place), default: 0] += 1
        }
        if place.isOfValue { valueCount += 1 }
        places[key] = place
        isChanged = true
        return old
    }

    /// Takes an unreadable record out, because something newer has its id.
    ///
    /// - Returns: The unreadable record; nil when there is none.
    @discardableResult
    mutating func remove(_ key: Key) -> Place? {
        guard let old = places.removeValue(forKey: key) else { return nil }
        switch key {
        case .id: break
        case .raw: rawCount -= 1
        case .nameless:
            namelessCount -= 1
            let left = (namelessContents[Content(old)] ?? 1) - 1
            namelessContents[Content(old)] = left > 0 ? left : nil
        }
        if old.isOfValue { valueCount -= 1 }
        isChanged = true
        return old
    }

    /// A key for one that names no id.
    mutating func makeName() -> Key {
        lastName += 1
        return .nameless(lastName)
    }

    /// Takes places in a compacted file for those that it was made of.
    mutating func move(_ moves: [Place: Place]) {
        for (key, place) in places {
            if let new = moves[place] { places[key] = new }
        }
    }

    /// Whether so much of a collection does not fit that the step to the type of today must be missing.
    ///
    /// More than half of it, without those that were there when the collection was used before: a collection that
    /// shrinks is no other than it was. A few records of the right shape, with a value in them that cannot be read, say
    /// nothing of the others: no type that changed makes only those.
    ///
    /// - Parameters:
    ///   - fitting: How many records fit.
    ///   - accepted: How many did not when the collection was last written to.
    /// - Returns: True when the collection must not be used like this.
    func isMajority(over fitting: Int, accepted: Int) -> Bool {
        let new = distinctCount - accepted
        return new > fitting && (count > valueCount || new > Self.fewCount)
    }

    private static let fewCount = 3

    /// Creates the error for a collection that cannot be opened as it is declared.
    static func refusal(_ collection: String, unreadableRecords: Int, of total: Int, path: String) -> StoreError {
        StoreError(
            .migrationFailed, path: path,
            message: """
                \(unreadableRecords) of the \(total) records of '\(collection)' in '\(path)' do not fit its type, as if it had \
                changed without a migration. Raise the version of its schema, with a migration from the type that it \
                was before. Nothing was changed.
                """)
    }
}

extension UnreadableRecordTable {
    /// Appends it as it is stored in a manifest.
    func write(to writer: inout ByteWriter) {
        writer.write(UInt32(places.count))
        for (key, place) in places {
            switch key {
            case .id(let id): Self.write(0, id.bytes, to: &writer)
            case .raw(let json): Self.write(1, json, to: &writer)
            case .nameless: Self.write(2, [], to: &writer)
            }
            writer.write(place.file)
            writer.write(UInt64(place.offset))
            writer.write(UInt64(place.length))
            writer.write(place.checksum)
        }
    }

    private static func write(_ kind: UInt32, _ bytes: [UInt8], to writer: inout ByteWriter) {
        writer.write(kind)
        writer.write(UInt32(bytes.count))
        writer.bytes += bytes
    }

    /// Reads what ``write(to:)`` wrote; nil when it makes no sense.
    init?(from reader: inout ByteReader) {
        guard let count = reader.readUInt32() else { return nil }
        for _ in 0..<count {
            guard let kind = reader.readUInt32(), let length = reader.readUInt32(), length <= reader.rest.count else {
                return nil
            }
            let bytes = Array(reader.rest.prefix(Int(length)))
            reader.rest.removeFirst(Int(length))
            guard let file = reader.readUInt32(), let offset = reader.readInt(), let size = reader.readInt(),
                let checksum = reader.readUInt32()
            else { return nil }
            let key: Key
            switch kind {
            case 0: key = .id(SortKey(bytes))
            case 1: key = .raw(bytes)
            case 2: key = makeName()
            default: return nil
            }
            _ = put(key, Place(file: file, offset: offset, length: size, checksum: checksum))
        }
        isChanged = false
    }
}
