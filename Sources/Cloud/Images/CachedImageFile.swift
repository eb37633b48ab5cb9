import Core
import Foundation

/// A file in ``DiskImageCache``'s folder: a word, a checksum of all that follows, the link and its length, the image.
///
/// | bytes | what |
/// | --- | --- |
/// | 0–7 | `LNTRNIM1` |
/// | 8–11 | CRC-32 of everything behind it, little-endian |
/// | 12–15 | the length of the link in bytes of UTF-8, little-endian |
/// | 16– | the link, then the image up to the end |
enum CachedImageFile {
    /// What a file turned out to be.
    enum Content {
        /// The image of the link.
        case image(Data)
        /// Whole, but of another link with the same hash.
        case otherLink
        /// Cut, damaged, or nothing that was written here.
        case damaged
    }

    private static let word = Array("LNTRNIM1".utf8)
    private static let headCount = 16

    /// How long the file of an image is.
    static func size(of data: Data, for link: ResourceLink) -> Int {
        headCount + link.rawValue.utf8.count + data.count
    }

    /// The bytes of a file.
    static func encode(_ data: Data, for link: ResourceLink) -> [UInt8] {
        let text = link.rawValue.utf8
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
        return text.elementsEqual(link.rawValue.utf8) ? .image(data) : .otherLink
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }
}
