import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// A store that is open for reading holds few descriptors, whatever its size, and shows nothing wrong when the process
/// that writes takes files away that it has given up.
@Suite(.timeLimit(.minutes(5)))
struct ReaderDescriptorTests {
    private static let most = 32
    /// The disk as the writer's process has it open.
    private let disk = DescriptorDisk()
    /// The same disk as the reader's process has it open.
    private let other: DescriptorDisk
    private let clock = ManualClock()

    init() {
        other = DescriptorDisk(disk.files)
    }

    private func open(
        _ access: StoreAccess, in directory: String = "/store", _ change: (inout StoreLimits) -> Void = { _ in }
    ) throws -> JSONStore {
        var limits = StoreLimits()
        limits.segmentBytes = 2_000
        limits.checkedBytes = 0
        // Of joined segments there would not be more than may be open.
        (limits.joinCount, limits.busyJoinCount) = (1_000, 1_000)
        change(&limits)
        return try JSONStore(
            directory: directory, collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(Tag.schema)],
            access: access, files: access == .writing ? disk : other, time: clock, limits: limits)
    }

    private func put(_ ids: Range<Int>, _ text: String, to store: JSONStore) async throws {
        for start in stride(from: ids.lowerBound, to: ids.upperBound, by: 10) {
            try await store.write { batch in
                for id in start..<min(ids.upperBound, start + 10) {
                    try batch.upsert(Note(id, "\(text) \(id)"), in: Note.schema)
                }
            }
        }
    }

    private func drain(_ store: JSONStore) async throws {
        try await store.writer.maintenance.drain(for: store.writer)
    }

    /// Reads records one by one, as a snapshot that is kept has them or says that it cannot; the number of those that
    /// it could not read.
    private func supersededCount(_ ids: some Sequence<Int>, _ text: String, in snapshot: StoreSnapshot) -> Int {
        var count = 0
        for id in ids {
            do {
                #expect(try snapshot.record(id, in: Note.schema)?.text == "\(text) \(id)")
            } catch {
                let error = error as? StoreError
                #expect(
                    error?.code == .snapshotSuperseded && error?.isRetryable == true, "\(String(describing: error))")
                count += 1
            }
        }
        return count
    }

    private func expectAll(_ count: Int, _ text: String, in store: JSONStore, _ comment: Testing.Comment = "") throws {
        let texts = try store.read { try $0.window(of: Note.schema, limit: count + 1).map(\.text) }
        #expect(texts == (0..<count).map { "\(text) \($0)" }, comment)
    }

    private var segmentCount: Int { disk.files.paths.count { $0.hasSuffix(".jsonl") } }

    @Test func aReaderOfHundredsOfFilesHoldsFewDescriptors() async throws {
        let writer = try open(.writing)
        let reader = try open(.reading)
        try await put(0..<3_000, "first", to: writer)
        #expect(segmentCount > 100)
        try await reader.flush()
        try expectAll(3_000, "first", in: reader)
        for round in 0..<5 {
            try await put(round * 40..<round * 40 + 40, "first", to: writer)
            try await reader.flush()
            try expectAll(3_000, "first", in: reader)
        }
        #expect(try await reader.verify().isWhole)
        #expect(other.most <= Self.most, "\(other.most)")
        try await reader.close()
        try await writer.close()
    }

    @Test func aReaderThatComesLateHoldsFewDescriptors() async throws {
        let writer = try open(.writing)
        try await put(0..<3_000, "first", to: writer)
        let reader = try open(.reading)
        for id in stride(from: 2_999, to: 0, by: -37) {
            #expect(try reader.snapshot().record(id, in: Note.schema)?.text == "first \(id)")
        }
        #expect(try await reader.verify().isWhole)
        #expect(other.most <= Self.most, "\(other.most)")
        try await reader.close()
        try await writer.close()
    }

    @Test func withoutDerivedFilesAReaderHoldsFewDescriptors() async throws {
        let writer = try open(.writing)
        try await put(0..<2_000, "first", to: writer)
        try await writer.close()
        for path in disk.files.paths where path.hasSuffix(".runs") { try disk.files.remove(path) }
        let reader = try open(.reading)
        try expectAll(2_000, "first", in: reader)
        #expect(reader.needsUpkeep)
        #expect(other.most <= Self.most, "\(other.most)")
    }

    @Test func aSnapshotOfFilesThatACompactionReplacedSaysSo() async throws {
        let writer = try open(.writing)
        try await put(0..<1_000, "first", to: writer)
        try await drain(writer)
        #expect(segmentCount > 40)
        let reader = try open(.reading)
        let old = reader.snapshot()
        // The others are in no cache.
        #expect(supersededCount(stride(from: 0, to: 1_000, by: 90), "first", in: old) == 0)
        for text in ["second", "third"] {
            try await put(0..<1_000, text, to: writer)
            try await drain(writer)
        }
        #expect(disk.files.paths.allSatisfy { $0 != "/store/journal-00000010.jsonl" }, "It was to be compacted.")
        #expect(supersededCount(0..<1_000, "first", in: old) > 0)
        #expect(throws: Never.self) { try old.count(of: Note.schema) }
        try expectAll(1_000, "third", in: reader)
        #expect(reader.refusedCollections.isEmpty && !reader.needsUpkeep)
        #expect(try await reader.verify().isWhole)
        #expect(supersededCount(0..<1_000, "first", in: old) > 0, "Another one answers, and this one stays as it was.")
        // All upkeep is done then, and nothing is replaced behind the next look.
        try await writer.close()
        try await reader.flush()
        #expect(supersededCount(0..<1_000, "third", in: reader.snapshot()) == 0)
        #expect(other.most <= Self.most, "\(other.most)")
        try await reader.close()
    }

    /// Each name that was given up leads to a file of the same length, with other records at the same places.
    @Test func anotherFileOfTheSameNameAndLengthIsNotRead() async throws {
        for (directory, text) in [("/store", "first"), ("/second", "other")] {
            let writer = try open(.writing, in: directory)
            try await put(0..<200, text, to: writer)
            try await writer.close()
        }
        let reader = try open(.reading) { $0.openFiles = 1 }
        let old = reader.snapshot()
        #expect(supersededCount(stride(from: 0, to: 200, by: 9), "first", in: old) == 0)
        for path in disk.files.paths where path.hasPrefix("/second/") {
            let name = path.dropFirst("/second".count)
            if name.hasSuffix(".jsonl") {
                #expect(disk.files.bytes(at: "/store\(name)")?.count == disk.files.bytes(at: path)?.count)
            }
            try disk.files.move(path, to: "/store\(name)")
        }
        #expect(supersededCount(0..<200, "first", in: old) > 0)
        try expectAll(200, "other", in: reader)
        #expect(reader.refusedCollections.isEmpty)
    }

    @Test func whatMergesReplaceIsReadAnewWithoutATrace() async throws {
        let change: (inout StoreLimits) -> Void = {
            $0.freezeCount = 20
            $0.mergeCount = 2
            $0.compactionBytes = 0
        }
        let writer = try open(.writing, change)
        try await put(0..<300, "round 0", to: writer)
        let reader = try open(.reading) {
            change(&$0)
            $0.openFiles = 2
        }
        var snapshots: [(StoreSnapshot, String)] = []
        var superseded = 0
        for round in 1..<12 {
            snapshots.append((reader.snapshot(), "round \(round - 1)"))
            // The reader is not told.
            try expectAll(300, "round \(round - 1)", in: reader)
            try await put(0..<300, "round \(round)", to: writer)
            try await drain(writer)
            let texts = try reader.read { try $0.window(of: Note.schema).map(\.text) }
            let shown = try #require(texts.first?.split(separator: " ").dropLast().joined(separator: " "))
            #expect(["round \(round - 1)", "round \(round)"].contains(shown))
            #expect(texts == (0..<300).map { "\(shown) \($0)" }, "whole commits only")
            try await reader.flush()
            try expectAll(300, "round \(round)", in: reader)
            for (snapshot, text) in snapshots {
                superseded += supersededCount(stride(from: 0, to: 300, by: 29), text, in: snapshot)
            }
        }
        #expect(superseded > 0)
        #expect(reader.refusedCollections.isEmpty && !reader.needsUpkeep)
        #expect(other.most <= 10, "\(other.most)")
        try await reader.close()
        try await writer.close()
    }

    @Test func observersAndProvidersNeverHearOfIt() async throws {
        let writer = try JSONStore(
            directory: "/store", collections: DatabaseReadingPositionProvider.collections, files: disk, time: clock,
            limits: Self.small)
        let source = DatabaseReadingPositionProvider(store: writer)
        let feeds = (0..<60).map { Feed(site: .demo, source: FeedSource(.subreddit, "c\($0)")) }
        func commit(_ round: Int) async throws {
            for feed in feeds {
                try await source.set(position(round), for: feed)
            }
            try await drain(writer)
        }
        try await commit(0)
        let reader = try JSONStore(
            directory: "/store", collections: DatabaseReadingPositionProvider.collections, access: .reading,
            files: other, time: clock, limits: Self.small)
        let positions = DatabaseReadingPositionProvider(store: reader)
        var rows = reader.observe(in: PositionSchemas.positions).makeAsyncIterator()
        #expect(try await rows.next()?.rows.count == 60)
        for round in 1..<8 {
            try await commit(round)
            // Not told either.
            for feed in feeds {
                let offset = try #require(try await positions.position(for: feed)?.anchor.offset)
                #expect(offset == Double(round) || offset == Double(round - 1))
            }
            try await reader.flush()
            var shown = try #require(try await rows.next()).rows
            while shown.contains(where: { $0.offset != Double(round) }) {
                shown = try #require(try await rows.next()).rows
            }
            #expect(shown.count == 60)
        }
        try await reader.close()
        try await writer.close()
    }

    @Test func segmentsAreGivenUpBeforeDerivedFiles() async throws {
        let writer = try open(.writing) { $0.freezeCount = 100 }
        try await put(0..<2_000, "first", to: writer)
        try await drain(writer)
        try await writer.close()
        let reader = try open(.reading) { $0.freezeCount = 100 }
        try expectAll(2_000, "first", in: reader)
        disk.files.clearOperations()
        for number in 0..<2_000 {
            let id = number * 7_919 % 2_000
            #expect(try reader.snapshot().record(id, in: Note.schema)?.text == "first \(id)")
        }
        let opened = disk.files.operations.filter { $0.kind == .openToRead }.map(\.path)
        #expect(opened.contains { $0.hasSuffix(".jsonl") })
        #expect(!opened.contains { $0.hasSuffix(".runs") })
        try await reader.close()
    }

    @Test func whatIsKnownToBeReplacedStaysOpenForASnapshot() async throws {
        var writer = try open(.writing) { $0.compactionBytes = 0 }
        try await put(0..<100, "first", to: writer)
        try await drain(writer)
        #expect((4...8).contains(segmentCount), "\(segmentCount): few enough to stay open")
        let reader = try open(.reading)
        let old = reader.snapshot()
        for text in ["second", "third"] { try await put(0..<100, text, to: writer) }
        // All upkeep is done then.
        try await writer.close()
        try await reader.flush()
        writer = try open(.writing)
        try await put(100..<1_500, "third", to: writer)
        try await reader.flush()
        try expectAll(1_500, "third", in: reader)
        #expect(!disk.files.paths.contains("/store/journal-00000001.jsonl"), "It was to be compacted.")
        #expect(supersededCount(0..<100, "first", in: old) == 0)
        #expect(other.most <= Self.most, "\(other.most)")
        try await reader.close()
        try await writer.close()
    }

    @Test func noDescriptorLeftIsNoDamageForAReader() async throws {
        let writer = try open(.writing) { $0.freezeCount = 100 }
        try await put(0..<600, "first", to: writer)
        try await drain(writer)
        let reader = try open(.reading) { $0.openFiles = 4 }
        other.limit(to: 0)
        let error = #expect(throws: StoreError.self) { try expectAll(600, "first", in: reader) }
        #expect(error?.code == .tooManyOpenFiles)
        other.limit(to: 6)
        try expectAll(600, "first", in: reader)
        other.limit(to: Self.most)
        #expect(reader.refusedCollections.isEmpty && !reader.needsUpkeep)
        #expect(try await reader.verify().isWhole)
        try await reader.close()
        try await writer.close()
    }

    @Test func aSuspendedStoreShowsNothingWrong() async throws {
        let store = try open(.writing) { $0.openFiles = 2 }
        try await put(0..<300, "first", to: store)
        let old = store.snapshot()
        try await store.suspend()
        #expect(supersededCount(stride(from: 0, to: 300, by: 29), "first", in: old) == 0)
        let second = try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(Tag.schema)],
            files: other, time: clock, limits: store.environment.limits)
        for text in ["second", "third"] {
            try await put(0..<300, text, to: second)
            try await drain(second)
        }
        #expect(supersededCount(0..<300, "first", in: old) > 0)
        try await second.close()
        try await store.resume()
        try expectAll(300, "third", in: store)
        #expect(supersededCount(0..<300, "first", in: old) > 0)
        #expect(store.refusedCollections.isEmpty)
        try await store.close()
    }

    private static var small: StoreLimits {
        var limits = StoreLimits()
        limits.segmentBytes = 500
        limits.freezeCount = 20
        limits.mergeCount = 2
        limits.compactionBytes = 0
        limits.checkedBytes = 0
        limits.openFiles = 2
        return limits
    }

    private func position(_ round: Int) -> ReadingPosition {
        ReadingPosition(anchor: ReadingAnchor(id: .mock("post"), offset: Double(round)), changed: clock.now)
    }
}
