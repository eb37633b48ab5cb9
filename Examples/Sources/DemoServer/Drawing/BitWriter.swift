/// Packs values of any number of bits into bytes, the least significant bit first, as deflate and GIF do.
struct BitWriter: Sendable {
    private var bytes: [UInt8] = []
    private var buffer: UInt64 = 0
    private var bufferedBits = 0

    mutating func append(_ value: Int, count: Int) {
        buffer |= UInt64(value) << UInt64(bufferedBits)
        bufferedBits += count
        while bufferedBits >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: buffer))
            buffer >>= 8
            bufferedBits -= 8
        }
    }

    /// Huffman codes go in with the most significant bit first.
    mutating func appendReversed(_ value: Int, count: Int) {
        var reversed = 0
        for bit in 0..<count where value >> bit & 1 == 1 {
            reversed |= 1 << (count - 1 - bit)
        }
        append(reversed, count: count)
    }

    mutating func finish() -> [UInt8] {
        if bufferedBits > 0 {
            bytes.append(UInt8(truncatingIfNeeded: buffer))
            buffer = 0
            bufferedBits = 0
        }
        return bytes
    }
}
