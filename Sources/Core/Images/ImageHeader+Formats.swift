extension ImageHeader {
    /// PNG 1.2: the first chunk is `IHDR` and begins with width and height.
    static func png(_ bytes: HeaderBytes) -> Reading {
        guard bytes.count >= 24 else { return .needsMoreBytes(24) }
        guard bytes.number(at: 8, count: 4, isBigEndian: true) == 13, bytes.has("IHDR", at: 12) else { return .unknown }
        return reading(
            .png, bytes.number(at: 16, count: 4, isBigEndian: true), bytes.number(at: 20, count: 4, isBigEndian: true))
    }

    /// GIF87a and GIF89a: the size of the screen that all frames are drawn on.
    static func gif(_ bytes: HeaderBytes) -> Reading {
        guard bytes.count >= 10 else { return .needsMoreBytes(10) }
        return reading(
            .gif, bytes.number(at: 6, count: 2, isBigEndian: false), bytes.number(at: 8, count: 2, isBigEndian: false))
    }

    /// WebP (RFC 9649): the first chunk is `VP8 ` (RFC 6386), `VP8L`, or `VP8X` with the size of the canvas.
    static func webp(_ bytes: HeaderBytes) -> Reading {
        guard bytes.count >= 25 else { return .needsMoreBytes(25) }
        func number(_ offset: Int, _ count: Int) -> UInt32? {
            bytes.number(at: offset, count: count, isBigEndian: false)
        }
        if bytes.has("VP8L", at: 12) {
            // The last three bits are the version, which is 0.
            guard bytes[20] == 0x2F, let bits = number(21, 4), bits >> 29 == 0 else { return .unknown }
            return reading(.webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
        let isExtended = bytes.has("VP8X", at: 12)
        guard isExtended || bytes.has("VP8 ", at: 12) else { return .unknown }
        guard bytes.count >= 30 else { return .needsMoreBytes(30) }
        if isExtended { return reading(.webp, number(24, 3).map { $0 + 1 }, number(27, 3).map { $0 + 1 }) }
        // A key frame has a zero in its lowest bit, and a start code.
        guard let tag = bytes[20], tag & 1 == 0, number(23, 3) == 0x2A_019D else { return .unknown }
        return reading(.webp, number(26, 2).map { $0 & 0x3FFF }, number(28, 2).map { $0 & 0x3FFF })
    }

    /// A header, unless a side is zero or too long for any picture.
    static func reading(_ format: ImageFormat, _ width: UInt32?, _ height: UInt32?, orientation: Int = 1) -> Reading {
        guard let width, let height, width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
            return .unknown
        }
        let size = PixelSize(width: Int(width), height: Int(height))
        return .header(ImageHeader(format: format, storedSize: size, orientation: orientation))
    }
}
