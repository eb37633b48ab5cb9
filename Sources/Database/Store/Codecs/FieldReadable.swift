/// A record with coding methods of its own, whose usual JSON can be read several times faster than they do.
///
/// For types of other modules, which should not show how they are stored: it is written by `Codable`, and read by this
/// as long as it looks as `Codable` writes it.
protocol FieldReadable: StoredRecord {
    /// The names of the fields, in the order in which `Codable` writes them.
    static var storedFields: FieldNames { get }

    /// Reads each field's value, in the order of ``storedFields``; by bytes only, never from a container.
    static func read(from reader: inout FieldReader) throws -> Self
}

extension FieldReader {
    /// Reads an object, field by field.
    mutating func readObject<Value>(
        _ fields: FieldNames, _ read: (inout FieldReader) throws -> Value
    ) throws -> Value {
        try beginInBytes()
        return try scanObject(fields, read)
    }

    /// Reads an object or null.
    mutating func readObjectIfPresent<Value>(
        _ fields: FieldNames, _ read: (inout FieldReader) throws -> Value
    ) throws -> Value? {
        try beginInBytes()
        return skipNull() ? nil : try scanObject(fields, read)
    }

    /// Reads a list of objects.
    mutating func readObjects<Value>(
        _ fields: FieldNames, _ read: (inout FieldReader) throws -> Value
    ) throws -> [Value] {
        try beginInBytes()
        guard skip(UInt8(ascii: "[")) else { throw unusual() }
        if skip(UInt8(ascii: "]")) { return [] }
        var values: [Value] = []
        // As many as most lists have, rather than one after the other in ever larger places.
        values.reserveCapacity(5)
        repeat { values.append(try scanObject(fields, read)) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw unusual() }
        return values
    }

    /// Goes to the next field's value, which has to be in the bytes.
    mutating func beginInBytes() throws {
        if try begin() != nil { throw unusual() }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard cursor < end, cursor.pointee == byte else { return false }
        cursor += 1
        return true
    }

    private mutating func scanObject<Value>(
        _ fields: FieldNames, _ read: (inout FieldReader) throws -> Value
    ) throws -> Value {
        var nested = FieldReader(UnsafeBufferPointer(start: cursor, count: end - cursor), of: Value.self, fields)
        let value = try read(&nested)
        guard let next = nested.endOfObject() else { throw unusual() }
        cursor = next
        return value
    }
}
