import Foundation

/// A PNG of 8-bit RGB, decoded.
struct PNGFile {
    struct Failure: Error {}

    let width: Int
    let height: Int
    /// Three bytes a pixel, without the filter bytes.
    let pixels: [UInt8]

    init(_ data: Data) throws {
        let bytes = [UInt8](data)
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Failure() }
        var chunks: [(type: String, content: [UInt8])] = []
        var position = 8
        while position + 12 <= bytes.count {
            let count = Self.number(bytes[position..<position + 4])
            let end = position + 8 + count
            guard end + 4 <= bytes.count else { throw Failure() }
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            guard Self.crc(bytes[position + 4..<end]) == Self.number(bytes[end..<end + 4]) else { throw Failure() }
            chunks.append((type, Array(bytes[position + 8..<end])))
            position = end + 4
        }
        guard position == bytes.count, chunks.map(\.type) == ["IHDR", "IDAT", "IEND"] else { throw Failure() }
        let header = chunks[0].content
        width = Self.number(header[0..<4])
        height = Self.number(header[4..<8])
        guard Array(header[8...]) == [8, 2, 0, 0, 0] else { throw Failure() }
        let raw = try Inflate.zlib(chunks[1].content)
        let stride = 1 + 3 * width
        guard raw.count == stride * height else { throw Failure() }
        var pixels: [UInt8] = []
        for row in 0..<height {
            guard raw[row * stride] == 0 else { throw Failure() }
            pixels += raw[row * stride + 1..<(row + 1) * stride]
        }
        self.pixels = pixels
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func crc(_ bytes: some Sequence<UInt8>) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1
            }
        }
        return Int(~crc)
    }
}
