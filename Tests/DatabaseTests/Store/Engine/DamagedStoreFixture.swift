import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// A small store with several segments and generations, and what each of its batches says.
struct DamagedStoreFixture {
    struct Batch {
        let path: String
        /// Its lines with the trailer and its newline.
        let range: Range<Int>
        let steps: LedgerBatch
    }

    private(set) var files: [String: [UInt8]] = [:]
    /// In the order of the journal.
    private(set) var batches: [Batch] = []
    var limits = StoreLimits()

    static let clock = ManualClock()

    private static let givenRounds = ProcessInfo.processInfo.environment["STORE_BYTES_ROUNDS"].flatMap(Int.init)

    /// How many stores are tried; with `STORE_BYTES_ROUNDS` every byte of each is, in one way.
    ///
    /// Without it the journal of one store is cut at every byte, and of the rest every fourth byte is tried, another
    /// fourth each time.
    static let rounds = 0..<(givenRounds ?? 1)
    /// How far apart the bytes are that are tried.
    static let stride = givenRounds == nil ? 4 : 1

    // A store that was closed has a manifest that reaches the journal's end.
    init(seed: UInt64, isClosed: Bool) async throws {
        let random = SeededRandomSource(seed: seed)
        let files = InMemoryFileSystem()
        limits.freezeCount = 5
        limits.segmentBytes = 350
        limits.mergeCount = 2
        limits.sliceCount = 4
        limits.compactionBytes = 0
        var disk = CrashTestDisk(files)
        var store = try JSONStore.trial(disk, limits, time: Self.clock)
        for _ in 0..<6 { try await store.commit(Self.batch(random)) }
        try await store.close()
        limits.compactionBytes = 1 << 20
        disk = CrashTestDisk(files)
        store = try JSONStore.trial(disk, limits, time: Self.clock)
        for _ in 0..<5 { try await store.commit(Self.batch(random)) }
        if isClosed { try await store.close() }
        disk.kill()
        for path in files.paths { self.files[path] = files.bytes(at: path) }
        for path in journal { try read(path) }
    }

    private static func batch(_ random: SeededRandomSource) -> LedgerBatch { .random(random, ids: 14, size: 2) }

    var journal: [String] { files.keys.filter { $0.hasSuffix(".jsonl") }.sorted() }

    var derived: [String] { TrialWorld.derived(Array(files.keys)).sorted() }

    /// What is there without some batches.
    func ledger(without lost: Set<Int> = []) -> AcknowledgedWrites {
        var ledger = AcknowledgedWrites()
        for position in batches.indices where !lost.contains(position) { ledger.apply(batches[position].steps) }
        return ledger
    }

    /// A disk with these files, but for one.
    func disk(_ path: String? = nil, _ bytes: [UInt8]? = nil) -> InMemoryFileSystem {
        let disk = InMemoryFileSystem()
        for (name, content) in files {
            let content = name == path ? bytes : content
            if let content { disk.put(content, at: name) }
        }
        return disk
    }

    func open(_ files: any FileSystem, checked: Bool) throws -> JSONStore {
        var limits = limits
        limits.checkedBytes = checked ? 8 << 20 : 0
        return try JSONStore.trial(files, limits, time: Self.clock)
    }

    private struct Put<Record: Decodable>: Decodable {
        let value: Record
    }
    private struct Delete<ID: Decodable>: Decodable {
        let id: ID
    }

    /// Reads a journal file that is whole, in the plainest way.
    private mutating func read(_ path: String) throws {
        let bytes = files[path] ?? []
        var (start, line) = (0, 0)
        var steps: [LedgerBatch.Step] = []
        let decoder = JSONDecoder()
        while let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) {
            let data = Data(bytes[line..<end])
            let text = String(decoding: data, as: UTF8.self)
            line = end + 1
            if text.hasPrefix("{\"journal\":") {
                start = line
            } else if text.hasPrefix("{\"put\":\"items\"") {
                steps.append(.put(try decoder.decode(Put<Item>.self, from: data).value))
            } else if text.hasPrefix("{\"put\":\"marks\"") {
                steps.append(.mark(try decoder.decode(Put<Mark>.self, from: data).value))
            } else if text.hasPrefix("{\"delete\":\"items\"") {
                steps.append(.delete(try decoder.decode(Delete<Int>.self, from: data).id))
            } else if text.hasPrefix("{\"delete\":\"marks\"") {
                steps.append(.unmark(try decoder.decode(Delete<String>.self, from: data).id))
            } else if text.hasPrefix("{\"commit\":") {
                batches.append(Batch(path: path, range: start..<line, steps: LedgerBatch(steps: steps)))
                steps = []
                start = line
            }
        }
    }
}

/// The orders of a ledger, sorted once.
struct SortedLedger {
    private let orders: [(index: Index<Item>?, direction: SortDirection, items: [Item])]
    private let marks: [[Mark]]

    init(_ ledger: AcknowledgedWrites) {
        let indexes = Item.schema.indexes.map(Optional.some) + [nil]
        orders = indexes.enumerated().map { position, index in
            let direction = position.isMultiple(of: 2) ? SortDirection.ascending : .descending
            return (index, direction, ledger.sorted(index, direction))
        }
        marks = [
            AcknowledgedWrites.sorted(ledger.marks, Mark.schema.indexes[0], .ascending),
            AcknowledgedWrites.sorted(ledger.marks, nil, .ascending),
        ]
    }

    /// Whether a snapshot says the same, whichever way it is asked.
    func isSaid(by snapshot: StoreSnapshot) throws -> Bool {
        for order in orders {
            let items = order.items
            guard try snapshot.window(of: Item.schema, by: order.index, order.direction) == items,
                try snapshot.count(of: Item.schema) == items.count
            else { return false }
            let offset = items.count / 2
            let rows = try snapshot.window(
                of: Item.schema, by: order.index, order.direction, from: .offset(offset), limit: 2)
            guard rows == Array(items.dropFirst(offset).prefix(2)) else { return false }
            guard let middle = rows.first else { continue }
            guard try snapshot.rank(of: middle.id, in: Item.schema, by: order.index, order.direction) == offset,
                try snapshot.record(middle.id, in: Item.schema) == middle
            else { return false }
        }
        let found = [
            try snapshot.window(of: Mark.schema, by: Mark.schema.indexes[0]), try snapshot.window(of: Mark.schema),
        ]
        return found == marks
    }
}
