import Core
import Foundation
import Testing

@testable import Core

/// The standard's own examples, and every length around the edges of a block.
struct SHA256Tests {
    private func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func theStandardsExamplesComeOut(_ text: String, _ expected: String) {
        #expect(hex(SHA256.hash(Data(text.utf8))) == expected)
    }

    @Test func aMillionLettersAreHashedCorrectly() {
        let hash = SHA256.hash(Data(repeating: UInt8(ascii: "a"), count: 1_000_000))
        #expect(hex(hash) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// The hash of the hashes of 0 to 199 letters, as Python's hashlib has it.
    @Test func everyLengthAroundABlockIsHashedCorrectly() {
        let hashes = (0..<200).map { hex(SHA256.hash(Data(repeating: UInt8(ascii: "x"), count: $0))) }
        #expect(
            hex(SHA256.hash(Data(hashes.joined().utf8)))
                == "f61ffcc417e1f0e59eba2da7fa32fbe05b64e478b68c6bacf990455f00248b98")
    }

    @Test func aSliceOfDataIsHashedFromItsOwnBeginning() {
        let whole = Data((0..<200).map { UInt8($0) })
        #expect(SHA256.hash(whole[70...]) == SHA256.hash(Data(Array(whole[70...]))))
    }
}
