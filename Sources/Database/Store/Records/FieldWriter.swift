/// Writes the values of a record's fields, one after the other.
///
/// It belongs to one call of ``FieldRecord/write(to:)``.
public struct FieldWriter: ~Copyable {
    var buffer: JSONBuffer
    private let fields: FieldNames.Storage
    private let type: Any.Type
    private var position = 0
    /// What went wrong first; writing goes on, so that the calls need no `try`.
    private var problem: (any Error)?
    /// Where values go instead when somebody's encoder wants them.
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
