/// The Adler-32 checksum that ends a zlib stream (RFC 1950).
struct Adler32: Sendable {
    private static let modulus: UInt64 = 65_521
    private var low: UInt64 = 1
    private var high: UInt64 = 0

    var value: UInt32 {
        UInt32(high << 16 | low)
    }

    mutating func update(with byte: UInt8) {
        low = (low + UInt64(byte)) % Self.modulus
        high = (high + low) % Self.modulus
    }

    /// Takes in `count` times the same three bytes at the cost of one step.
    mutating func update(with colour: RGB, count: Int) {
        let (red, green, blue) = (UInt64(colour.red), UInt64(colour.green), UInt64(colour.blue))
        let times = UInt64(count)
        // A byte counts once for itself and once for every byte after it: summed over the run, that is
        // 3(0 + 1 + … + (n-1)) for each channel, and then 3, 2 and 1 for the place within the pixel.
        let before = 3 * (times * (times - 1) / 2)
        high += 3 * times * low + before * (red + green + blue) + times * (3 * red + 2 * green + blue)
        high %= Self.modulus
        low = (low + times * (red + green + blue)) % Self.modulus
    }
}

/// The CRC-32 that ends a PNG chunk.
struct CRC32: Sendable {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in
            crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1
        }
    }

    static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
        }
        return crc ^ 0xFFFF_FFFF
    }
}
