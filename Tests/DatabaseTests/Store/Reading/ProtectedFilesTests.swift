import Core
import Mocks
import Testing

@testable import Database

/// Files that the system protects while the device is locked: they cannot be read *yet*.
struct ProtectedFilesTests {
    private let files = InMemoryFileSystem()

    /// A store in which every few records are written to derived files, and files are merged and joined.
    private func open(_ access: StoreAccess, limits: StoreLimits = StoreLimits()) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], access: access, files: files,
            time: ManualClock(), limits: limits)
    }

    private var limits: StoreLimits {
        var limits = StoreLimits()
        (limits.freezeCount, limits.segmentBytes, limits.mergeCount, limits.openFiles) = (4, 300, 2, 2)
        return limits
    }

    private func put(_ ids: ClosedRange<Int>, into store: JSONStore, _ durability: Durability) async throws {
        try await store.write(durability) { transaction in
            for id in ids { try transaction.upsert(Note(id, "note \(id)"), in: Note.schema) }
        }
    }

    private func ids(_ store: JSONStore) throws -> [Int] {
        try store.read { try $0.window(of: Note.schema).map(\.id) }
    }

    /// The device is locked: no file can be opened, nor read or written where it is open.
    private func lock() {
        for kind in [DiskOperation.Kind.openToRead, .openToWrite, .openAnew, .lock, .read, .write] {
            files.fail(kind, with: .fileProtected, calls: 0..<1_000_000)
        }
    }

    @Test(arguments: [StoreAccess.writing, .reading])
    func oneFileThatIsProtectedIsNeitherDamagedNorMissing(access: StoreAccess) async throws {
        var limits = StoreLimits()
        (limits.freezeCount, limits.segmentBytes) = (4, 300)
        let writer = try open(.writing, limits: limits)
        for id in 1...9 { try await put(id...id, into: writer, .synced) }
        try await writer.close()
        let before = Dictionary(uniqueKeysWithValues: files.paths.map { ($0, files.bytes(at: $0)) })
        for path in files.paths where !path.hasSuffix("/lock") && !path.hasSuffix("/tip") {
            for kind in [DiskOperation.Kind.openToRead, .openToWrite] {
                files.fail(kind, on: path, with: .fileProtected, calls: 0..<1_000_000)
            }
            var opened: JSONStore?
            do {
                // One that is not looked at before it is read is met then.
                opened = try open(access, limits: limits)
                #expect(try opened.map(ids) == Array(1...9), "\(path)")
            } catch let error as StoreError {
                #expect(error.code == .fileProtected && error.isRetryable, "\(path): \(error)")
            }
            files.stopFailing()
            try await opened?.close()
            for (path, bytes) in before where path.hasSuffix(".jsonl") {
                #expect(files.bytes(at: path) == bytes, "\(path)")
            }
            #expect(!files.paths.contains { $0.contains("damaged") })
        }
        #expect(try ids(open(access, limits: limits)) == Array(1...9))
    }

    @Test(arguments: [StoreAccess.writing, .reading])
    func aStoreOnALockedDeviceIsNotOpenedAndNotChanged(access: StoreAccess) async throws {
        let writer = try open(.writing, limits: limits)
        for id in 1...9 { try await put(id...id, into: writer, .synced) }
        try await writer.close()
        let before = Dictionary(uniqueKeysWithValues: files.paths.map { ($0, files.bytes(at: $0)) })
        lock()
        let error = #expect(throws: StoreError.self) { try open(access, limits: limits) }
        #expect(error?.code == .fileProtected && error?.isRetryable == true)
        files.stopFailing()
        #expect(Dictionary(uniqueKeysWithValues: files.paths.map { ($0, files.bytes(at: $0)) }) == before)
        let store = try open(access, limits: limits)
        #expect(try ids(store) == Array(1...9))
        try await store.close()
    }

    /// What is open goes on when the device is unlocked, with everything that was acknowledged.
    @Test func aStoreThatIsOpenWhileTheDeviceIsLockedGoesOnAfterwards() async throws {
        let store = try open(.writing, limits: limits)
        let reader = try open(.reading, limits: limits)
        var expected: [Int] = []
        for round in 0..<6 {
            for id in round * 10..<round * 10 + 5 {
                try await put(id...id, into: store, id.isMultiple(of: 2) ? .synced : .buffered)
                expected.append(id)
            }
            lock()
            for durability in [Durability.synced, .buffered] {
                let id = round * 10 + (durability == .synced ? 8 : 9)
                let error = await #expect(throws: StoreError.self) { try await put(id...id, into: store, durability) }
                // Where not even what was written can be taken back, nobody knows.
                #expect([.fileProtected, .outcomeUnknown].contains(error?.code), "\(String(describing: error))")
            }
            do {
                #expect(try ids(store) == expected)
            } catch let error as StoreError {
                #expect(error.code == .fileProtected)
            }
            do {
                try await reader.flush()
            } catch let error as StoreError {
                #expect(error.code == .fileProtected)
            }
            files.stopFailing()
            #expect(try ids(store) == expected)
            try await reader.flush()
            #expect(try ids(reader) == expected)
        }
        #expect(store.damages == [])
        #expect(try await store.verify().isWhole)
        try await store.close()
        try await reader.close()
        #expect(!files.paths.contains { $0.contains("damaged") })
        #expect(try ids(open(.reading)) == expected)
    }
}
