import Core
import Foundation

/// The name of a file in ``DiskImageCache``'s folder: `HASH-SIZE-TIME-2`, all hexadecimal.
///
/// Nothing of a link can be read from it, and the list of a folder's names is enough to know what the folder holds.
struct CachedImageName: Hashable, Sendable {
    /// The hash of the link, 128 bits.
    var key: UInt128
    /// The length of the file in bytes.
    var size: Int
    /// The time of storing, in milliseconds since 1970; a date before that counts as 1970.
    var stored: Int64

    init(key: UInt128, size: Int, stored: Int64) {
        self.key = key
        self.size = size
        self.stored = stored
    }

    /// Reads a name; `nil` for a file that is none of the cache's.
    init?(_ text: String) {
        guard text.hasSuffix(Self.version) else { return nil }
        self.init(withoutVersion: text.dropLast(Self.version.utf8.count))
    }

    /// Whether a file is an earlier version's, whose key was a link without its site: nobody asks for it again.
    static func isEarlier(_ text: String) -> Bool { CachedImageName(withoutVersion: text[...]) != nil }

    private init?(withoutVersion text: Substring) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 32, let key = UInt128(parts[0], radix: 16),
            let size = Int(parts[1], radix: 16), let stored = Int64(parts[2], radix: 16)
        else { return nil }
        self.init(key: key, size: size, stored: stored)
        // Exactly as it is written here: no signs, capitals or leading zeros.
        guard stem == text else { return nil }
    }

    private static let version = "-2"

    /// The name itself.
    var text: String { stem + Self.version }

    private var stem: String {
        let hash = String(key, radix: 16).zeroPadded(to: 32)
        return "\(hash)-\(String(size, radix: 16))-\(String(stored, radix: 16))"
    }

    /// The hash of a link and its site.
    ///
    /// Two links with the same hash are told apart by what is inside the file.
    static func key(of link: ResourceLink) -> UInt128 { hash(CachedImageFile.key(of: link)) }

    /// FNV-1a with 128 bits.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt128 {
        // http://www.isthe.com/chongo/tech/comp/fnv: the offset basis, and the prime 2^88 + 0x13B.
        bytes.reduce(UInt128(0x6C62_272E_07BB_0142) << 64 | 0x62B8_2175_6295_C58D) { hash, byte in
            (hash ^ UInt128(byte)) &* (UInt128(1) << 88 | 0x13B)
        }
    }

    /// A date in milliseconds since 1970.
    static func milliseconds(_ date: Date) -> Int64 {
        max(0, Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0)
    }
}
