/// Puts numbers and texts into bytes, little endian.
struct ByteWriter {
    var bytes: [UInt8] = []

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
        write(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

/// Reads what a ``ByteWriter`` wrote; nil wherever the bytes end too early or make no sense.
struct ByteReader {
    var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func readUInt32() -> UInt32? { read() }
    mutating func readUInt64() -> UInt64? { read() }

    /// A count or a size.
    mutating func readInt() -> Int? {
        readUInt64().flatMap { Int(exactly: $0) }
    }

    mutating func readString() -> String? {
        guard let count = readUInt32(), count <= rest.count else { return nil }
        defer { rest.removeFirst(Int(count)) }
        return String(decoding: rest.prefix(Int(count)), as: UTF8.self)
    }

    private mutating func read<Number: FixedWidthInteger>() -> Number? {
        let size = MemoryLayout<Number>.size
        guard rest.count >= size else { return nil }
        defer { rest.removeFirst(size) }
        return rest.prefix(size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}
