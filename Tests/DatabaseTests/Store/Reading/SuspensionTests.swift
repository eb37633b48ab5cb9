import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// Processes that write to a store in turn.
struct SuspensionTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()

    private func open(waitingUpTo patience: Duration = .zero) async throws -> JSONStore {
        try await JSONStore.open(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], waitingUpTo: patience,
            files: files, time: clock)
    }

    private func put(_ id: Int, into store: JSONStore) async throws {
        try await store.write { try $0.upsert(Note(id), in: Note.schema) }
    }

    private func ids(_ store: JSONStore) throws -> [Int] { try store.snapshot().window(of: Note.schema).map(\.id) }

    private func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test func twoProcessesWriteInTurn() async throws {
        let app = try await open()
        try await put(1, into: app)
        var rows = app.observe(windowOf: Note.schema, limit: 10).makeAsyncIterator()
        #expect(try await rows.next()?.rows.count == 1)
        let before = app.snapshot()
        try await app.suspend()
        try await app.suspend()
        #expect(try ids(app) == [1])
        #expect(await code { try await put(2, into: app) } == .storeSuspended)
        #expect(await code { try await app.flush() } == .storeSuspended)
        #expect(await code { _ = try await app.verify() } == .storeSuspended)
        let other = try await open()
        #expect(await code { try await app.resume() } == .storeBusy)
        try await put(3, into: other)
        try await other.close()
        #expect(try ids(app) == [1], "as it was")
        try await app.resume()
        try await app.resume()
        #expect(try ids(app) == [1, 3])
        #expect(try await rows.next()?.rows.map(\.id) == [1, 3])
        try await put(4, into: app)
        #expect(try await rows.next()?.rows.map(\.id) == [1, 3, 4])
        #expect(try before.window(of: Note.schema).map(\.id) == [1])
        try await app.close()
        #expect(await code { try await put(5, into: app) } == .storeClosed)
        #expect(try ids(await open()) == [1, 3, 4])
    }

    @Test func whatIsSuspendedIsOnTheDisk() async throws {
        let app = try await open()
        try await put(1, into: app)
        try await app.suspend()
        files.crash()
        #expect(try ids(await open()) == [1])
    }

    @Test func aSuspendedStoreCanBeClosed() async throws {
        let app = try await open()
        try await put(1, into: app)
        try await app.suspend()
        try await app.close()
        #expect(await code { try await put(2, into: app) } == .storeClosed)
        try await app.resume()
        #expect(await code { try await put(2, into: app) } == .storeClosed)
        try await open().close()
    }

    @Test func aStoreThatIsClosedWhileItIsBeingSuspendedStaysClosed() async throws {
        for _ in 0..<20 {
            let app = try await open()
            try await put(1, into: app)
            async let suspended: Void = app.suspend()
            async let closed: Void = app.close()
            _ = try await (suspended, closed)
            try await app.resume()
            #expect(await code { try await put(2, into: app) } == .storeClosed)
        }
    }

    @Test func resumingWaitsForASuspensionThatIsUnderWay() async throws {
        for _ in 0..<20 {
            let app = try await open()
            try await put(1, into: app)
            let suspended = Task { try await app.suspend() }
            while await code({ try await put(2, into: app) }) == nil, !(try await isSuspending(app)) {}
            try await app.resume()
            try await suspended.value
            try await app.resume()
            try await put(3, into: app)
            try await app.close()
        }
    }

    private func isSuspending(_ store: JSONStore) async throws -> Bool {
        try await store.writer.run { $0.isClosing || $0.isSuspended }
    }

    @Test func openingWaitsForTheTimeThatIsNamed() async throws {
        let busy = StoreError(.storeBusy, path: "/tmp/store", message: "busy")
        let attempts = Mutex(0)
        let waiting = Task { [clock] in
            try await StoreLock.whenFree(waitingUpTo: .seconds(3), clock) {
                let count = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                if count < 4 { throw busy }
                return count
            }
        }
        for _ in 0..<3 {
            try await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(25))
        }
        #expect(try await waiting.value == 4)
        let inVain = Task { [clock] in
            try await StoreLock.whenFree(waitingUpTo: .seconds(3), clock) { throw busy }
        }
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        await #expect(throws: StoreError.self) { try await inVain.value }
        let cancelled = Task { [clock] in
            try await StoreLock.whenFree(waitingUpTo: .seconds(3), clock) { throw busy }
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let failing = DataError(.noSpace)
        await #expect(throws: DataError.self) {
            try await StoreLock.whenFree(waitingUpTo: .seconds(3), clock) { throw failing }
        }
    }

    @Test func manyTurnsLoseNothing() async throws {
        let app = try await open()
        for turn in 0..<30 {
            try await put(2 * turn, into: app)
            try await app.suspend()
            let other = try await open()
            try await put(2 * turn + 1, into: other)
            try await other.close()
            try await app.resume()
            #expect(try ids(app) == Array(0...(2 * turn + 1)))
        }
        try await app.close()
    }
}
