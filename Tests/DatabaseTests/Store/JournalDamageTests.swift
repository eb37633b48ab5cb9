import Core
import Database
import Foundation
import Testing

/// Cuts and flips at every byte of a small journal.
struct JournalDamageTests {
    private let directory = TemporaryDirectory()

    /// Six batches of two records each, and what is in the store after each of them.
    private func makeJournal() async throws -> (bytes: [UInt8], states: [[Note]], batches: [Range<Int>]) {
        let store = try JSONStore.open(directory.path)
        var states: [[Note]] = [[]]
        for step in 0..<6 {
            try await store.write { batch in
                try batch.upsert(Note(step * 10, "note \(step)", label: "x"), in: Note.schema)
                try batch.upsert(Note(step * 10 + 1, "a \"quoted\" one", weight: Double(step)), in: Note.schema)
                if step == 4 { try batch.delete(10, from: Note.schema) }
            }
            states.append(store.notes)
        }
        try await store.close()
        let bytes = try #require(try LocalFileSystem().contents(of: journal))
        var batches: [Range<Int>] = []
        var start = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
        var position = start
        while let newline = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) {
            if bytes[position...].starts(with: "{\"commit\":".utf8) {
                batches.append(start..<newline + 1)
                start = newline + 1
            }
            position = newline + 1
        }
        try #require(batches.count == 6)
        return (bytes, states, batches)
    }

    private var journal: String { "\(directory.path)/journal-00000001.jsonl" }

    private func fresh() throws -> String {
        let path = "\(directory.path)/\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/journal-00000001.jsonl"))
    }

    @Test func cutAtAnyByteTheStoreHoldsTheBatchesBeforeAndGoesOn() async throws {
        let (bytes, states, batches) = try await makeJournal()
        for length in 0..<bytes.count {
            let path = try fresh()
            try write(Array(bytes[..<length]), to: path)
            let store = try JSONStore.open(path)
            let whole = batches.count { $0.upperBound <= length }
            #expect(store.notes == states[whole], "Cut at \(length)")
            #expect(store.damages.isEmpty, "Cut at \(length)")
            // What is written next stands behind whole batches only.
            try await store.put(Note(1000 + length))
            let expected = store.notes
            try await store.close()
            let reopened = try JSONStore.open(path)
            #expect(reopened.notes == expected, "Cut at \(length), reopened")
            #expect(reopened.damages.isEmpty, "Cut at \(length), reopened")
            try await reopened.close()
        }
    }

    @Test func flippedAtAnyByteEveryOtherBatchIsThereAndTheOriginalIsKept() async throws {
        let (bytes, _, batches) = try await makeJournal()
        for position in bytes.indices {
            for mask in [UInt8(0x01), 0x80] {
                let path = try fresh()
                var damaged = bytes
                damaged[position] ^= mask
                try write(damaged, to: path)
                let store = try JSONStore.open(path)
                let damage = try #require(store.damages.first, "Nothing was reported for byte \(position)")
                #expect(try LocalFileSystem().contents(of: damage.asidePath) == damaged)
                let hit = batches.firstIndex { $0.contains(position) }
                #expect(damage.salvagedBatches == (hit == nil ? 6 : 5), "Byte \(position)")
                for step in 0..<6 where step != hit {
                    let isDeleted = step == 1 && hit != 4
                    #expect(
                        (store.snapshot().record(step * 10, in: Note.schema) == nil) == isDeleted, "Byte \(position)")
                    #expect(store.snapshot().record(step * 10 + 1, in: Note.schema) != nil, "Byte \(position)")
                }
                try await store.put(Note(1000))
                let expected = store.notes
                try await store.close()
                // Reported once: the next opening goes on with what was salvaged.
                let reopened = try JSONStore.open(path)
                #expect(reopened.damages.isEmpty, "Byte \(position), reopened")
                #expect(reopened.notes == expected, "Byte \(position), reopened")
                try await reopened.close()
            }
        }
    }

    @Test func aFileThatIsNoJournalAtAllIsKeptAside() async throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        let garbage = Array("not a journal\nat all".utf8)
        try write(garbage, to: directory.path)
        let store = try JSONStore.open(directory.path)
        #expect(store.notes.isEmpty)
        let damage = try #require(store.damages.first)
        #expect(damage.lostBytes == garbage.count)
        #expect(try LocalFileSystem().contents(of: damage.asidePath) == garbage)
        try await store.put(Note(1))
        try await store.close()
        let reopened = try JSONStore.open(directory.path)
        #expect(reopened.damages.isEmpty)
        #expect(reopened.notes.map(\.id) == [1])
    }

    @Test func aBatchThatIsMissingInTheMiddleIsReported() async throws {
        let (bytes, _, batches) = try await makeJournal()
        let path = try fresh()
        try write(Array(bytes[..<batches[2].lowerBound]) + Array(bytes[batches[2].upperBound...]), to: path)
        let store = try JSONStore.open(path)
        #expect(store.damages.first?.salvagedBatches == 5)
        try await store.close()
        #expect(try JSONStore.open(path).damages.isEmpty)
    }

    @Test func zerosBehindTheLastBatchAreNoDamage() async throws {
        // What some file systems leave of a write that power loss cut short.
        let (bytes, states, _) = try await makeJournal()
        let path = try fresh()
        try write(bytes + [UInt8](repeating: 0, count: 100), to: path)
        let store = try JSONStore.open(path)
        #expect(store.damages.isEmpty)
        #expect(store.notes == states[6])
    }
}
