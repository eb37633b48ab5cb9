/// Hashes that are the same in every process, which `Hasher`'s are not.
package enum StableHash {
    /// The 64-bit FNV-1a hash of a string's UTF-8 bytes.
    package static func fnv1a(_ text: String) -> UInt64 {
        fnv1a(text.utf8)
    }

    /// The 64-bit FNV-1a hash of bytes.
    package static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return hash
    }
}
