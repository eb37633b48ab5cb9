import Core
import Mocks
import Testing

@testable import Database

/// What closing does while derived files are still to be written.
@Suite(.timeLimit(.minutes(5)))
struct ClosingTests {
    private func open(
        _ files: InMemoryFileSystem, _ change: (inout StoreLimits) -> Void = { _ in }
    ) throws -> JSONStore {
        var limits = StoreLimits()
        limits.freezeCount = 40
        limits.checkedBytes = 0
        change(&limits)
        return try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema)], files: files, time: ManualClock(),
            limits: limits)
    }

    @Test func changesFrozenJustBeforeClosingAreKept() async throws {
        for round in 0..<60 {
            let files = InMemoryFileSystem()
            var expected: [Int: String] = [:]
            for session in 0..<3 {
                let store = try open(files)
                // The first batch fills what is frozen; the others come while that may still wait to be written.
                for batch in 0..<(1 + round % 3) {
                    let notes = (0..<40).map { Note($0 + batch, "\(round) \(session) \(batch) \($0)") }
                    try await store.write { transaction in
                        for note in notes { try transaction.upsert(note, in: Note.schema) }
                    }
                    for note in notes { expected[note.id] = note.text }
                }
                try await store.close()
            }
            let store = try open(files)
            let notes = try store.notes
            #expect(Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0.text) }) == expected, "Round \(round)")
            #expect(try store.snapshot().count(of: Note.schema) == expected.count, "Round \(round)")
            #expect(try await store.verify().isWhole)
            try await store.close()
        }
    }

    @Test func aSecondCloseWaitsForTheFirst() async throws {
        let files = InMemoryFileSystem()
        let store = try open(files)
        try await store.put(Note(1))
        async let first: Void = store.close()
        async let second: Void = store.close()
        try await second
        let again = try open(files)
        #expect(try again.notes.map(\.id) == [1])
        try await first
        try await again.close()
    }

    /// Derived files could not be written, and by the time of closing they can.
    @Test(arguments: 0..<10) func nothingThatWasBegunIsLeftBehindAFailure(round: Int) async throws {
        let files = InMemoryFileSystem()
        let store = try open(files)
        for batch in 0..<12 {
            if batch == round + 2 { files.fail(.openAnew, with: .diskFailure, calls: 0..<100) }
            try await store.write { transaction in
                for id in 0..<100 {
                    let text = String(repeating: "\(batch)", count: 100)
                    try transaction.upsert(Note(id, text), in: Note.schema)
                }
            }
        }
        files.stopFailing()
        try await store.close()
        #expect(try files.list("/store").filter { $0.hasSuffix(".new") } == [], "Round \(round)")
        let reopened = try open(files)
        #expect(try reopened.notes.map(\.text) == Array(repeating: String(repeating: "11", count: 100), count: 100))
        try await reopened.close()
    }

    /// A batch that is refused may have begun another file of the journal before it was.
    @Test func theManifestNamesAFileThatWasBegunForARefusedBatch() async throws {
        struct Refusal: Error {}
        let files = InMemoryFileSystem()
        let store = try open(files) { ($0.freezeCount, $0.segmentBytes) = (1, 100) }
        try await store.put(Note(1, String(repeating: "long ", count: 100)))
        await #expect(throws: Refusal.self) { try await store.write(.synced) { _ in throw Refusal() } }
        try await store.close()
        let manifest = try #require(try Manifest.read(files, "/store"))
        let named = manifest.journal.files.map { Journal.path("/store", $0.segment) }
        #expect(named.count == 2)
        #expect(files.paths.filter { $0.contains("journal-") }.sorted() == named)
        let reopened = try open(files)
        #expect(try reopened.notes.map(\.id) == [1])
        try await reopened.close()
    }

    /// Several rounds, as the last deletion comes during a compaction in some of them only.
    @Test(arguments: 0..<16)
    func aJournalIsCompactedAgainAfterMostOfItWasDeleted(round: Int) async throws {
        let files = InMemoryFileSystem()
        let store = try open(files)
        for batch in 0..<30 {
            try await store.write { transaction in
                for id in 0..<100 {
                    try transaction.upsert(
                        Note(id, String(repeating: "\(batch + round)", count: 100)), in: Note.schema)
                }
            }
        }
        try await store.write { transaction in
            for id in 10..<100 { try transaction.delete(id, from: Note.schema) }
        }
        try await store.close()
        let reopened = try open(files)
        let live = try reopened.notes.reduce(0) { $0 + $1.text.utf8.count }
        let size = try files.list("/store").filter { $0.hasPrefix("journal-") }
            .reduce(0) { $0 + (files.bytes(at: "/store/\($1)")?.count ?? 0) }
        // The text is the larger part of a record, and the engine leaves 16 KiB alone.
        #expect(size < 4 * live + 24 << 10)
        try await reopened.close()
    }
}
