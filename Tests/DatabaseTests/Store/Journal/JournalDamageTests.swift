import Core
import Mocks
import Testing

@testable import Database

/// Cuts and flips at every byte of a small journal.
struct JournalDamageTests {
    private let files = InMemoryFileSystem()
    private let journal = "/tmp/store/journal-00000001.jsonl"

    private func open() throws -> JSONStore {
        try JSONStore.open("/tmp/store", files: files, time: ManualClock())
    }

    /// A disk that holds a journal and nothing else.
    private func disk(with bytes: [UInt8]) -> InMemoryFileSystem {
        let files = InMemoryFileSystem()
        files.put(bytes, at: journal)
        return files
    }

    private func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        try JSONStore.open("/tmp/store", files: files, time: ManualClock())
    }

    /// Six batches of two records each, and what is in the store after each of them.
    private func makeJournal() async throws -> (bytes: [UInt8], states: [[Note]], batches: [Range<Int>]) {
        let store = try open()
        var states: [[Note]] = [[]]
        for step in 0..<6 {
            try await store.write { batch in
                try batch.upsert(Note(step * 10, "note \(step)", label: "x"), in: Note.schema)
                try batch.upsert(Note(step * 10 + 1, "a \"quoted\" one", weight: Double(step)), in: Note.schema)
                if step == 4 { try batch.delete(10, from: Note.schema) }
            }
            states.append(try store.notes)
        }
        try await store.close()
        let bytes = try #require(files.bytes(at: journal))
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

    @Test func cutAtAnyByteTheStoreHoldsTheBatchesBeforeAndGoesOn() async throws {
        let (bytes, states, batches) = try await makeJournal()
        for length in 0..<bytes.count {
            let files = disk(with: Array(bytes[..<length]))
            let store = try open(files)
            // The last batch counts once all of it but its newline is there.
            let whole = batches.count { $0.upperBound - 1 <= length }
            #expect(try store.notes == states[whole], "Cut at \(length)")
            #expect(store.damages.isEmpty, "Cut at \(length)")
            // What is written next stands behind whole batches only.
            try await store.put(Note(1000 + length))
            let expected = try store.notes
            try await store.close()
            let reopened = try open(files)
            #expect(try reopened.notes == expected, "Cut at \(length), reopened")
            #expect(reopened.damages.isEmpty, "Cut at \(length), reopened")
            try await reopened.close()
        }
    }

    @Test func flippedAtAnyByteEveryOtherBatchIsThereAndTheOriginalIsKept() async throws {
        let (bytes, _, batches) = try await makeJournal()
        for position in bytes.indices {
            for mask in [UInt8(0x01), 0x80] {
                var damaged = bytes
                damaged[position] ^= mask
                let files = disk(with: damaged)
                let store = try open(files)
                let damage = try #require(store.damages.first, "Nothing was reported for byte \(position)")
                #expect(files.bytes(at: damage.setAsidePath ?? "") == damaged)
                // A trailer's newline is no part of what its checksum covers: without it the batch is whole all the
                // same.
                let hit = batches.firstIndex { $0.dropLast().contains(position) }
                #expect(damage.salvagedBatches == (hit == nil ? 6 : 5), "Byte \(position)")
                for step in 0..<6 where step != hit {
                    let isDeleted = step == 1 && hit != 4
                    #expect(
                        try (store.snapshot().record(step * 10, in: Note.schema) == nil) == isDeleted,
                        "Byte \(position)")
                    #expect(try store.snapshot().record(step * 10 + 1, in: Note.schema) != nil, "Byte \(position)")
                }
                try await store.put(Note(1000))
                let expected = try store.notes
                try await store.close()
                // Reported once: the next opening goes on with what was salvaged.
                let reopened = try open(files)
                #expect(reopened.damages.isEmpty, "Byte \(position), reopened")
                #expect(try reopened.notes == expected, "Byte \(position), reopened")
                try await reopened.close()
            }
        }
    }

    @Test func aFileThatIsNoJournalAtAllIsSetAside() async throws {
        let garbage = Array("not a journal\nat all".utf8)
        files.put(garbage, at: journal)
        let store = try open()
        #expect(try store.notes.isEmpty)
        let damage = try #require(store.damages.first)
        #expect(damage.lostBytes == garbage.count)
        #expect(files.bytes(at: damage.setAsidePath ?? "") == garbage)
        try await store.put(Note(1))
        try await store.close()
        let reopened = try open()
        #expect(reopened.damages.isEmpty)
        #expect(try reopened.notes.map(\.id) == [1])
    }

    @Test func aBatchThatIsMissingInTheMiddleIsReported() async throws {
        let (bytes, _, batches) = try await makeJournal()
        let files = disk(with: Array(bytes[..<batches[2].lowerBound]) + Array(bytes[batches[2].upperBound...]))
        let store = try open(files)
        #expect(store.damages.first?.salvagedBatches == 5)
        try await store.close()
        #expect(try open(files).damages.isEmpty)
    }

    @Test func aSecondSegmentThatRepeatsTheFirstIsReportedOnce() async throws {
        let (bytes, states, _) = try await makeJournal()
        let files = disk(with: bytes)
        files.put(bytes, at: "/tmp/store/journal-00000002.jsonl")
        let store = try open(files)
        #expect(store.damages.count == 1)
        #expect(try store.notes == states[6])
        try await store.put(Note(1000))
        try await store.close()
        let reopened = try open(files)
        #expect(reopened.damages.isEmpty)
        #expect(try reopened.notes.map(\.id) == (states[6].map(\.id) + [1000]).sorted())
    }

    @Test func batchesThatAreMissingBetweenTwoSegmentsAreReportedOnce() async throws {
        let (bytes, _, batches) = try await makeJournal()
        let files = disk(with: Array(bytes[..<batches[2].lowerBound]))
        let head = JournalLine.makeHead(segment: 2, next: 5)
        files.put(head + bytes[batches[4].lowerBound...], at: "/tmp/store/journal-00000002.jsonl")
        let store = try open(files)
        #expect(store.damages.count == 1)
        #expect(store.snapshot().version == 6)
        try await store.close()
        #expect(try open(files).damages.isEmpty)
    }

    @Test func aFileWithANameOfAnotherFormIsNoJournal() async throws {
        let (bytes, states, _) = try await makeJournal()
        let files = disk(with: bytes)
        for name in ["journal-1.jsonl", "journal-00000002.jsonl.bak", "journal--0000001.jsonl"] {
            files.put(bytes, at: "/tmp/store/\(name)")
        }
        let store = try open(files)
        #expect(store.damages.isEmpty)
        #expect(try store.notes == states[6])
    }

    @Test func aLaterFormatIsRefusedWhateverItsHeadSays() async throws {
        let opening = Array(#"{"journal":2,"of":"things to come","next":[1,2]"#.utf8)
        let head = opening + Array(",\"crc\":\"\(Checksum(opening).text)\"}\n".utf8)
        let files = disk(with: head + Array("whatever\n".utf8))
        let error = try #require(throws: StoreError.self) { try open(files) }
        #expect(error.code == .storeTooNew)
        #expect(files.bytes(at: journal) == head + Array("whatever\n".utf8))
    }

    @Test func aLineOfALaterKindInAWholeBatchIsRefusedAndLeftAsItIs() async throws {
        let lines = Array("{\"note\":\"from later\"}\n".utf8)
        let bytes =
            JournalLine.makeHead(segment: 1, next: 1) + lines + JournalLine.makeTrailer(number: 1, records: lines)
        let files = disk(with: bytes)
        let error = try #require(throws: StoreError.self) { try open(files) }
        #expect(error.code == .storeTooNew)
        #expect(files.bytes(at: journal) == bytes)
    }

    @Test func aRecordThatDoesNotFitStaysAndTheRestOfItsBatchCounts() async throws {
        let lines = Array(
            """
            {"collection":"notes","version":1}
            {"put":"notes","value":{"id":1,"text":"fits","weight":0.0,"label":null,"date":null}}
            {"put":"notes","value":{"id":"two","words":["does not"]}}

            """.utf8)
        let bytes =
            JournalLine.makeHead(segment: 1, next: 1) + lines + JournalLine.makeTrailer(number: 1, records: lines)
        let files = disk(with: bytes)
        let store = try open(files)
        #expect(try store.notes.map(\.id) == [1])
        #expect(store.damages.isEmpty)
        #expect(store.snapshot().unreadableRecordCount(of: Note.schema) == 1)
        #expect(files.bytes(at: journal) == bytes)
        try await store.close()
        let reopened = try open(files)
        #expect(reopened.damages.isEmpty)
        #expect(try reopened.notes.map(\.id) == [1])
        #expect(reopened.snapshot().unreadableRecordCount(of: Note.schema) == 1)
    }

    @Test func maliciousNumbersDoNotTrap() async throws {
        let head = JournalLine.makeHead(segment: 1, next: 1)
        // A trailer whose batch would reach over the head, and numbers at the end of their type.
        let spanning = JournalLine.makeTrailer(number: 1, records: head)
        let huge = JournalLine.makeHead(segment: 1, next: .max)
        for bytes in [head + spanning, huge, head + JournalLine.makeTrailer(number: .max, records: [])] {
            let store = try open(disk(with: bytes))
            #expect(store.damages.count == 1)
            try await store.put(Note(1))
            try await store.close()
        }
    }

    @Test func zerosBehindTheLastBatchAreNoDamage() async throws {
        // What some file systems leave of a write that power loss cut short.
        let (bytes, states, _) = try await makeJournal()
        let files = disk(with: bytes + [UInt8](repeating: 0, count: 100))
        let store = try open(files)
        #expect(store.damages.isEmpty)
        #expect(try store.notes == states[6])
    }
}
