import Foundation

/// Turns the records of one type and their ids to JSON and back, by the fastest way that the type has.
struct RecordCodec<Record: StoredRecord>: Sendable {
    private let encoding: @Sendable (Record, inout [UInt8]) throws -> Void
    private let decoding: @Sendable (UnsafeRawBufferPointer) throws -> Record
    /// Whether the record describes its own fields: then reading it again is quick.
    let isDescribed: Bool

    /// Picks the way; best once for a collection.
    static func make() -> RecordCodec {
        if let type = Record.self as? any FieldRecord.Type { return described(type) }
        if let type = Record.self as? any FieldReadable.Type { return readable(type) }
        return coded()
    }

    /// Appends a record's JSON; nothing is appended when it fails.
    ///
    /// - Throws: `JSONLineEncoder.NotFinite`, or what the type's encoding throws.
    func encode(_ record: Record, to bytes: inout [UInt8]) throws { try encoding(record, &bytes) }

    /// Reads a record from its JSON: whatever the bytes are, this gives a record or throws.
    func decode(_ bytes: UnsafeRawBufferPointer) throws(UnreadableRecordError) -> Record {
        do {
            return try decoding(bytes)
        } catch {
            throw UnreadableRecordError(reason: error)
        }
    }

    private static func coded() -> RecordCodec {
        let habit = LongRecordDecoder.Habit()
        return RecordCodec(
            encoding: { record, bytes in try JSONLineEncoder().append(record, to: &bytes) },
            decoding: { bytes in
                if bytes.count >= LongRecordDecoder.threshold,
                    let record = LongRecordDecoder.decode(Record.self, bytes, habit)
                {
                    return record
                }
                return try JSONDecoder.storeDecoder.decode(Record.self, from: Data(bytes))
            },
            isDescribed: false)
    }

    private static func readable<Fields: FieldReadable>(_ type: Fields.Type) -> RecordCodec {
        let fields = Fields.storedFields
        let codec = RecordCodec<Fields>(
            encoding: { record, bytes in try JSONLineEncoder().append(record, to: &bytes) },
            decoding: { bytes in
                var reader = FieldReader(bytes.assumingMemoryBound(to: UInt8.self), of: Fields.self, fields)
                // Whatever was unusual, the complete decoder reads it or says what is wrong.
                if let record = try? Fields.read(from: &reader), reader.isWholeRecord() { return record }
                return try JSONDecoder.storeDecoder.decode(Fields.self, from: Data(bytes))
            },
            isDescribed: true)
        // Both are the same type under two names.
        guard let codec = codec as? RecordCodec else { preconditionFailure("\(Record.self) is not \(Fields.self).") }
        return codec
    }

    private static func described<Fields: FieldRecord>(_ type: Fields.Type) -> RecordCodec {
        let lane = FieldCodec<Fields>()
        let encoding: @Sendable (Fields, inout [UInt8]) throws -> Void = { try lane.encode($0, to: &$1) }
        let decoding: @Sendable (UnsafeRawBufferPointer) throws -> Fields = { try lane.decode($0) }
        // Both are the same type under two names.
        guard let codec = RecordCodec<Fields>(encoding: encoding, decoding: decoding, isDescribed: true) as? RecordCodec
        else {
            preconditionFailure("\(Record.self) is not \(Fields.self).")
        }
        return codec
    }
}

/// The way of records that describe their own fields.
private struct FieldCodec<Record: FieldRecord>: Sendable {
    let fields = Record.fields

    func encode(_ record: Record, to bytes: inout [UInt8]) throws {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1_024) { memory in
            var writer = FieldWriter(JSONBuffer(lent: memory), of: Record.self, fields)
            record.write(to: &writer)
            try writer.finish()
            bytes.append(contentsOf: writer.buffer.bytes)
        }
    }

    func decode(_ bytes: UnsafeRawBufferPointer) throws -> Record {
        if let record = decodeUsual(bytes) { return record }
        return try JSONDecoder.storeDecoder.decode(Record.self, from: Data(bytes))
    }

    private func decodeUsual(_ bytes: UnsafeRawBufferPointer) -> Record? {
        var reader = FieldReader(bytes.assumingMemoryBound(to: UInt8.self), of: Record.self, fields)
        do {
            let record = try Record(from: &reader)
            return reader.isWholeRecord() ? record : nil
        } catch {
            // The complete decoder comes next: it reads what is merely unusual, and says what is wrong otherwise.
            return nil
        }
    }
}

extension RecordCodec {
    /// Appends an id's JSON, as it stands in a delete line.
    ///
    /// - Throws: What the id's encoding throws.
    func encodeID(_ id: Record.ID, to bytes: inout [UInt8]) throws { try JSONLineEncoder().append(id, to: &bytes) }

    /// Reads an id from its JSON.
    func decodeID(_ bytes: UnsafeRawBufferPointer) throws -> Record.ID {
        try JSONDecoder.storeDecoder.decode(Record.ID.self, from: Data(bytes))
    }

    /// Reads the name of a record that cannot be read as a whole, as far as its JSON says it.
    ///
    /// - Parameters:
    ///   - bytes: The record's JSON, or an id's.
    ///   - isID: Whether it is an id's.
    /// - Returns: What is known.
    func unreadableRecordID(_ bytes: UnsafeRawBufferPointer, isID: Bool) -> UnreadableRecordID {
        // A record whose id cannot be read is an unreadable record without a name.
        if !isID, let named = try? JSONDecoder.storeDecoder.decode(Named<Record.ID>.self, from: Data(bytes)) {
            return .key(named.id.indexKey)
        }
        let raw = isID ? UnreadableRecordID.canonical(bytes) : UnreadableRecordID.named(in: bytes)
        return raw.map { .raw($0) } ?? .none
    }

    private struct Named<ID: Decodable>: Decodable {
        let id: ID
    }
}

/// The id of a record that cannot be read, as far as it is known.
enum UnreadableRecordID {
    case key(IndexKey)
    case raw([UInt8])
    case none
}

extension UnreadableRecordID {
    /// The JSON of an id in one form, whatever white space it was written with; nil where it is no JSON.
    static func canonical(_ id: UnsafeRawBufferPointer) -> [UInt8]? { write(read(id)) }

    /// The JSON of the id that a record's JSON names, in the same form.
    static func named(in record: UnsafeRawBufferPointer) -> [UInt8]? {
        write((read(record) as? [String: Any])?["id"])
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> Any? {
        // Not JSON: then nothing is known of it, and that is the answer.
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    private static func write(_ value: Any?) -> [UInt8]? {
        guard let value else { return nil }
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        // What was read a moment ago can be written.
        return (try? JSONSerialization.data(withJSONObject: value, options: options)).map { Array($0) }
    }
}

/// The JSON of a record is whole and does not fit the record's type.
struct UnreadableRecordError: Error {
    /// The error of the type's decoding.
    let reason: any Error
}
