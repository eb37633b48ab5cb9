import Core
import Mocks
import Testing

@testable import Database

/// Generation files that are not what was written.
struct RunDamageTests {
    private static let path = "/tmp/index-1.runs"

    /// A small file with every kind of block, and what is read from it.
    private func makeFile() throws -> (bytes: [UInt8], info: GenerationInfo, answers: [[OrderEntry]]) {
        let files = InMemoryFileSystem()
        let writer = try GenerationWriter(files: files, path: Self.path)
        writer.begin(section: "numbers", hasBloom: true, expecting: 20)
        for number in 0..<20 {
            try writer.append(
                RunModel.key(.integer(Int64(number)), .integer(7)), kind: number == 4 ? .replace : .plus,
                slot: UInt32(number))
        }
        writer.begin(section: "texts", hasBloom: false)
        for number in 10..<20 {
            try writer.append(
                RunModel.key(.text("a text that is long, \(number)"), .text(String(repeating: "x", count: number))),
                slot: UInt32(number), payload: Array(repeating: 9, count: number % 3))
        }
        writer.begin(section: "locations", hasBloom: false)
        for number in 0..<10 {
            try writer.append(SortKey([0, 0, 0, UInt8(number)]), slot: 0, payload: Array(repeating: 5, count: 16))
        }
        let info = try writer.finish()
        return (try #require(files.bytes(at: Self.path)), info, try answers(files, info))
    }

    private func answers(_ files: InMemoryFileSystem, _ info: GenerationInfo) throws -> [[OrderEntry]] {
        let generation = try Generation.open(files: files, path: Self.path, info: info)
        var answers: [[OrderEntry]] = []
        for section in ["numbers", "texts", "locations"] {
            let order = Order(runs: [.file(try #require(generation.run(section: section)))])
            var entries: [OrderEntry] = []
            var cursor = try order.cursor(from: nil)
            while let entry = try cursor.next(withPayload: true) {
                entries.append(entry)
                #expect(try order.find(entry.key) == entry.slot)
                #expect(try order.rank(of: entry.key) >= 0)
            }
            answers.append(entries)
        }
        return answers
    }

    /// Reads whatever is there; how it failed.
    private func readAll(_ files: InMemoryFileSystem, _ info: GenerationInfo) -> RunFailure? {
        do throws(RunFailure) {
            let generation = try Generation.open(files: files, path: Self.path, info: info)
            for section in ["numbers", "texts", "locations"] {
                guard let run = generation.run(section: section) else { continue }
                var cursor = try Order(runs: [.file(run)]).cursor(from: nil)
                while try cursor.next(withPayload: true) != nil {}
            }
            return nil
        } catch {
            return error
        }
    }

    /// Reads a changed file: damage, or the right answer.
    private func isFound(_ bytes: [UInt8], _ info: GenerationInfo, _ expected: [[OrderEntry]]) throws -> Bool {
        let files = InMemoryFileSystem()
        files.put(bytes, at: Self.path)
        do {
            let answers = try answers(files, info)
            return answers == expected
        } catch RunFailure.damage(let damage) {
            return damage.path == Self.path
        }
    }

    @Test func everyFlippedByteOfARunIsDetected() throws {
        let (bytes, info, expected) = try makeFile()
        #expect(expected.map(\.count) == [20, 10, 10])
        for position in bytes.indices {
            for flip in [UInt8(1), 0x80, 0xFF] {
                var changed = bytes
                changed[position] ^= flip
                try #require(try isFound(changed, info, expected), "byte \(position)")
            }
        }
    }

    @Test func everyTruncationOfARunIsDetected() throws {
        let (bytes, info, expected) = try makeFile()
        for length in bytes.indices {
            try #require(try isFound(Array(bytes.prefix(length)), info, expected), "\(length) bytes")
            // Cut, and filled up with zeros again.
            let filled = bytes.prefix(length) + Array(repeating: 0, count: bytes.count - length)
            try #require(try isFound(Array(filled), info, expected), "\(length) bytes and zeros")
        }
    }

    @Test func anotherFileInTheSamePlaceIsDetected() throws {
        let (bytes, info, expected) = try makeFile()
        try #require(try isFound(bytes.reversed(), info, expected))
        try #require(try isFound([], info, expected))
        let files = InMemoryFileSystem()
        let writer = try GenerationWriter(files: files, path: Self.path)
        writer.begin(section: "numbers", hasBloom: false)
        try writer.append(SortKey([1]), slot: 1)
        let otherInfo = try writer.finish()
        for wrong in [info, GenerationInfo(size: info.size, hash: otherInfo.hash), GenerationInfo(size: -1, hash: 0)] {
            #expect(throws: RunFailure.damaged(Self.path)) {
                try Generation.open(files: files, path: Self.path, info: wrong)
            }
        }
    }

    /// Numbers that no writer writes, in a file whose hashes are all right.
    @Test func inconsistentNumbersInARunAreDetected() throws {
        let (bytes, info, expected) = try makeFile()
        let trailer = bytes.count - Generation.trailerSize
        let length = bytes[trailer..<(trailer + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        for position in (trailer - length)..<trailer {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[position] = value
                let hash = changed[(trailer - length)..<trailer].withUnsafeBytes { RunHash.hash($0) }
                for index in 0..<8 {
                    changed[trailer + 8 + index] = UInt8(truncatingIfNeeded: hash >> (8 * UInt64(index)))
                }
                let files = InMemoryFileSystem()
                files.put(changed, at: Self.path)
                let forged = GenerationInfo(size: info.size, hash: hash)
                let failure = readAll(files, forged)
                #expect(failure == nil || failure == .damaged(Self.path))
            }
        }
        #expect(expected.count == 3)
    }

    /// The same for blocks: whatever their bytes are, they decode or they do not.
    @Test func anyBytesOfABlockDecodeOrFail() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("anyBytesOfABlockDecodeOrFail: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        let (bytes, _, _) = try makeFile()
        var decoded = 0
        for _ in 0..<20_000 {
            var block = Array(bytes.prefix(16 + Int(random.next() % 600)))
            for _ in 0..<(1 + random.next() % 3) {
                block[Int(random.next() % 16)] = random.next() % 2 == 0 ? 0 : UInt8(truncatingIfNeeded: random.next())
            }
            let expected = Int(block[0])
            guard expected <= block.count / 4 else { continue }
            let target = EntryBlock(capacity: expected, byteCapacity: block.count)
            let isFilled = target.fill(block.count) { buffer in
                buffer.copyBytes(from: block)
                return block.count
            }
            if isFilled, BlockCoding.decode(target, expecting: expected) {
                decoded += 1
                #expect(target.count == expected)
                for index in 0..<target.count { #expect(target.key(index).count <= block.count) }
            }
        }
        #expect(decoded > 0)
    }

    @Test func aFailingDiskIsNoDamage() throws {
        let (bytes, info, expected) = try makeFile()
        let files = InMemoryFileSystem()
        files.put(bytes, at: Self.path)
        for skip in 0..<8 {
            files.fail(.read, with: .diskFailure, calls: skip..<skip + 1)
            #expect(throws: RunFailure.self) { try answers(files, info) }
            files.stopFailing()
            #expect(try answers(files, info) == expected)
        }
        let generation = try Generation.open(files: files, path: Self.path, info: info)
        let order = Order(runs: [.file(try #require(generation.run(section: "numbers")))])
        files.fail(.read, with: .diskFailure)
        let failure = FileError(.diskFailure, path: Self.path, operation: "read")
        #expect(throws: RunFailure.disk(failure)) { try order.rank(of: SortKey([200])) }
        #expect(try order.rank(of: SortKey([200])) == 19)
        // One that is not there can be made anew, and so is damage.
        #expect(throws: RunFailure.damaged("/tmp/none")) {
            try Generation.open(files: files, path: "/tmp/none", info: info)
        }
    }

    @Test func aFullDiskStopsTheWriter() throws {
        let files = InMemoryFileSystem()
        let writer = try GenerationWriter(files: files, path: Self.path)
        writer.begin(section: "numbers", hasBloom: true)
        try writer.append(SortKey([1]), slot: 1)
        files.fail(.write, with: .noSpace, afterBytes: 10)
        #expect(throws: FileError(.noSpace, path: Self.path, operation: "write")) { try writer.finish() }
        writer.cancel()
        #expect(files.paths.isEmpty)
    }
}
