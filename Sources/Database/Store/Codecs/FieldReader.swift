/// Reads the values of a record's fields, one after the other.
///
/// It belongs to one call of ``FieldRecord/init(from:)-(FieldReader)``. What is not written as a ``FieldWriter`` writes
/// it (keys in another order or unknown, white space, rare escapes) is read again as a whole by a complete decoder.
public struct FieldReader: ~Copyable {
    var cursor: UnsafePointer<UInt8>
    private(set) var end: UnsafePointer<UInt8>
    let fields: FieldNames.Storage
    private let type: Any.Type
    private var position = 0
    /// Whether something was met that only the complete decoder can read; also when the caller caught the error.
    private(set) var isUnusual = false
    /// The container that the values come from instead when the complete decoder reads them.
    let container: Container?

    /// In an object of its own: the container's size is known at run time only, and the reader's is to be fixed.
    final class Container {
        let keyed: KeyedDecodingContainer<AnyKey>
        init(_ keyed: KeyedDecodingContainer<AnyKey>) { self.keyed = keyed }
    }

    /// Thrown where the complete decoder must go on.
    struct Unusual: Error {}

    /// A reader over bytes that must outlive it.
    init(_ bytes: UnsafeBufferPointer<UInt8>, of type: Any.Type, _ fields: FieldNames) {
        // Without bytes any address does: nothing is read from it.
        let start = bytes.baseAddress ?? UnsafePointer(fields.storage.bytes)
        cursor = start
        end = start + bytes.count
        self.fields = fields.storage
        self.type = type
        container = nil
    }

    init(_ container: KeyedDecodingContainer<AnyKey>, of type: Any.Type, _ fields: FieldNames) {
        cursor = UnsafePointer(fields.storage.bytes)
        end = cursor
        self.fields = fields.storage
        self.type = type
        self.container = Container(container)
    }

    /// Goes on with another record of the same type, in bytes that must outlive the reader.
    mutating func restart(_ bytes: UnsafeBufferPointer<UInt8>) {
        cursor = bytes.baseAddress ?? UnsafePointer(fields.bytes)
        end = cursor + bytes.count
        (position, isUnusual) = (0, false)
    }

    /// Goes to the next field's value.
    ///
    /// - Returns: Nil when it is to be read from the bytes at the cursor; otherwise where the field ``key`` is.
    @inline(__always)
    mutating func begin() throws -> Container? {
        if position >= fields.count { refuseMore() }
        if let container {
            position += 1
            return container
        }
        let start = fields.starts[position]
        let count = fields.starts[position + 1] - start
        position += 1
        guard !isUnusual, end - cursor >= count, Self.isEqual(cursor, fields.bytes + start, count) else {
            throw unusual()
        }
        cursor += count
        return nil
    }

    /// Whether two places in memory hold the same bytes; faster than a call of `memcmp` for the few of a field.
    @inline(__always)
    static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var position = 0
        while position + 8 <= count {
            let word = UnsafeRawPointer(left + position).loadUnaligned(as: UInt64.self)
            if word != UnsafeRawPointer(right + position).loadUnaligned(as: UInt64.self) { return false }
            position += 8
        }
        while position < count {
            if left[position] != right[position] { return false }
            position += 1
        }
        return true
    }

    @inline(never)
    mutating func unusual() -> Unusual {
        isUnusual = true
        return Unusual()
    }

    /// Whether the record ends in front of the next field, as one without its last fields does; the rest counts as read then.
    mutating func endsHere() -> Bool {
        guard container == nil, !isUnusual, end - cursor == 1, cursor.pointee == UInt8(ascii: "}") else { return false }
        position = fields.count
        return true
    }

    /// The field that was begun last.
    var key: AnyKey { AnyKey(stringValue: fields.names[position - 1]) }

    /// Whether all was read, down to the last byte, and nothing unusual was met.
    consuming func isWholeRecord() -> Bool {
        if isUnusual { return false }
        checkAllWereRead()
        return end - cursor == 1 && cursor.pointee == UInt8(ascii: "}")
    }

    /// The place behind the object's closing brace; nil when something else stands there, or something unusual was met.
    consuming func endOfObject() -> UnsafePointer<UInt8>? {
        if isUnusual { return nil }
        checkAllWereRead()
        return cursor < end && cursor.pointee == UInt8(ascii: "}") ? cursor + 1 : nil
    }

    func checkAllWereRead() {
        guard position == fields.count else {
            preconditionFailure("\(type) read \(position) fields; it declares \(fields.count): \(fields.names).")
        }
    }

    @inline(never)
    private func refuseMore() -> Never {
        preconditionFailure("\(type) reads more fields than the \(fields.count) that it declares: \(fields.names).")
    }
}
