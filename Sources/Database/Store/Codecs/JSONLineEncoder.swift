/// Writes a value as one line of JSON: keys in the order in which they are encoded, nulls included, no white space.
///
/// Foundation's encoder keeps no order of keys and leaves nulls out, so the same record would not be the same bytes.
struct JSONLineEncoder {
    /// A number that JSON cannot say.
    struct NotFinite: Error {
        let path: String

        init(path: String) { self.path = path }

        init(_ path: [any CodingKey]) { self.path = path.map(\.stringValue).joined(separator: ".") }
    }

    func encode(_ value: some Encodable) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try append(value, to: &bytes)
        return bytes
    }

    /// Appends a value; nothing is appended when it fails.
    func append(_ value: some Encodable, to bytes: inout [UInt8]) throws {
        var buffer = JSONBuffer()
        try append(value, to: &buffer, path: [])
        bytes.append(contentsOf: buffer.bytes)
    }

    /// Appends a value that stands at a path of its own; what is appended when it fails is of no use.
    func append(_ value: some Encodable, to buffer: inout JSONBuffer, path: [any CodingKey]) throws {
        let start = buffer.count
        let stream = JSONStream(startingAt: start)
        swap(&stream.buffer, &buffer)
        defer { swap(&stream.buffer, &buffer) }
        do {
            try stream.write(value) { path }
            if !stream.isOutOfOrder { return }
        } catch {
            if !stream.isOutOfOrder { throw error }
        }
        try appendTree(of: value, in: stream, from: start, path: path)
    }

    /// Writes a value by way of a tree, in the place of what was written of it.
    private func appendTree(
        of value: any Encodable, in stream: JSONStream, from start: Int, path: [any CodingKey]
    ) throws {
        let root = JSONNode()
        try NodeEncoder(node: root, codingPath: path).encode(value)
        stream.buffer.cut(to: start)
        root.write(to: &stream.buffer)
    }
}
