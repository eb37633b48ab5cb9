import Core
import Foundation
import Testing

@testable import Cloud

struct CachedImageFormatTests {
    @Test func theChecksumIsTheOneOfTheStandard() {
        var checksum = CRC32()
        #expect(checksum.value == 0)
        Array("123456789".utf8).withUnsafeBytes { checksum.update($0) }
        #expect(checksum.value == 0xCBF4_3926)
    }

    /// Test vectors of FNV-1a with 128 bits.
    @Test(arguments: [
        ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
        ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
    ])
    func theHashIsTheOneOfTheStandard(_ text: String, _ hash: String) {
        let name = CachedImageName(key: CachedImageName.hash(text.utf8), size: 255, stored: 16)
        #expect(name.text == "\(hash)-ff-10-2")
        #expect(CachedImageName(name.text) == name)
    }

    @Test func aHashKeepsItsLeadingZeros() {
        let name = CachedImageName(key: 10, size: 0, stored: 0)
        #expect(name.text == String(repeating: "0", count: 31) + "a-0-0-2")
        #expect(CachedImageName(name.text) == name)
    }

    @Test func aDateOutsideOfAllTimeIsTheBeginning() {
        for seconds in [-5, Double.infinity, -.infinity, .nan, 1e300] {
            #expect(CachedImageName.milliseconds(Date(timeIntervalSince1970: seconds)) == 0)
        }
        #expect(CachedImageName.milliseconds(Date(timeIntervalSince1970: 1.2344)) == 1234)
    }

    @Test func theOrderComesBackUnlessAnyBitIsWrong() {
        let keys: [UInt128] = [1, .max, 0, 1 << 127]
        let bytes = CachedImageOrder.encode(keys)
        #expect(CachedImageOrder.decode(bytes) == keys)
        for place in bytes.indices {
            var wrong = bytes
            wrong[place] ^= 1
            #expect(CachedImageOrder.decode(wrong).isEmpty)
            #expect(CachedImageOrder.decode(Array(bytes.prefix(place))).isEmpty)
        }
        #expect(CachedImageOrder.decode(CachedImageOrder.encode([])).isEmpty)
    }
}
