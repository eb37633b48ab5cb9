/// A decoder for deflate's stored and fixed-Huffman blocks, which is all that the server writes.
struct Inflate {
    struct Failure: Error {}

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtra = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
        4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ]

    private var bits: BitReader
    private var output: [UInt8] = []

    /// Unpacks a zlib stream and checks its Adler-32.
    static func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
        guard bytes.count > 6, bytes[0] == 0x78, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 else { throw Failure() }
        var inflate = Inflate(bits: BitReader(Array(bytes[2..<bytes.count - 4])))
        try inflate.run()
        var (low, high) = (1, 0)
        for byte in inflate.output {
            low += Int(byte)
            if low >= 65_521 { low -= 65_521 }
            high += low
            if high >= 65_521 { high -= 65_521 }
        }
        let expected = bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard high << 16 | low == expected else { throw Failure() }
        return inflate.output
    }

    private init(bits: BitReader) {
        self.bits = bits
    }

    private mutating func run() throws {
        var isLast = false
        while !isLast {
            isLast = try bits.read(1) == 1
            guard try bits.read(2) == 1 else { throw Failure() }
            while let symbol = try nextSymbol() {
                if symbol < 256 {
                    output.append(UInt8(symbol))
                } else {
                    try copy(lengthCode: symbol - 257)
                }
            }
        }
    }

    private mutating func copy(lengthCode: Int) throws {
        guard Self.lengthBases.indices.contains(lengthCode) else { throw Failure() }
        let length = try Self.lengthBases[lengthCode] + bits.read(Self.lengthExtra[lengthCode])
        let code = try bits.readReversed(5)
        guard Self.distanceBases.indices.contains(code) else { throw Failure() }
        let distance = try Self.distanceBases[code] + bits.read(max(0, code / 2 - 1))
        guard distance <= output.count else { throw Failure() }
        let start = output.count - distance
        for index in start..<start + length {
            output.append(output[index])
        }
    }

    /// The next literal or length symbol, or nil at the end of the block.
    private mutating func nextSymbol() throws -> Int? {
        var code = try bits.readReversed(7)
        if code < 0b001_1000 { return code == 0 ? nil : code + 256 }
        code = try code << 1 | bits.read(1)
        if code < 0b1100_0000 { return code - 0x30 }
        if code < 0b1100_1000 { return code - 0xC0 + 280 }
        return try (code << 1 | bits.read(1)) - 0x190 + 144
    }
}

/// Reads bits, the least significant of each byte first.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func read(_ count: Int) throws -> Int {
        var value = 0
        for bit in 0..<count {
            guard position < bytes.count * 8 else { throw Inflate.Failure() }
            value |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << bit
            position += 1
        }
        return value
    }

    mutating func readReversed(_ count: Int) throws -> Int {
        var value = 0
        for _ in 0..<count {
            value = try value << 1 | read(1)
        }
        return value
    }
}
