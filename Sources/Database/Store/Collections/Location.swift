/// The location of a record's JSON: a file of the journal, a place in it, and the checksum of the bytes there.
struct Location: Hashable, Sendable {
    /// The journal file's id; 0 where there is no record.
    let file: UInt32
    /// The CRC-32C of the bytes.
    let checksum: UInt32
    /// The offset in the upper 40 bits, the length in the lower 24.
    private let place: UInt64

    /// The longest record that there can be: 16 MiB.
    static let largestLength = 1 << 24 - 1
    /// The largest offset: a terabyte.
    static let largestOffset = 1 << 40 - 1
    static let none = Location(file: 0, checksum: 0, place: 0)

    init(file: UInt32, offset: Int, length: Int, checksum: UInt32) {
        precondition(
            (0...Self.largestOffset).contains(offset) && (0...Self.largestLength).contains(length),
            "A record lies where no journal reaches.")
        self.init(file: file, checksum: checksum, place: UInt64(offset) << 24 | UInt64(length))
    }

    private init(file: UInt32, checksum: UInt32, place: UInt64) {
        self.file = file
        self.checksum = checksum
        self.place = place
    }

    var offset: Int { Int(place >> 24) }
    var length: Int { Int(place & 0xFF_FFFF) }
    var isNone: Bool { file == 0 }
}

extension Location {
    /// The bytes of a location in a generation file.
    static let byteCount = 16

    /// The location as it is stored: file, checksum and place, little endian.
    var bytes: [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { buffer in
            buffer.storeBytes(of: file.littleEndian, as: UInt32.self)
            buffer.storeBytes(of: checksum.littleEndian, toByteOffset: 4, as: UInt32.self)
            buffer.storeBytes(of: place.littleEndian, toByteOffset: 8, as: UInt64.self)
            return Array(buffer)
        }
    }

    /// Reads what ``bytes`` wrote; nil when the length is another one.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(
            file: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)),
            checksum: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
            place: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}
