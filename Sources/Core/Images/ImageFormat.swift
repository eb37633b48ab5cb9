public import Foundation

/// A format of image files, recognised by their first bytes: links are often wrong about it.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG.
    case jpeg
    /// PNG.
    case png
    /// GIF.
    case gif
    /// WebP.
    case webp
    /// AVIF.
    case avif
    /// HEIC.
    case heic

    /// Recognises the format of an image file by its first 12 bytes; `nil` for none of these.
    ///
    /// - Parameter data: The file, or its first bytes.
    public init?(sniffing data: Data) {
        let bytes = [UInt8](data.prefix(12))
        func has(_ text: String, at offset: Int) -> Bool {
            bytes.dropFirst(offset).starts(with: text.utf8)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) {
            self = .avif
        } else if ["ftypheic", "ftypheix", "ftypmif1"].contains(where: { has($0, at: 4) }) {
            self = .heic
        } else {
            return nil
        }
    }

    /// The usual file extension, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
