import Core
import Foundation

/// A file in ``DiskImageCache``'s folder: a word, a checksum of all that follows, the key and its length, the image.
///
/// The key is the link's site, a line feed, which neither of them has, and the link's text.
///
/// | bytes | what |
/// | --- | --- |
/// | 0–7 | `LNTRNIM2` |
/// | 8–11 | CRC-32 of everything behind it, little-endian |
/// | 12–15 | the length of the key in bytes of UTF-8, little-endian |
/// | 16– | the key, then the image up to the end |
enum CachedImageFile {
    /// The result of reading a file.
    enum Content {
        /// The image of the link.
        case image(Data)
        /// Whole, but of another link with the same hash.
        case otherLink
        /// Cut, damaged, or nothing that was written here.
        case damaged
    }

    private static let word = Array("LNTRNIM2".utf8)
    private static let headCount = 16

    /// The text that tells links apart: two sites may have the same path.
    static func key(of link: ResourceLink) -> [UInt8] {
        Array(link.site.rawValue.utf8) + [UInt8(ascii: "\n")] + link.text.utf8
    }

    /// Returns the size of an image's file.
    static func size(of data: Data, for link: ResourceLink) -> Int {
        headCount + key(of: link).count + data.count
    }

    /// The bytes of a file.
    static func encode(_ data: Data, for link: ResourceLink) -> [UInt8] {
        let text = key(of: link)
        var bytes = word + [0, 0, 0, 0]
        bytes.reserveCapacity(size(of: data, for: link))
        append(UInt32(truncatingIfNeeded: text.count), to: &bytes)
        bytes += text
        bytes += data
        var checksum = CRC32()
        bytes.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[12...])) }
        withUnsafeBytes(of: checksum.value.littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
        return bytes
    }

    /// Reads a file, and checks all of it.
    ///
    /// - Throws: `FileError` when it cannot be read, code `fileMissing` when it is not there.
    static func read(_ path: String, size: Int, for link: ResourceLink, on files: any FileSystem) throws(FileError)
        -> Content
    {
        let file = try files.open(path, .read)
        defer { file.close() }
        guard size >= headCount, try file.size() == size else { return .damaged }
        let head = try file.read(at: 0, count: headCount)
        guard head.count == headCount, head.starts(with: word),
            let linkCount = Int(exactly: number(head, at: 12)), linkCount <= size - headCount
        else { return .damaged }
        let text = try file.read(at: headCount, count: linkCount)
        var data = Data(count: size - headCount - linkCount)
        var checksum = CRC32()
        head.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[12...])) }
        text.withUnsafeBytes { checksum.update($0) }
        // Foundation's closure knows no typed errors.
        let outcome = data.withUnsafeMutableBytes { buffer -> Result<Int, FileError> in
            do throws(FileError) {
                let count = try file.read(at: headCount + linkCount, into: buffer)
                checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<min(count, buffer.count)]))
                return .success(count)
            } catch {
                return .failure(error)
            }
        }
        guard try outcome.get() == data.count, text.count == linkCount, checksum.value == number(head, at: 8) else {
            return .damaged
        }
        return text == key(of: link) ? .image(data) : .otherLink
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }
}
