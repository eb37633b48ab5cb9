public import Foundation

/// What the first bytes of an image file say about it: its format and its size, before anything is decoded.
///
/// PNG, JPEG, GIF and WebP are read. Their bytes come from strangers: whatever they are, reading ends, and within the
/// first ``maximumBytes``.
///
/// ```swift
/// switch ImageHeader.read(firstBytes) {
/// case .header(let header): layOut(header.size)
/// case .needsMoreBytes(let count): wait(until: count)
/// case .unknown: layOut(nil)
/// }
/// ```
public struct ImageHeader: Hashable, Sendable {
    /// What reading the first bytes came to.
    public enum Reading: Hashable, Sendable {
        /// This is the header.
        case header(ImageHeader)
        /// The file begins well, and at least so many of its first bytes are needed, which is more than there were.
        case needsMoreBytes(Int)
        /// More bytes would not help: another format, a damaged file, or a size that is not said near the beginning.
        case unknown
    }

    /// How many bytes are looked at, 1 MiB: more than the profiles and previews that cameras put before the size.
    public static let maximumBytes = 1 << 20

    /// The format.
    public let format: ImageFormat
    /// The size in which the pixels are stored.
    public let storedSize: PixelSize
    /// How a viewer turns the stored picture, as Exif numbers it: 1, upright, to 8.
    ///
    /// Only a JPEG says it before its size; of all other formats it is 1.
    public let orientation: Int

    /// Creates a header from its parts.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - storedSize: The size in which the pixels are stored.
    ///   - orientation: Exif's number, 1 to 8; any other counts as 1.
    public init(format: ImageFormat, storedSize: PixelSize, orientation: Int = 1) {
        self.format = format
        self.storedSize = storedSize
        self.orientation = (1...8).contains(orientation) ? orientation : 1
    }

    /// Reads the header of a whole file.
    ///
    /// - Parameter data: The image file; `nil` is returned when its first bytes do not say its size.
    public init?(_ data: Data) {
        guard case .header(let header) = Self.read(data) else { return nil }
        self = header
    }

    /// The size as a viewer shows it: an orientation of 5 to 8 turns the picture by a quarter.
    public var size: PixelSize { orientation >= 5 ? storedSize.turned : storedSize }

    /// Reads the first bytes of a file.
    ///
    /// - Parameter data: The first bytes, as many as there are so far.
    /// - Returns: The header, or how many bytes it needs, or that there is none.
    /// - Complexity: O(1), for a JPEG O(*n*) in the number of its segments.
    public static func read(_ data: Data) -> Reading {
        let reading = data.withUnsafeBytes { buffer -> Reading in
            let bytes = HeaderBytes(buffer)
            switch ImageFormat(sniffing: data) {
            case .png: return png(bytes)
            case .jpeg: return jpeg(bytes)
            case .gif: return gif(bytes)
            case .webp: return webp(bytes)
            case .avif, .heic: return .unknown
            case nil: return beginning(bytes)
            }
        }
        if case .needsMoreBytes(let count) = reading, count > maximumBytes { return .unknown }
        return reading
    }

    /// How many bytes it takes to tell the format of those that are too few to tell.
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
