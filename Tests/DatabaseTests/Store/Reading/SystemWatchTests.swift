import Core
import Foundation
import Synchronization
import Testing

@testable import Database

/// A reader beside a writer on the real disk, which tells it of commits: it looks at no time of its own.
@Suite(.timeLimit(.minutes(5)))
struct SystemWatchTests {
    private let directory = TemporaryDirectory()
    private let time = SleeplessTime()

    private func open(_ access: StoreAccess, _ time: any TimeProvider = SystemTimeProvider()) throws -> JSONStore {
        try JSONStore(
            directory: "\(directory.path)/store", collections: [AnyCollectionSchema(Note.schema)], access: access,
            files: LocalFileSystem(), time: time)
    }

    @Test func aReaderIsToldOfEachCommit() async throws {
        let writer = try open(.writing)
        let reader = try open(.reading, time)
        var rows = reader.observe(windowOf: Note.schema, limit: 100).makeAsyncIterator()
        #expect(try await rows.next()?.rows.isEmpty == true)
        for id in 1...20 {
            try await writer.put(Note(id))
            #expect(try await rows.next()?.rows.map(\.id) == Array(1...id))
        }
        try await writer.close()
        #expect(time.sleepCount == 0)
        try await reader.close()
    }

    /// Before there is a store, its folder is watched, from when there is one.
    @Test func aReaderIsToldOfTheFirstCommit() async throws {
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/store", withIntermediateDirectories: true)
        let reader = try open(.reading, time)
        var rows = reader.observe(windowOf: Note.schema, limit: 100).makeAsyncIterator()
        #expect(try await rows.next()?.rows.isEmpty == true)
        let writer = try open(.writing)
        try await writer.put(Note(1))
        #expect(try await rows.next()?.rows.map(\.id) == [1])
        #expect(time.sleepCount == 0)
        try await writer.close()
        try await reader.close()
    }

    /// As a copy of a store is put in its place.
    @Test func aReaderWatchesATipThatTookThePlaceOfAnother() async throws {
        let first = try open(.writing)
        try await first.put(Note(1))
        let reader = try open(.reading, time)
        var rows = reader.observe(windowOf: Note.schema, limit: 100).makeAsyncIterator()
        #expect(try await rows.next()?.rows.map(\.id) == [1])
        try await first.close()
        let files = LocalFileSystem()
        let tip = StoreTip.path("\(directory.path)/store")
        let copy = try files.open("\(tip).copy", .replace)
        try copy.write(try #require(try files.contents(of: tip)), at: 0)
        copy.close()
        try files.move("\(tip).copy", to: tip)
        let second = try open(.writing)
        try await second.put(Note(2))
        #expect(try await rows.next()?.rows.map(\.id) == [1, 2])
        #expect(time.sleepCount == 0)
        try await second.close()
        try await reader.close()
    }
}

/// A clock on which nobody sleeps: it counts who wants to.
private final class SleeplessTime: TimeProvider {
    private let count = Mutex(0)
    private let system = SystemTimeProvider()

    var sleepCount: Int { count.withLock { $0 } }
    var now: Date { system.now }
    var uptime: Duration { system.uptime }

    func sleep(for duration: Duration) async throws {
        count.withLock { $0 += 1 }
        throw CancellationError()
    }
}
