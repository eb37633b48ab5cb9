import Foundation

/// Encodes pictures of one size and one palette as a GIF89a that loops for ever.
enum GIFEncoder {
    /// Encodes the frames, each shown for `delay` hundredths of a second; an empty list gives no data.
    static func encode(_ frames: [IndexedImage], delay: UInt16) -> Data {
        guard let first = frames.first else { return Data() }
        let depth = max(2, Int.bitWidth - max(1, first.palette.count - 1).leadingZeroBitCount)
        var file = Array("GIF89a".utf8)
        file += littleEndian(first.size.width) + littleEndian(first.size.height)
        // A global palette of 2^depth colours; the background is its first.
        file += [0x80 | 0x70 | UInt8(depth - 1), 0, 0]
        for index in 0..<(1 << depth) {
            let colour = index < first.palette.count ? first.palette[index] : RGB(0, 0, 0)
            file += [colour.red, colour.green, colour.blue]
        }
        file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for frame in frames {
            file += [0x21, 0xF9, 4, 0x04] + littleEndian(Int(delay)) + [0, 0]
            file += [0x2C, 0, 0, 0, 0] + littleEndian(frame.size.width) + littleEndian(frame.size.height) + [0]
            file.append(UInt8(depth))
            appendBlocks(LZWEncoder.encode(frame.pixels, minimumCodeSize: depth), to: &file)
        }
        file.append(0x3B)
        return Data(file)
    }

    private static func littleEndian(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static func appendBlocks(_ content: [UInt8], to file: inout [UInt8]) {
        var start = 0
        while start < content.count {
            let end = min(content.count, start + 255)
            file.append(UInt8(end - start))
            file += content[start..<end]
            start = end
        }
        file.append(0)
    }
}
