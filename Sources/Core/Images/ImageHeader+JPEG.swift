extension ImageHeader {
    /// JPEG (ITU-T T.81, annex B): segments, one of which, `SOF`, begins the frame and has its size.
    ///
    /// What lies between segments is skipped, as decoders do. Segments are skipped by their length, so a preview inside
    /// one of them is never taken for the picture.
    static func jpeg(_ bytes: HeaderBytes) -> Reading {
        var place = 2
        var orientation: Int?
        while place < maximumBytes {
            guard let byte = bytes[place], let marker = bytes[place + 1] else {
                return .needsMoreBytes(max(bytes.count + 1, place + 4))
            }
            if byte != 0xFF || marker == 0xFF {
                place += 1
                continue
            }
            switch marker {
            case 0x00, 0x01, 0xD0...0xD8:
                // Without a length.
                place += 2
                continue
            case 0xD9, 0xDA:
                // The end, or pixels before anybody said how many.
                return .unknown
            default: break
            }
            guard let length = bytes.number(at: place + 2, count: 2, isBigEndian: true).map(Int.init) else {
                return .needsMoreBytes(place + 4)
            }
            guard length >= 2 else { return .unknown }
            let end = place + 2 + length
            if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
                guard bytes.count >= place + 9 else { return .needsMoreBytes(place + 9) }
                return reading(
                    .jpeg, bytes.number(at: place + 7, count: 2, isBigEndian: true),
                    bytes.number(at: place + 5, count: 2, isBigEndian: true), orientation: orientation ?? 1)
            }
            if marker == 0xE1, orientation == nil, length >= 8 {
                guard bytes.count >= place + 10 else { return .needsMoreBytes(place + 10) }
                if bytes.has("Exif\0\0", at: place + 4) {
                    guard bytes.count >= end else { return .needsMoreBytes(end) }
                    orientation = exifOrientation(in: bytes, from: place + 10, to: end) ?? 1
                }
            }
            place = end
        }
        return .unknown
    }

    /// The orientation in an Exif segment: tag 0x0112 of the first directory of a TIFF header (CIPA DC-008).
    private static func exifOrientation(in bytes: HeaderBytes, from start: Int, to end: Int) -> Int? {
        let isBigEndian: Bool
        switch bytes.number(at: start, count: 2, isBigEndian: true) {
        case 0x4D4D: isBigEndian = true
        case 0x4949: isBigEndian = false
        default: return nil
        }
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset <= end - count else { return nil }
            return bytes.number(at: offset, count: count, isBigEndian: isBigEndian).flatMap { Int(exactly: $0) }
        }
        guard number(start + 2, 2) == 42, let offset = number(start + 4, 4), offset <= end - start,
            let count = number(start + offset, 2)
        else { return nil }
        for index in 0..<count {
            let entry = start + offset + 2 + 12 * index
            guard let tag = number(entry, 2) else { return nil }
            if tag == 0x0112 {
                // One number of 16 bits.
                guard number(entry + 2, 2) == 3, number(entry + 4, 4) == 1 else { return nil }
                return number(entry + 8, 2)
            }
        }
        return nil
    }
}
