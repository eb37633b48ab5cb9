import Core
import Foundation
import Testing

@testable import Database

struct RecordFuzzTests {
    private let codec = RecordCodec<Sample>.make()
    private let coded = RecordCodec<CodedSample>.make()

    private func sample(_ seed: UInt64) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try codec.encode(Sample.random(SeededRandomSource(seed: seed)), to: &bytes)
        return bytes
    }

    /// The fast way gives what the complete one gives: the same record, or an error.
    private func expectSame(_ bytes: [UInt8], _ what: String) {
        // Which error it is does not matter here.
        let described = try? bytes.withUnsafeBytes { try codec.decode($0) }
        let expected = try? bytes.withUnsafeBytes { try coded.decode($0) }
        #expect(described.map { CodedSample($0) } == expected, "\(what)")
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>) func aRecordCutAnywhereIsAnError(seed: UInt64) throws {
        let bytes = try sample(seed)
        for count in bytes.indices {
            #expect(throws: (any Error).self, "seed \(seed), \(count) bytes") {
                try bytes[..<count].withUnsafeBytes { try codec.decode($0) }
            }
        }
    }

    @Test(arguments: 11...14 as ClosedRange<UInt64>) func aRecordWithAFlippedByteIsTheSameOrAnError(seed: UInt64) throws
    {
        let bytes = try sample(seed)
        for position in bytes.indices {
            for flip: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
                var flipped = bytes
                flipped[position] ^= flip
                expectSame(flipped, "seed \(seed), byte \(position) ^ \(flip)")
            }
        }
    }

    @Test(arguments: 21...22 as ClosedRange<UInt64>) func aRecordWithMovedBytesIsTheSameOrAnError(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        let bytes = try sample(seed)
        for round in 0..<1_000 {
            var changed = bytes
            let start = Int(random.next() % UInt64(bytes.count))
            let end = min(bytes.count, start + Int(random.next() % 12))
            let other = Int(random.next() % UInt64(bytes.count))
            changed.replaceSubrange(start..<end, with: bytes[other..<min(bytes.count, other + 6)])
            expectSame(changed, "seed \(seed), round \(round)")
        }
    }
}
