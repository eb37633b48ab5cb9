import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// A text that is searched.
private struct Line: StoredRecord, Equatable {
    let id: Int
    var text: String

    static let words = SearchField<Line>("words", inOrderOf: Index("newest") { -$0.id }) { $0.text }
    static let schema = CollectionSchema<Line>(name: "lines", search: [words])
}

/// Search in a whole store whose texts are long enough to have word indexes.
struct StoreTextSearchTests {
    private static let words = [
        "lantern", "Straße", "ёлка", "їжак", "한글날", "灯籠", "harbour", "keeper", "swift", "light",
    ]
    private static let queries = ["lan", "strasse", "елк", "ї", "글날", "籠", "keeper swift", "r", "3", "absent", "x77x"]

    private static func line(_ id: Int, _ random: SeededRandomSource) -> Line {
        let words = (0..<10 + random.number(20)).map { _ in Self.words[random.number(Self.words.count)] }
        return Line(id: id, text: words.joined(separator: " ") + " x\(random.number(900))x")
    }

    private static func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        var limits = StoreLimits()
        limits.freezeCount = 700
        limits.sliceCount = 100
        return try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Line.schema)], files: files,
            time: ManualClock(), limits: limits)
    }

    /// Checks some of the queries, with and without a limit.
    private static func check(
        _ snapshot: StoreSnapshot, _ lines: [Int: Line], _ random: SeededRandomSource, _ comment: Testing.Comment
    ) throws {
        for _ in 0..<3 {
            let query = queries[random.number(queries.count)]
            let parsed = SearchQuery(query)
            let expected = lines.values.filter { parsed.matches($0.text) }.sorted { $0.id > $1.id }
            for limit in [5, Int.max] {
                let found = try snapshot.search(query, in: Line.words, of: Line.schema, limit: limit)
                try #require(found == Array(expected.prefix(limit)), comment)
            }
        }
    }

    private static func fill(_ store: JSONStore, _ lines: inout [Int: Line], _ random: SeededRandomSource) async throws
    {
        for start in stride(from: 0, to: 2_400, by: 300) {
            let batch = (start..<start + 300).map { line($0, random) }
            try await store.write { transaction in
                for line in batch { try transaction.upsert(line, in: Line.schema) }
            }
            for line in batch { lines[line.id] = line }
        }
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func findsTheSameWhileTextsChangeAndGo(seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        var files = InMemoryFileSystem()
        var store = try Self.open(files)
        var lines: [Int: Line] = [:]
        try await Self.fill(store, &lines, random)
        var (held, old) = (store.snapshot(), lines)
        for round in 0..<8 {
            let changed = (0..<200).map { _ in Self.line(random.number(2_600), random) }
            let gone = (0..<60).map { _ in random.number(2_600) }
            try await store.write { transaction in
                for line in changed { try transaction.upsert(line, in: Line.schema) }
                for id in gone { try transaction.delete(id, from: Line.schema) }
            }
            for line in changed { lines[line.id] = line }
            for id in gone { lines[id] = nil }
            try Self.check(store.snapshot(), lines, random, "seed \(seed), round \(round)")
            try Self.check(held, old, random, "seed \(seed), round \(round), held")
            if round % 4 == 3 {
                if random.number(2) == 0 { try await store.close() } else { files = files.diskAfterKill() }
                store = try Self.open(files)
                (held, old) = (store.snapshot(), lines)
                try Self.check(held, old, random, "seed \(seed), round \(round), opened again")
            }
        }
        try await store.close()
    }

    @Test func aDamagedWordIndexUnderAnOpenStoreChangesNothing() async throws {
        let random = SeededRandomSource(seed: 3)
        let files = InMemoryFileSystem()
        var lines: [Int: Line] = [:]
        var store = try Self.open(files)
        try await Self.fill(store, &lines, random)
        try await store.close()
        let whole = files.paths.filter { $0.hasSuffix(".runs") }.map { ($0, files.bytes(at: $0) ?? []) }
        #expect(whole.contains { $0.1.count > WordIndexLimits().leastBytes })
        for round in 0..<6 {
            store = try Self.open(files)
            let held = store.snapshot()
            for path in files.paths.filter({ $0.hasSuffix(".runs") }) {
                var bytes = files.bytes(at: path) ?? []
                // The words lie near the end.
                for _ in 0..<20 where !bytes.isEmpty {
                    bytes[bytes.count - 1 - random.number(min(bytes.count, 30_000))] ^= 0x10
                }
                files.put(bytes, at: path)
            }
            try Self.check(held, lines, random, "round \(round), held")
            try Self.check(store.snapshot(), lines, random, "round \(round)")
            #expect(try await store.verify().isWhole)
            try Self.check(store.snapshot(), lines, random, "round \(round), verified")
            try await store.close()
        }
    }
}
