import Core

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), written as eight hexadecimal digits.
///
/// It finds every flipped bit and every burst of up to 32 bits; it is no protection against somebody who means harm.
struct Checksum {
    private var register: UInt32 = 0xFFFF_FFFF

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
        update(bytes)
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        update(bytes)
    }

    mutating func update(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
        guard isDone == nil else { return }
        let table = Self.tables.base
        for byte in bytes {
            register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
        }
    }

    /// Sixteen bytes a step, each through a table of its own ("slicing").
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        let table = Self.tables.base
        let count = bytes.count
        var register = register
        var offset = 0
        while offset &+ 16 <= count {
            let low = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let high = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
            // Twelve of the bytes do not depend on the step before: they are looked up while it is still under way.
            let early = Self.step(table, high) ^ Self.half(table + 2048, UInt32(truncatingIfNeeded: low >> 32))
            register = Self.half(table + 3072, UInt32(truncatingIfNeeded: low) ^ register) ^ early
            offset &+= 16
        }
        if offset &+ 8 <= count {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            register = Self.step(table, word ^ UInt64(register))
            offset &+= 8
        }
        if offset &+ 4 <= count {
            let word = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            register = Self.half(table, word ^ register)
            offset &+= 4
        }
        while offset < count {
            let byte = base.load(fromByteOffset: offset, as: UInt8.self)
            register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
            offset &+= 1
        }
        self.register = register
    }

    /// Eight bytes through eight tables, the first byte through the last of them.
    @inline(__always)
    private static func step(_ table: UnsafePointer<UInt32>, _ word: UInt64) -> UInt32 {
        half(table + 1024, UInt32(truncatingIfNeeded: word)) ^ half(table, UInt32(truncatingIfNeeded: word >> 32))
    }

    /// Four bytes through four tables.
    @inline(__always)
    private static func half(_ table: UnsafePointer<UInt32>, _ word: UInt32) -> UInt32 {
        let one = table[768 &+ Int(word & 0xFF)] ^ table[512 &+ Int((word >> 8) & 0xFF)]
        let two = table[256 &+ Int((word >> 16) & 0xFF)] ^ table[Int(word >> 24)]
        return one ^ two
    }

    var value: UInt32 { ~register }

    var text: String { String(value, radix: 16).zeroPadded(to: 8) }

    /// Sixteen tables in a row; the entry of a byte in table `n` is what it does `n` bytes later.
    private struct Tables: @unchecked Sendable {
        // Unchecked because of the pointer: written in init and never again, and never given back; the program has one.
        let base: UnsafePointer<UInt32>

        init() {
            let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
            for index in 0..<256 {
                var entry = UInt32(index)
                for _ in 0..<8 { entry = entry & 1 == 1 ? (entry >> 1) ^ 0x82F6_3B78 : entry >> 1 }
                (table + index).initialize(to: entry)
            }
            for index in 256..<16 * 256 {
                let before = table[index - 256]
                (table + index).initialize(to: table[Int(before & 0xFF)] ^ (before >> 8))
            }
            base = UnsafePointer(table)
        }
    }

    private static let tables = Tables()
}
