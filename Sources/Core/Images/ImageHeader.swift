public import Foundation

/// The header of an image file: its format and its size, without decoding the image.
///
/// It reads PNG, JPEG, GIF and WebP. Whatever the bytes are, reading ends within the first ``maximumBytes``.
///
/// ```swift
/// switch ImageHeader.read(firstBytes) {
/// case .header(let header): layOut(header.size)
/// case .needsMoreBytes(let count): wait(until: count)
/// case .unknown: layOut(nil)
/// }
/// ```
public struct ImageHeader: Hashable, Sendable {
    /// The result of reading the first bytes.
    public enum Reading: Hashable, Sendable {
        /// The header is complete.
        case header(ImageHeader)
        /// At least so many of the file's first bytes are needed.
        case needsMoreBytes(Int)
        /// More bytes would not help: another format, a damaged file, or no size near the beginning.
        case unknown
    }

    /// The number of bytes that are read at most, 1 MiB: more than the profiles and previews that cameras put before
    /// the size.
    public static let maximumBytes = 1 << 20

    /// The format.
    public let format: ImageFormat
    /// The size of the stored pixels, before they are turned.
    public let storedSize: PixelSize
    /// The Exif orientation: 1, upright, to 8; for other formats than JPEG it is 1.
    public let orientation: Int

    /// Creates a header.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - storedSize: The size of the stored pixels, before they are turned.
    ///   - orientation: The Exif orientation, 1 by default; another one than 1 to 8 counts as 1.
    public init(format: ImageFormat, storedSize: PixelSize, orientation: Int = 1) {
        self.format = format
        self.storedSize = storedSize
        self.orientation = (1...8).contains(orientation) ? orientation : 1
    }

    /// Reads the header of a whole file, however much stands before its size; `nil` where it has none.
    ///
    /// - Parameter data: The file.
    public init?(_ data: Data) {
        guard case .header(let header) = Self.read(data, upTo: max(Self.maximumBytes, data.count)) else { return nil }
        self = header
    }

    /// The size as it is displayed: an orientation of 5 to 8 turns the image by a quarter.
    public var size: PixelSize { orientation >= 5 ? storedSize.turned : storedSize }

    /// Reads the first bytes of a file, as many as there are so far.
    ///
    /// - Parameter data: The first bytes, or all of them.
    /// - Returns: The header, or how many bytes it takes.
    /// - Complexity: O(1), for a JPEG O(*n*) in the number of its segments.
    public static func read(_ data: Data) -> Reading { read(data, upTo: maximumBytes) }

    private static func read(_ data: Data, upTo limit: Int) -> Reading {
        let reading = data.withUnsafeBytes { buffer -> Reading in
            let bytes = HeaderBytes(buffer)
            switch ImageFormat(sniffing: data) {
            case .png: return png(bytes)
            case .jpeg: return jpeg(bytes, upTo: limit)
            case .gif: return gif(bytes)
            case .webp: return webp(bytes)
            case .avif, .heic: return .unknown
            case nil: return beginning(bytes)
            }
        }
        if case .needsMoreBytes(let count) = reading, count > limit { return .unknown }
        return reading
    }

    /// The number of bytes that it takes to tell the format, where there are too few.
    private static func beginning(_ bytes: HeaderBytes) -> Reading {
        let beginnings: [[UInt8?]] = [
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF87a".utf8),
            Array("GIF89a".utf8), Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8),
        ]
        let possible = beginnings.filter { beginning in
            bytes.count < beginning.count
                && zip(beginning, 0..<bytes.count).allSatisfy { $0 == nil || $0 == bytes[$1] }
        }
        return possible.map(\.count).min().map { .needsMoreBytes($0) } ?? .unknown
    }
}

extension ImageHeader {
    /// PNG 1.2: the first chunk is `IHDR` and begins with width and height.
    private static func png(_ bytes: HeaderBytes) -> Reading {
        guard bytes.count >= 24 else { return .needsMoreBytes(24) }
        guard bytes.number(at: 8, count: 4, isBigEndian: true) == 13, bytes.has("IHDR", at: 12) else { return .unknown }
        return reading(
            .png, bytes.number(at: 16, count: 4, isBigEndian: true), bytes.number(at: 20, count: 4, isBigEndian: true))
    }

    /// GIF87a and GIF89a: the size of the screen that all frames are drawn on.
    private static func gif(_ bytes: HeaderBytes) -> Reading {
        guard bytes.count >= 10 else { return .needsMoreBytes(10) }
        return reading(
            .gif, bytes.number(at: 6, count: 2, isBigEndian: false), bytes.number(at: 8, count: 2, isBigEndian: false))
    }

    /// WebP (RFC 9649): the first chunk is `VP8 ` (RFC 6386), `VP8L`, or `VP8X` with the size of the canvas.
    private static func webp(_ bytes: HeaderBytes) -> Reading {
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
    private static func reading(_ format: ImageFormat, _ width: UInt32?, _ height: UInt32?, orientation: Int = 1)
        -> Reading
    {
        guard let width, let height, width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
            return .unknown
        }
        let size = PixelSize(width: Int(width), height: Int(height))
        return .header(ImageHeader(format: format, storedSize: size, orientation: orientation))
    }
}

extension ImageHeader {
    /// JPEG (ITU-T T.81, annex B): segments, one of which, `SOF`, begins the frame and has its size.
    ///
    /// What lies between segments is skipped, as decoders do. Segments are skipped by their length, so a preview inside
    /// one of them is never taken for the picture.
    private static func jpeg(_ bytes: HeaderBytes, upTo limit: Int) -> Reading {
        var place = 2
        var orientation: Int?
        while place < limit {
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
                // The end of the file, or pixels before a size.
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

/// A view of bytes in which reading past the end gives `nil`.
private struct HeaderBytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    subscript(offset: Int) -> UInt8? {
        offset >= 0 && offset < bytes.count ? bytes[offset] : nil
    }

    /// A number of at most four bytes.
    func number(at offset: Int, count: Int, isBigEndian: Bool) -> UInt32? {
        guard offset >= 0, bytes.count >= count, offset <= bytes.count - count else { return nil }
        var number: UInt32 = 0
        for index in 0..<count {
            number = number << 8 | UInt32(bytes[offset + (isBigEndian ? index : count - 1 - index)])
        }
        return number
    }

    /// Whether there is an ASCII text at an offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, bytes.count >= text.utf8CodeUnitCount, offset <= bytes.count - text.utf8CodeUnitCount
        else { return false }
        return text.withUTF8Buffer { bytes[offset..<offset + $0.count].elementsEqual($0) }
    }
}
