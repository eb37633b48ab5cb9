package import Foundation

/// SHA-256 (FIPS 180-4) in plain Swift: Foundation on Linux has none, and a library without dependencies brings its
/// own.
///
/// For four things: to recognise a body that was seen before, to name a public key, to name a file by its link, and to
/// find an archive damaged. Less would do for most, but bodies and links are what strangers wrote: with a hash that can
/// be forged one of them could keep a feed from ever changing, or have a picture shown in the place of another. Nothing
/// here is secret, so nothing here takes care to run in constant time.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The hash of some bytes.
    ///
    /// - Parameter data: All of them.
    /// - Returns: 32 bytes.
    package static func hash(_ data: Data) -> [UInt8] {
        var hash = SHA256()
        let whole = data.count / 64 * 64
        data.withUnsafeBytes { hash.process($0.prefix(whole)) }
        // The end: what is left, a bit, zeros, and the length in bits.
        var tail = [UInt8](data.suffix(data.count - whole)) + [0x80]
        while tail.count % 64 != 56 { tail.append(0) }
        withUnsafeBytes(of: (UInt64(data.count) &* 8).bigEndian) { tail += $0 }
        tail.withUnsafeBytes { hash.process($0[...]) }
        return hash.state.flatMap { word in
            [
                UInt8(truncatingIfNeeded: word >> 24), UInt8(truncatingIfNeeded: word >> 16),
                UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word),
            ]
        }
    }

    /// Takes whole blocks of 64 bytes.
    private mutating func process(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            state.withUnsafeMutableBufferPointer { state in
                Self.constants.withUnsafeBufferPointer { constants in
                    for start in stride(from: 0, to: bytes.count, by: 64) {
                        for index in 0..<16 {
                            let word = bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
                            words[index] = UInt32(bigEndian: word)
                        }
                        Self.extend(words)
                        Self.compress(words, constants, into: state)
                    }
                }
            }
        }
    }

    private static func extend(_ words: UnsafeMutableBufferPointer<UInt32>) {
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
    }

    private static func compress(
        _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
        into state: UnsafeMutableBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let one =
                h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index] &+ words[index]
            let two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
