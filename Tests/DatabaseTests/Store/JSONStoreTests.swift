import Core
import Database
import Foundation
import Testing

struct JSONStoreTests {
    private let directory = TemporaryDirectory()

    private var journal: String { "\(directory.path)/journal-00000001.jsonl" }

    @Test func writtenRecordsAreThereAfterReopening() async throws {
        let notes = [
            Note(1, "first", weight: 2.5, label: "b", date: Date(timeIntervalSince1970: 1_700_000_000.25)),
            Note(2, "second"),
        ]
        let store = try JSONStore.open(directory.path)
        try await store.put(notes[0], notes[1])
        #expect(try store.notes == notes)
        try await store.close()

        let reopened = try JSONStore.open(directory.path)
        #expect(try reopened.notes == notes)
        #expect(reopened.damages.isEmpty)
        #expect(reopened.snapshot().version == 1)
    }

    @Test func aBatchIsAllThereOrNotAtAll() async throws {
        struct ChangedMind: Error {}
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(1))
        await #expect(throws: ChangedMind.self) {
            try await store.write { batch in
                try batch.upsert(Note(2), in: Note.schema)
                try batch.delete(1, from: Note.schema)
                throw ChangedMind()
            }
        }
        #expect(try store.notes.map(\.id) == [1])
    }

    @Test func aBatchSpansCollectionsAndSeesItsOwnChanges() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(1, "one"))
        let seen = try await store.write(.synced) { batch in
            try batch.upsert(Note(2, "two"), in: Note.schema)
            try batch.upsert(Tag(id: "x"), in: Tag.schema)
            try batch.delete(1, from: Note.schema)
            return [try batch.record(1, in: Note.schema)?.text, try batch.record(2, in: Note.schema)?.text]
        }
        #expect(seen == [nil, "two"])
        #expect(try store.notes.map(\.id) == [2])
        #expect(try store.snapshot().record("x", in: Tag.schema) == Tag(id: "x"))
    }

    @Test func mergingSeesTheStoredRecord() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(1, "a", weight: 1))
        try await store.write { batch in
            for weight in [2.0, 3.0] {
                try batch.upsert(Note(1, "b", weight: weight), in: Note.schema) { stored, new in
                    Note(1, stored.text + new.text, weight: stored.weight + new.weight)
                }
            }
        }
        #expect(try store.notes == [Note(1, "abb", weight: 6)])
    }

    @Test func aBatchThatChangesNothingWritesNothing() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(1))
        let size = try Data(contentsOf: URL(filePath: journal)).count
        try await store.write { batch in try batch.delete(99, from: Note.schema) }
        #expect(try Data(contentsOf: URL(filePath: journal)).count == size)
        #expect(store.snapshot().version == 1)
    }

    @Test func aSnapshotNeverChanges() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(1, "before"))
        let snapshot = store.snapshot()
        try await store.put(Note(1, "after"), Note(2))
        #expect(try snapshot.window(of: Note.schema) == [Note(1, "before")])
        #expect(try store.notes.count == 2)
    }

    @Test func aNumberThatIsNotFiniteIsRefusedAndNamed() async throws {
        let store = try JSONStore.open(directory.path)
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(7, weight: .nan)) }
        #expect(error.code == .invalidInput)
        #expect(error.message.contains("'7'") && error.message.contains("weight"))
        #expect(try store.notes.isEmpty)
    }

    @Test func aRecordThatIsRefusedLeavesNothingBehindInItsBatch() async throws {
        let store = try JSONStore.open(directory.path)
        let errors = try await store.write(.synced) { batch in
            try batch.upsert(Note(1), in: Note.schema)
            var errors = 0
            // Caught by the body, which goes on with its batch.
            do { try batch.upsert(Note(2, weight: .infinity), in: Note.schema) } catch { errors += 1 }
            try batch.upsert(Note(3), in: Note.schema)
            return errors
        }
        #expect(errors == 1)
        #expect(try store.notes.map(\.id) == [1, 3])
        try await store.close()
        let reopened = try JSONStore.open(directory.path)
        #expect(reopened.damages.isEmpty)
        #expect(try reopened.notes.map(\.id) == [1, 3])
    }

    @Test func batchesRunOffSwiftsCooperativeThreads() async throws {
        let store = try JSONStore.open(directory.path)
        // Work on the cooperative threads belongs to a task; the store's own thread knows none.
        let hasTask = try await store.write { _ in withUnsafeCurrentTask { $0 != nil } }
        #expect(!hasTask)
    }

    @Test func aWaitingBatchIsCancelledWithItsTask() async throws {
        let store = try JSONStore.open(directory.path)
        let (begun, proceed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = Task {
            try await store.write { batch in
                begun.signal()
                proceed.wait()
                try batch.upsert(Note(1), in: Note.schema)
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                begun.wait()
                continuation.resume()
            }
        }
        let second = Task { try await store.put(Note(2)) }
        second.cancel()
        proceed.signal()
        try await first.value
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try store.notes.map(\.id) == [1])
    }

    @Test func commitsAreAnnouncedInOrderAndNoneIsLeftOut() async throws {
        let store = try JSONStore.open(directory.path)
        let commits = store.commits()
        for id in 1...20 { try await store.put(Note(id)) }
        try await store.write { batch in try batch.delete(3, from: Note.schema) }
        try await store.close()
        var ids: [[Int]] = []
        for await commit in commits {
            #expect(commit.number == UInt64(ids.count + 1))
            #expect(commit.ids(in: Tag.schema).isEmpty)
            ids.append(commit.ids(in: Note.schema))
        }
        #expect(ids == (1...20).map { [$0] } + [[3]])
    }

    @Test func aSecondOpeningIsRefusedUntilTheFirstIsClosed() async throws {
        let store = try JSONStore.open(directory.path)
        let error = try #require(throws: StoreError.self) { try JSONStore.open(directory.path) }
        #expect(error.code == .storeBusy)
        #expect(error.message.contains(directory.path))
        try await store.close()
        _ = try JSONStore.open(directory.path)
    }

    @Test func aStoreOpensOffTheCallersThreadAsWell() async throws {
        let store = try await JSONStore.open(
            directory: directory.path, collections: [AnyCollectionSchema(Note.schema)])
        try await store.put(Note(1))
        await #expect(throws: StoreError.self) {
            try await JSONStore.open(directory: directory.path, collections: [AnyCollectionSchema(Note.schema)])
        }
        try await store.close()
    }

    @Test func aClosedStoreRefusesCalls() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.close()
        try await store.close()
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(1)) }
        #expect(error.code == .storeClosed)
    }

    @Test func filesAreReadableByTheirOwnerOnly() async throws {
        let store = try JSONStore.open("\(directory.path)/deep/inside")
        try await store.put(Note(1))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(store.directory) == 0o700)
        #expect(try mode("\(store.directory)/journal-00000001.jsonl") == 0o600)
        #expect(try mode("\(store.directory)/lock") == 0o600)
    }

    @Test func theJournalIsLinesThatAPersonCanRead() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(1, "a \"b\""))
        try await store.write { batch in try batch.delete(1, from: Note.schema) }
        let lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        #expect(lines[0].hasPrefix(#"{"journal":1,"segment":1,"next":1,"crc":""#))
        #expect(lines[1] == #"{"collection":"notes","version":1}"#)
        #expect(lines[2] == #"{"put":"notes","value":{"id":1,"text":"a \"b\"","weight":0.0,"label":null,"date":null}}"#)
        #expect(lines[3].hasPrefix(#"{"commit":1,"bytes":"#))
        #expect(lines[4] == #"{"delete":"notes","id":1}"#)
        #expect(lines[5].hasPrefix(#"{"commit":2,"bytes":26,"crc":""#))
        #expect(lines.count == 6)
    }

    @Test func collectionsThatThisAppDoesNotKnowAreLeftAsTheyAre() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.write { batch in
            try batch.upsert(Note(1), in: Note.schema)
            try batch.upsert(Tag(id: "kept"), in: Tag.schema)
        }
        try await store.close()
        let older = try JSONStore(directory: directory.path, collections: [AnyCollectionSchema(Note.schema)])
        try await older.put(Note(2))
        try await older.close()
        let newer = try JSONStore.open(directory.path)
        #expect(try newer.snapshot().record("kept", in: Tag.schema) != nil)
        #expect(try newer.notes.count == 2)
    }

    @Test func aNewerStoreIsRefusedAndLeftAsItIs() async throws {
        let newer = CollectionSchema<Note>(name: "notes", version: 2)
        let store = try JSONStore(directory: directory.path, collections: [AnyCollectionSchema(newer)])
        try await store.write { batch in try batch.upsert(Note(1), in: newer) }
        try await store.close()
        let before = try Data(contentsOf: URL(filePath: journal))

        let error = try #require(throws: StoreError.self) { try JSONStore.open(directory.path) }
        #expect(error.code == .storeTooNew)
        #expect(try Data(contentsOf: URL(filePath: journal)) == before)
        // The refusal gave the lock back.
        _ = try JSONStore(directory: directory.path, collections: [AnyCollectionSchema(newer)])
    }
}
