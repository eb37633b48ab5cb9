/// The file that keeps the order of use over a relaunch: a word, a checksum, and the keys, the oldest first.
///
/// It is derived: without it, or with a damaged one, images are as old as their files.
enum CachedImageOrder {
    /// The file's name in the cache's folder.
    static let name = "order"

    private static let word = Array("LNTRNOR1".utf8)
    private static let headCount = 12

    static func encode(_ keys: [UInt128]) -> [UInt8] {
        var bytes = word + [0, 0, 0, 0]
        bytes.reserveCapacity(headCount + 16 * keys.count)
        for key in keys { withUnsafeBytes(of: key.littleEndian) { bytes.append(contentsOf: $0) } }
        let checksum = checksum(of: bytes)
        withUnsafeBytes(of: checksum.littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
        return bytes
    }

    /// The keys; none when the file is damaged.
    static func decode(_ bytes: [UInt8]) -> [UInt128] {
        guard bytes.count >= headCount, (bytes.count - headCount) % 16 == 0, bytes.starts(with: word) else { return [] }
        let checksum = checksum(of: bytes)
        return bytes.withUnsafeBytes { bytes in
            guard UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) == checksum else {
                return []
            }
            return stride(from: headCount, to: bytes.count, by: 16).map {
                UInt128(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt128.self))
            }
        }
    }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        var checksum = CRC32()
        bytes.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[headCount...])) }
        return checksum.value
    }
}
