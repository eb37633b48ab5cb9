/// The 64-bit hash of the parts of a generation file.
///
/// Every step is a bijection of the state and of the word that goes in, so a change within one word always changes the
/// result. It is no protection against somebody who means harm.
enum RunHash {
    private static let factor: UInt64 = 0x9FB2_1C65_1E98_DF25

    /// Hashes bytes and their number.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        var first = UInt64(count) ^ 0x2D35_8DCC_AA6C_78A5
        var second: UInt64 = 0x8BB8_4B93_962E_ACC9
        var third: UInt64 = 0x4B33_A62E_D433_D4A3
        var fourth: UInt64 = 0x4D5A_2DA5_1DE1_AA47
        guard let base = bytes.baseAddress else { return finish(first) }
        var position = 0
        // Four lanes, because one would wait for each multiplication.
        while position &+ 32 <= count {
            first = step(first, load(base, position))
            second = step(second, load(base, position &+ 8))
            third = step(third, load(base, position &+ 16))
            fourth = step(fourth, load(base, position &+ 24))
            position &+= 32
        }
        var state = step(step(step(first, second), third), fourth)
        while position &+ 8 <= count {
            state = step(state, load(base, position))
            position &+= 8
        }
        var rest: UInt64 = 0
        while position < count {
            rest = rest << 8 | UInt64(bytes[position])
            position &+= 1
        }
        return finish(step(state, rest))
    }

    /// Hashes a key for a bloom filter.
    @inline(__always)
    static func hash(_ entry: RunEntry, _ bytes: UnsafePointer<UInt8>) -> UInt64 {
        let tail = entry.tailCount
        return key(
            entry.a, entry.b, entry.c, Int(entry.keyCount),
            tail == 0 ? 0 : hash(UnsafeRawBufferPointer(start: bytes + entry.offset, count: tail)))
    }

    /// The same hash of the same key.
    static func hash(_ key: SortKey) -> UInt64 {
        Self.key(key.a, key.b, key.c, key.count, key.tail.isEmpty ? 0 : key.tail.withUnsafeBytes { hash($0) })
    }

    @inline(__always)
    private static func key(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ count: Int, _ tail: UInt64) -> UInt64 {
        finish(step(step(step(step(UInt64(count), a), b), c), tail))
    }

    @inline(__always)
    private static func load(_ base: UnsafeRawPointer, _ position: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    @inline(__always)
    private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state ^ word) &* factor
        return mixed &<< 29 | mixed &>> 35
    }

    @inline(__always)
    private static func finish(_ state: UInt64) -> UInt64 {
        var mixed = (state ^ state &>> 32) &* factor
        mixed = (mixed ^ mixed &>> 29) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed &>> 32
    }
}
