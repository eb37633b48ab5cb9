import Core
import Mocks
import Testing

@testable import Database

struct ChecksumTests {
    /// The check value of CRC-32C over the digits, and the vectors of RFC 3720, appendix B.4.
    @Test func theChecksumIsCRC32C() {
        #expect(Checksum("123456789".utf8).text == "e3069283")
        #expect(Checksum([UInt8](repeating: 0, count: 32)).value == 0x8A91_36AA)
        #expect(Checksum([UInt8](repeating: 0xFF, count: 32)).value == 0x62A8_AB43)
        #expect(Checksum(0..<32).value == 0x46DD_794E)
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func everyLengthIsAsBitByBit(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let bytes = (0..<160).map { _ in UInt8(random.next() % 256) }
        for count in 0..<120 {
            // Not aligned, and in two steps as well as in one.
            let start = Int(random.next() % 16)
            let part = Array(bytes[start..<start + count])
            var register: UInt32 = 0xFFFF_FFFF
            for byte in part {
                register ^= UInt32(byte)
                for _ in 0..<8 { register = register & 1 == 1 ? (register >> 1) ^ 0x82F6_3B78 : register >> 1 }
            }
            let cut = count == 0 ? 0 : Int(random.next() % UInt64(count))
            var inSteps = Checksum()
            bytes.withUnsafeBytes { bytes in
                inSteps.update(UnsafeRawBufferPointer(rebasing: bytes[start..<start + cut]))
                inSteps.update(UnsafeRawBufferPointer(rebasing: bytes[start + cut..<start + count]))
            }
            #expect(Checksum(part).value == ~register, "seed \(seed), \(count) bytes")
            #expect(inSteps.value == ~register, "seed \(seed), \(count) bytes, cut at \(cut)")
        }
    }

    @Test func aChecksumIsWrittenAsEightDigits() {
        #expect(Checksum([]).text == "00000000")
    }
}
