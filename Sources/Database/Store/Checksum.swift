/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), written as eight hexadecimal digits.
///
/// It finds every flipped bit and every burst of up to 32 bits; it is no protection against somebody who means harm.
struct Checksum {
    private var register: UInt32 = 0xFFFF_FFFF

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
        update(bytes)
    }

    mutating func update(_ bytes: some Sequence<UInt8>) {
        var register = register
        for byte in bytes {
            register = Self.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
        }
        self.register = register
    }

    var value: UInt32 { ~register }

    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static let table: [UInt32] = (0..<256).map { index in
        var entry = UInt32(index)
        for _ in 0..<8 { entry = entry & 1 == 1 ? (entry >> 1) ^ 0x82F6_3B78 : entry >> 1 }
        return entry
    }
}
