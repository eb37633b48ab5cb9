public import Foundation

/// Writes the values of a record's fields, one after the other.
///
/// It belongs to one call of ``FieldRecord/write(to:)``.
public struct FieldWriter: ~Copyable {
    var buffer: JSONBuffer
    private let fields: FieldNames.Storage
    private let type: Any.Type
    private var position = 0
    /// The first error; writing goes on, so that the calls need no `try`.
    private var problem: (any Error)?
    /// The container that gets the values instead when another encoder is used.
    private var container: Container?

    /// In an object of its own: the container's size is known at run time only, and the writer's is to be fixed.
    private final class Container {
        var keyed: KeyedEncodingContainer<AnyKey>
        init(_ keyed: KeyedEncodingContainer<AnyKey>) { self.keyed = keyed }
    }

    init(_ buffer: consuming JSONBuffer, of type: Any.Type, _ fields: FieldNames) {
        self.buffer = buffer
        self.type = type
        self.fields = fields.storage
    }

    init(_ container: KeyedEncodingContainer<AnyKey>, of type: Any.Type, _ fields: FieldNames) {
        self.container = Container(container)
        buffer = JSONBuffer(capacity: 1)
        self.type = type
        self.fields = fields.storage
    }

    /// Writes the next field's name, and makes room for its value.
    ///
    /// - Returns: Whether the value is to be written to the buffer behind it; otherwise to the container.
    @inline(__always)
    mutating func begin(_ room: Int) -> Bool {
        if position >= fields.count { refuseMore() }
        if container != nil { return false }
        let start = fields.starts[position]
        let count = fields.starts[position + 1] - start
        buffer.reserve(count + room)
        buffer.append(fields.bytes + start, count: count)
        position += 1
        return true
    }

    /// Gives the next field's value to the container.
    mutating func give(_ body: (inout KeyedEncodingContainer<AnyKey>, AnyKey) throws -> Void) {
        guard let container else { return }
        let key = AnyKey(stringValue: fields.names[position])
        position += 1
        do {
            try body(&container.keyed, key)
        } catch {
            report(error)
        }
    }

    mutating func report(_ error: any Error) {
        if problem == nil { problem = error }
    }

    /// The name of the field that was begun last.
    var name: String { fields.names[position - 1] }

    /// Closes the record.
    mutating func finish() throws {
        guard position == fields.count else {
            preconditionFailure("\(type) wrote \(position) fields; it declares \(fields.count): \(fields.names).")
        }
        if let problem { throw problem }
        if container == nil { buffer.append(UInt8(ascii: "}")) }
    }

    @inline(never)
    private func refuseMore() -> Never {
        preconditionFailure("\(type) writes more fields than the \(fields.count) that it declares: \(fields.names).")
    }
}

extension FieldWriter {
    /// Writes a whole number.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int) {
        guard begin(20) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(Int64(value))
    }

    /// Writes a whole number.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int64) {
        guard begin(20) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(value)
    }

    /// Writes a number.
    ///
    /// - Parameter value: The next field's value. One that is not finite makes the record's encoding fail.
    public mutating func write(_ value: Double) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        append(value)
    }

    /// Writes true or false.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Bool) {
        guard begin(5) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(literal: value ? "true" : "false")
    }

    /// Writes a text.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: String) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(value)
    }

    /// Writes a date: the seconds since 1970.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Date) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        append(value.timeIntervalSince1970)
    }

    /// Writes an address: its text.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: URL) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(value.absoluteString)
    }

    private mutating func append(_ number: Double) {
        if number.isFinite {
            buffer.append(number)
        } else {
            report(JSONLineEncoder.NotFinite(path: name))
        }
    }
}

extension FieldWriter {
    /// Writes a whole number, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int?) {
        if let value { write(value) } else { writeNull(Int.self) }
    }

    /// Writes a whole number, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int64?) {
        if let value { write(value) } else { writeNull(Int64.self) }
    }

    /// Writes a number, or null.
    ///
    /// - Parameter value: The next field's value. One that is not finite makes the record's encoding fail.
    public mutating func write(_ value: Double?) {
        if let value { write(value) } else { writeNull(Double.self) }
    }

    /// Writes true, false or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Bool?) {
        if let value { write(value) } else { writeNull(Bool.self) }
    }

    /// Writes a text, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: String?) {
        if let value { write(value) } else { writeNull(String.self) }
    }

    /// Writes a date, the seconds since 1970, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Date?) {
        if let value { write(value) } else { writeNull(Date.self) }
    }

    /// Writes an address, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: URL?) {
        if let value { write(value) } else { writeNull(URL.self) }
    }

    private mutating func writeNull<Value: Encodable>(_ type: Value.Type) {
        guard begin(4) else { return give { try $0.encodeIfPresent(Value?.none, forKey: $1) } }
        buffer.append(literal: "null")
    }
}

extension FieldWriter {
    /// Writes a value that stands for a text, such as a case of an enumeration.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value) where Value.RawValue == String {
        write(value.rawValue)
    }

    /// Writes a value that stands for a whole number, such as a case of an enumeration.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value) where Value.RawValue == Int {
        write(value.rawValue)
    }

    /// Writes a value that stands for a text, or null.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value?) where Value.RawValue == String {
        write(value?.rawValue)
    }

    /// Writes a value that stands for a whole number, or null.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value?) where Value.RawValue == Int {
        write(value?.rawValue)
    }

    /// Writes any other value: a list, an object.
    ///
    /// As slow as `Codable` is.
    ///
    /// - Parameter value: The next field's value. What its encoder throws makes the record's encoding fail.
    public mutating func write<Value: Encodable>(_ value: Value) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        do {
            try JSONLineEncoder().append(value, to: &buffer, path: [AnyKey(stringValue: name)])
        } catch {
            report(error)
        }
    }

    /// Writes any other value, or null.
    ///
    /// As slow as `Codable` is.
    ///
    /// - Parameter value: The next field's value. What its encoder throws makes the record's encoding fail.
    public mutating func write<Value: Encodable>(_ value: Value?) {
        if let value { return write(value) }
        guard begin(4) else { return give { try $0.encodeIfPresent(Value?.none, forKey: $1) } }
        buffer.append(literal: "null")
    }
}
