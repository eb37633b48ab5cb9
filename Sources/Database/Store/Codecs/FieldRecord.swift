/// A record that describes its own JSON by a list of fields: the same bytes as `Codable` gives, several times faster.
///
/// It needs no coding keys: it is `Codable` by its fields.
///
/// ```swift
/// struct Deal: FieldRecord {
///     let id: Int
///     let price: Double
///
///     static let fields: FieldNames = ["id", "price"]
///
///     func write(to writer: inout FieldWriter) {
///         writer.write(id)
///         writer.write(price)
///     }
///
///     init(from reader: inout FieldReader) throws {
///         id = try reader.read()
///         price = try reader.read()
///     }
/// }
/// ```
///
/// A type that has coding methods of its own besides must write the same keys in the same order with them: they read
/// what other programs wrote, with its keys in another order or with white space.
public protocol FieldRecord: StoredRecord {
    /// The names of the fields, in the order in which they are written.
    ///
    /// Best a stored property (`static let`).
    static var fields: FieldNames { get }

    /// Writes each field's value, in the order of ``fields``.
    ///
    /// - Parameter writer: Where to write to: one `writer.write(value)` for each field. Another number of them stops
    ///   the program.
    func write(to writer: inout FieldWriter)

    /// Reads each field's value, in the order of ``fields``.
    ///
    /// It may be called twice for one record, and must depend on nothing but what it reads.
    ///
    /// - Parameter reader: Where to read from: one `reader.read()` for each field. Another number of them stops the
    ///   program.
    /// - Throws: What `reader` throws; and what the type itself refuses.
    init(from reader: inout FieldReader) throws
}

extension FieldRecord {
    public func encode(to encoder: any Encoder) throws {
        var writer = FieldWriter(encoder.container(keyedBy: AnyKey.self), of: Self.self, Self.fields)
        write(to: &writer)
        try writer.finish()
    }

    public init(from decoder: any Decoder) throws {
        var reader = FieldReader(try decoder.container(keyedBy: AnyKey.self), of: Self.self, Self.fields)
        try self.init(from: &reader)
        reader.checkAllWereRead()
    }
}

/// The names of a record's fields, in the order in which they are written: `["id", "date", "price"]`.
public struct FieldNames: ExpressibleByArrayLiteral, Sendable {
    let storage: Storage

    /// Lists the names.
    ///
    /// - Parameter names: The keys in the JSON object. Two equal ones, or none at all, stop the program.
    init(_ names: [String]) {
        precondition(!names.isEmpty, "A record has one field at least.")
        precondition(Set(names.map { Array($0.utf8) }).count == names.count, "Two fields have one name: \(names).")
        storage = Storage(names)
    }

    public init(arrayLiteral names: String...) {
        self.init(names)
    }

    /// The names, ready to be copied and compared: for each field the bytes from the end of the value before it to the
    /// beginning of its own, such as `,"price":`.
    // `@unchecked` because of the two pointers; what they point to is written in `init` and never again.
    final class Storage: @unchecked Sendable {
        let names: [String]
        let count: Int
        let bytes: UnsafeMutablePointer<UInt8>
        /// The offset of each field's bytes, and behind the last one their end.
        let starts: UnsafeMutablePointer<Int>

        init(_ names: [String]) {
            self.names = names
            count = names.count
            starts = .allocate(capacity: names.count + 1)
            var buffer = JSONBuffer()
            for (position, name) in names.enumerated() {
                (starts + position).initialize(to: buffer.count)
                buffer.append(position == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
                buffer.append(name)
                buffer.append(UInt8(ascii: ":"))
            }
            (starts + names.count).initialize(to: buffer.count)
            bytes = .allocate(capacity: buffer.count)
            bytes.initialize(from: buffer.start, count: buffer.count)
        }

        deinit {
            bytes.deallocate()
            starts.deallocate()
        }
    }
}
