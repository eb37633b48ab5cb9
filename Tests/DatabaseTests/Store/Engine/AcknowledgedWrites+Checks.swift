import Core
import Testing

@testable import Database

extension StoreSnapshot {
    /// Compares everything with what it should be.
    func expectAll(_ ledger: AcknowledgedWrites, _ comment: @autoclosure () -> Testing.Comment) throws {
        #expect(try count(of: Item.schema) == ledger.items.count, comment())
        #expect(try count(of: Mark.schema) == ledger.marks.count, comment())
        for index in Item.schema.indexes.map(Optional.some) + [nil] {
            for direction in [SortDirection.ascending, .descending] {
                let rows = try window(of: Item.schema, by: index, direction)
                #expect(rows == ledger.sorted(index, direction), "\(comment()): \(index?.name ?? "id") \(direction)")
            }
        }
        for index in Mark.schema.indexes.map(Optional.some) + [nil] {
            let rows = try window(of: Mark.schema, by: index)
            #expect(rows == AcknowledgedWrites.sorted(ledger.marks, index, .ascending), comment())
        }
        #expect(try records(in: Item.schema) { _ in true } == ledger.sorted(nil), comment())
    }

    /// What is there, read in the plainest way.
    func ledger() throws -> AcknowledgedWrites {
        var ledger = AcknowledgedWrites()
        for item in try window(of: Item.schema) { ledger.items[item.id] = item }
        for mark in try window(of: Mark.schema) { ledger.marks[mark.id] = mark }
        return ledger
    }

    /// Asks one question at random.
    func expectOne(
        _ ledger: AcknowledgedWrites, _ random: SeededRandomSource, _ comment: @autoclosure () -> Testing.Comment
    ) throws {
        let indexes = Item.schema.indexes.map(Optional.some) + [nil]
        let index = indexes[random.number(indexes.count)]
        let direction = random.number(2) == 0 ? SortDirection.ascending : .descending
        let sample = Item.random(random.number(90) - 10, random)
        let key = index?.key(sample) ?? sample.id.indexKey
        var range: Range<IndexKey>?
        if random.number(3) == 0 {
            let other = Item.random(random.number(90) - 10, random)
            let bound = index?.key(other) ?? other.id.indexKey
            range = min(key, bound)..<max(key, bound)
        }
        let sorted = ledger.sorted(index, direction, in: range)
        let limit = [0, 1, 7, 30, Int.max][random.number(5)]
        switch random.number(7) {
        case 0, 1:
            let offset = random.number(sorted.count + 5)
            let rows = try window(of: Item.schema, by: index, direction, in: range, from: .offset(offset), limit: limit)
            #expect(rows == Array(sorted.dropFirst(offset).prefix(limit)), comment())
        case 2:
            guard index != nil else { return }
            let rows = try window(of: Item.schema, by: index, direction, in: range, from: .key(key), limit: limit)
            let behind = sorted.drop { item in
                guard let index else { return false }
                return direction == .ascending ? index.key(item) < key : key < index.key(item)
            }
            #expect(rows == Array(behind.prefix(limit)), comment())
        case 3:
            #expect(try count(of: Item.schema, by: index, in: range) == sorted.count, comment())
        case 4:
            let all = ledger.sorted(index, direction)
            let rank = try rank(of: sample.id, in: Item.schema, by: index, direction)
            #expect(rank == all.firstIndex { $0.id == sample.id }, comment())
        case 5:
            #expect(try record(sample.id, in: Item.schema) == ledger.items[sample.id], comment())
            #expect(try contains(sample.id, in: Item.schema) == (ledger.items[sample.id] != nil), comment())
        default:
            let found = try records(in: Item.schema) { $0.label == sample.label }
            #expect(found == ledger.sorted(nil).filter { $0.label == sample.label }, comment())
        }
    }
}

extension JSONStore {
    static func trial(
        _ files: any FileSystem, _ limits: StoreLimits, time: any TimeProvider, labels version: Int = 1,
        access: StoreAccess = .writing
    ) throws -> JSONStore {
        try JSONStore(
            directory: TrialWorld.directory,
            collections: [AnyCollectionSchema(Item.schema(version)), AnyCollectionSchema(Mark.schema)],
            access: access, files: files, time: time, limits: limits)
    }

    func commit(_ batch: LedgerBatch, _ durability: Durability = .buffered) async throws {
        try await write(durability) { try batch.fill(&$0) }
    }
}

/// Sizes so small that everything happens all the time.
enum TrialWorld {
    static let directory = "/tmp/trial"

    static func limits(_ random: SeededRandomSource) -> StoreLimits {
        var limits = StoreLimits()
        limits.freezeCount = [5, 20, 60][random.number(3)]
        limits.segmentBytes = [300, 2_048, 6_000][random.number(3)]
        limits.mergeCount = 2 + random.number(2)
        limits.sliceCount = [3, 8, 64][random.number(3)]
        limits.compactionBytes = [0, 2_000][random.number(2)]
        limits.checkedBytes = [0, 8 << 20][random.number(2)]
        limits.joinedBytes = limits.segmentBytes * [16, 64][random.number(2)]
        (limits.joinCount, limits.busyJoinCount) = (2, [2, 4, 1_000][random.number(3)])
        // Snapshots outlive their stores here, and others remove what those read.
        limits.openFiles = 10_000
        return limits
    }

    static func derived(_ files: [String]) -> [String] {
        files.filter { $0.hasSuffix(".runs") || $0.hasSuffix("/manifest") }
    }
}
