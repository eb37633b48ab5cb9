import Core
import Database
import Mocks
import Testing

/// What the store does when the disk does not: one trouble at a time, on a simulated disk.
struct DiskTroubleTests {
    private let files = InMemoryFileSystem()

    private func open() throws -> JSONStore {
        try JSONStore.open("/tmp/store", files: files, time: ManualClock())
    }

    @Test(arguments: [ErrorCode.noSpace, .readOnly, .permissionDenied, .diskFailure])
    func aFailedWriteIsAnErrorWithThePathAndTheBatchIsNotThere(code: ErrorCode) async throws {
        let store = try open()
        try await store.put(Note(1))
        files.fail(.write, on: "journal-00000001.jsonl", with: code)
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(2)) }
        #expect(error.code == code)
        #expect(error.path == "/tmp/store/journal-00000001.jsonl")
        #expect(try store.notes.map(\.id) == [1])
        // The store works again when the trouble ends.
        try await store.put(Note(3))
        try await store.close()
        let reopened = try open()
        #expect(try reopened.notes.map(\.id) == [1, 3])
        #expect(reopened.damages.isEmpty)
    }

    @Test func aHalfWrittenBatchIsCutOffBeforeTheNext() async throws {
        for count in stride(from: 0, through: 80, by: 7) {
            let files = InMemoryFileSystem()
            let store = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
            try await store.put(Note(1))
            files.fail(.write, with: .noSpace, afterBytes: count)
            await #expect(throws: StoreError.self) { try await store.put(Note(2)) }
            try await store.put(Note(3))
            files.killProcess()
            let reopened = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
            #expect(try reopened.notes.map(\.id) == [1, 3], "after \(count) bytes")
            #expect(reopened.damages.isEmpty, "after \(count) bytes")
        }
    }

    @Test func aHalfWrittenBatchThatCannotBeCutOffIsCutOffLater() async throws {
        let store = try open()
        try await store.put(Note(1))
        files.fail(.write, with: .noSpace, afterBytes: 20)
        files.fail(.truncate, with: .diskFailure)
        await #expect(throws: StoreError.self) { try await store.put(Note(2)) }
        try await store.put(Note(3))
        files.killProcess()
        let reopened = try open()
        #expect(try reopened.notes.map(\.id) == [1, 3])
        #expect(reopened.damages.isEmpty)
    }

    @Test func aFailedSyncIsNoSuccessAndIsNotRetriedAsIfNothingHadHappened() async throws {
        let store = try open()
        try await store.put(Note(1), durability: .synced)
        files.fail(.sync, with: .diskFailure)
        files.clearOperations()
        await #expect(throws: StoreError.self) { try await store.put(Note(2), durability: .synced) }
        // What the system may have dropped is written anew: a whole file, synced, in the place of the old one.
        #expect(files.operations.contains { $0.kind == .move && $0.destination?.hasSuffix(".jsonl") == true })
        #expect(try store.notes.map(\.id) == [1])
        try await store.put(Note(3), durability: .synced)
        files.crash()
        let reopened = try open()
        #expect(try reopened.notes.map(\.id) == [1, 3])
        #expect(reopened.damages.isEmpty)
    }

    @Test func aFailedFlushIsNotForgotten() async throws {
        let store = try open()
        try await store.put(Note(1))
        files.fail(.sync, with: .diskFailure)
        await #expect(throws: StoreError.self) { try await store.flush() }
        // What was buffered may be gone from the system's memory: it is written anew before anything is called synced.
        files.clearOperations()
        try await store.flush()
        #expect(files.operations.contains { $0.kind == .move })
        files.crash()
        #expect(try open().notes.map(\.id) == [1])
    }

    @Test func closingSyncsWhatWasBuffered() async throws {
        let store = try open()
        try await store.put(Note(1))
        try await store.close()
        files.crash()
        #expect(try open().notes.map(\.id) == [1])
    }

    @Test func whatIsSyncedSurvivesPowerLossAtEveryStep() async throws {
        // Dies after 0, 1, 2 … changes of the disk, until the work is done without dying.
        for step in 0..<200 {
            let files = InMemoryFileSystem()
            files.cutPower(afterMutations: step)
            var acknowledged = 0
            var isDone = false
            do {
                let store = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
                for id in 1...6 {
                    try await store.put(Note(id), durability: id.isMultiple(of: 2) ? .synced : .buffered)
                    if id.isMultiple(of: 2) { acknowledged = id }
                }
                try await store.close()
                isDone = true
            } catch {
                #expect(error is StoreError, "\(error)")
            }
            files.crash()
            let reopened = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
            let ids = try reopened.notes.map(\.id)
            #expect(ids.count >= acknowledged, "Died at step \(step)")
            #expect(ids == Array((1...6).prefix(ids.count)), "Died at step \(step)")
            #expect(reopened.damages.isEmpty, "Died at step \(step)")
            if isDone { return }
        }
        Issue.record("The work never got done.")
    }

    @Test func aJournalThatCannotBeReadIsAnErrorAndIsLeftAsItIs() async throws {
        let store = try open()
        try await store.put(Note(1))
        try await store.close()
        let bytes = files.bytes(at: "/tmp/store/journal-00000001.jsonl")
        files.fail(.openToRead, on: "journal-00000001.jsonl", with: .permissionDenied)
        let error = try #require(throws: StoreError.self) { try open() }
        #expect(error.code == .permissionDenied)
        #expect(error.path.hasSuffix("journal-00000001.jsonl"))
        #expect(files.bytes(at: "/tmp/store/journal-00000001.jsonl") == bytes)
        #expect(try open().notes.map(\.id) == [1])
    }

    @Test func anAbsentStoreIsAnEmptyOne() throws {
        #expect(try open().notes.isEmpty)
    }

    @Test func salvagingThatIsKilledHalfWayLosesNothing() async throws {
        let store = try open()
        for id in 1...4 { try await store.put(Note(id)) }
        try await store.close()
        let path = "/tmp/store/journal-00000001.jsonl"
        var damaged = try #require(files.bytes(at: path))
        let place = damaged.count / 2
        damaged[place] ^= 1
        for step in 0..<100 {
            let files = InMemoryFileSystem()
            files.put(damaged, at: path)
            files.cutPower(afterMutations: step)
            let isDone = (try? JSONStore.open("/tmp/store", files: files, time: ManualClock())) != nil
            files.crash()
            let reopened = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
            #expect(try reopened.notes.count == 3, "Died at step \(step)")
            // The original is there, in its place or aside.
            #expect(files.paths.contains { files.bytes(at: $0) == damaged }, "Died at step \(step)")
            if isDone { return }
        }
        Issue.record("The salvage never got done.")
    }
}
