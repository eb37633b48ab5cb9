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

    @Test func aChecksumIsWrittenAsEightDigits() {
        #expect(Checksum([]).text == "00000000")
    }
}
