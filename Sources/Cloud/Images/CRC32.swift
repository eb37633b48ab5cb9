/// CRC-32 as PNG and zlib reckon it (ISO 3309): finds files that were cut, mixed up or damaged by chance.
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { entry, _ in entry & 1 == 1 ? entry >> 1 ^ 0xEDB8_8320 : entry >> 1 }
    }

    private var register: UInt32 = 0xFFFF_FFFF

    /// The sum of what came so far.
    var value: UInt32 { ~register }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        register = Self.table.withUnsafeBufferPointer { table in
            var register = register
            for byte in bytes { register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8 }
            return register
        }
    }
}
