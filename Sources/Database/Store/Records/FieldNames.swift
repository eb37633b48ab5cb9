/// The names of a record's fields, in the order in which they are written: `["id", "date", "price"]`.
public struct FieldNames: ExpressibleByArrayLiteral, Sendable {
    let storage: Storage

    /// Lists the names.
    ///
    /// - Parameter names: The keys in the JSON object. Two equal ones, or none at all, stop the program.
    public init(_ names: [String]) {
        precondition(!names.isEmpty, "A record has one field at least.")
        precondition(Set(names.map { Array($0.utf8) }).count == names.count, "Two fields have one name: \(names).")
        storage = Storage(names)
    }

    /// Lists the names.
    ///
    /// - Parameter names: As for ``init(_:)``.
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
        /// Where each field's bytes start, and behind the last one where they end.
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
