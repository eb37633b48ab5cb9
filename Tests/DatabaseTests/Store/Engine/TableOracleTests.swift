import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Compound and unique indexes, changes of many records and expiry under random events, beside a table in memory.
///
/// `TABLE_ORACLE_ROUNDS` makes it longer, and `TABLE_ORACLE_SEED` repeats one seed.
@Suite(.timeLimit(.minutes(20)))
struct TableOracleTests {
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["TABLE_ORACLE_SEED"].flatMap(UInt64.init) { return [seed] }
        let rounds = environment["TABLE_ORACLE_ROUNDS"].flatMap(Int.init) ?? 8
        return (0..<rounds).map { _ in .random(in: .min ... .max) }
    }()

    @Test(arguments: seeds)
    func theStoreAgreesWithATableInMemoryAfterRandomEvents(seed: UInt64) async throws {
        print("theStoreAgreesWithATableInMemoryAfterRandomEvents: seed \(seed)")
        let run = try TableRun(seed: seed)
        try await run.run(steps: 200)
    }
}

/// One store, the table that it should equal, and who looks at it.
private final class TableRun {
    private struct Watcher {
        var rows: WindowObservation<Message>.AsyncIterator
        let slice: MessageTable.Slice
        let direction: SortDirection
        var delivered: [Message]?
    }

    private let seed: UInt64
    private let random: SeededRandomSource
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private var limits: StoreLimits
    private var disk: CrashTestDisk
    private var store: JSONStore
    /// What another process sees of it.
    private var reader: JSONStore?
    private var table = MessageTable()
    private var held: [(snapshot: StoreSnapshot, table: MessageTable)] = []
    private var watchers: [Watcher] = []
    private var step = 0
    private var refusedCount = 0
    private var expiredCount = 0

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandomSource(seed: seed)
        limits = TrialWorld.limits(random)
        limits.expiryCount = 1 + random.number(5)
        disk = CrashTestDisk(files)
        store = try Self.open(disk, limits, clock)
    }

    private static func open(
        _ disk: any FileSystem, _ limits: StoreLimits, _ clock: ManualClock, _ access: StoreAccess = .writing
    ) throws -> JSONStore {
        try JSONStore(
            directory: TrialWorld.directory, collections: [AnyCollectionSchema(Message.schema)], access: access,
            files: disk, time: clock, limits: limits)
    }

    private var comment: Testing.Comment { "seed \(seed), step \(step), \(limits)" }

    func run(steps: Int) async throws {
        for step in 0..<steps {
            self.step = step
            switch random.number(30) {
            case 0: try await reopen(dying: false)
            case 1: try await reopen(dying: true)
            case 2: spoil()
            case 3: hold()
            case 4: watch()
            case 5, 6: try await passTime()
            case 7: #expect(try await store.verify().isWhole, comment)
            case 8: try await readBeside()
            default: try await commit(.random(random, now: clock.now, table: table))
            }
            try expectOne(store.snapshot(), table)
            if !held.isEmpty, random.number(2) == 0 {
                let old = held[random.number(held.count)]
                try expectOne(old.snapshot, old.table)
            }
            try await look()
            if let reader {
                try await reader.flush()
                try reader.read { try expectOne($0, table) }
            }
        }
        try await readBeside()
        try await reopen(dying: false)
        try expectAll(store.snapshot(), table)
        for old in held { try expectAll(old.snapshot, old.table) }
        try await store.close()
        print("seed \(seed): \(refusedCount) batches were refused, \(expiredCount) records expired")
    }

    private func commit(_ batch: MessageBatch) async throws {
        var next = table
        let counts = next.apply(batch)
        let duplicates = next.duplicates
        let durability = random.number(4) == 0 ? Durability.synced : .buffered
        do {
            let found = try await store.write(durability) { try batch.fill(&$0) }
            #expect(found == counts, "\(comment): \(batch)")
            #expect(duplicates.isEmpty, "\(comment): \(batch) was stored")
            table = next
        } catch let error as StoreError where error.code == .notUnique {
            #expect(duplicates.contains { error.names($0.0, $0.1) }, "\(comment): \(error), \(duplicates)")
            refusedCount += 1
        }
    }

    /// Lets some time pass, until what expires in it is gone.
    private func passTime() async throws {
        clock.advance(by: .milliseconds(random.number(900_000)))
        while try store.snapshot().count(of: Message.schema, in: Message.byExpiry <= clock.now - MessageTable.age) > 0 {
            try await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(300))
            await Task.yield()
        }
        let before = table.messages.count
        table.expire(clock.now)
        expiredCount += before - table.messages.count
    }

    /// Opens the store for reading, as another process would, or ends the one that did.
    private func readBeside() async throws {
        if let reader {
            try await reader.flush()
            try reader.read { try expectAll($0, table) }
            #expect(try await reader.verify().isWhole, comment)
            try await reader.close()
            self.reader = nil
        } else {
            var limits = limits
            limits.openFiles = [1, 3, 24][random.number(3)]
            let reader = try Self.open(files, limits, clock, .reading)
            self.reader = reader
            try reader.read { try expectAll($0, table) }
        }
    }

    private func reopen(dying: Bool) async throws {
        if dying {
            disk.kill()
            // What it would still read is gone with it.
            held = []
            reader = nil
        } else {
            try await store.close()
        }
        watchers = []
        disk = CrashTestDisk(files)
        if random.number(4) == 0 { spoil() }
        store = try Self.open(disk, limits, clock)
        #expect(store.damages == [], comment)
        try expectAll(store.snapshot(), table)
    }

    /// Flips a byte of a derived file, or removes it.
    private func spoil() {
        let paths = TrialWorld.derived(files.paths)
        guard !paths.isEmpty else { return }
        let path = paths[random.number(paths.count)]
        guard var bytes = files.bytes(at: path), !bytes.isEmpty else { return }
        bytes[random.number(bytes.count)] ^= UInt8(1 + random.number(255))
        files.put(bytes, at: path)
    }

    private func hold() {
        if held.count > 3 { held.remove(at: random.number(held.count)) }
        held.append((store.snapshot(), table))
    }

    private func watch() {
        if watchers.count > 2 { watchers.removeFirst() }
        let slice = MessageTable.Slice.random(random)
        let direction = random.number(2) == 0 ? SortDirection.ascending : .descending
        let rows = store.observe(windowOf: Message.schema, in: slice.range, direction, from: .top, limit: .max)
        guard let rows = rows as? WindowObservation<Message> else { return }
        watchers.append(Watcher(rows: rows.makeAsyncIterator(), slice: slice, direction: direction))
    }

    private func look() async throws {
        for position in watchers.indices where random.number(3) == 0 {
            let watcher = watchers[position]
            let expected = table.sorted(watcher.slice.order, watcher.direction, watcher.slice.contains)
            // With nothing new it would wait for ever.
            guard watcher.delivered != expected else { continue }
            let change = try #require(try await watchers[position].rows.next(), comment)
            #expect(change.rows == expected, "\(comment): \(watcher.slice.name)")
            #expect(change.total == expected.count, comment)
            watchers[position].delivered = expected
        }
    }

    /// Asks one question at random.
    private func expectOne(_ snapshot: StoreSnapshot, _ table: MessageTable) throws {
        let slice = MessageTable.Slice.random(random)
        let direction = random.number(2) == 0 ? SortDirection.ascending : .descending
        let expected = table.sorted(slice.order, direction, slice.contains)
        let limit = [0, 1, 5, Int.max][random.number(4)]
        let offset = random.number(expected.count + 3)
        let place = "\(comment): \(slice.name) \(direction) from \(offset)"
        let rows = try snapshot.window(
            of: Message.schema, in: slice.range, direction, from: .offset(offset), limit: limit)
        #expect(rows == Array(expected.dropFirst(offset).prefix(limit)), "\(place)")
        #expect(try snapshot.count(of: Message.schema, in: slice.range) == expected.count, "\(place)")
        let order = MessageTable.Order.all[random.number(MessageTable.Order.all.count)]
        let all = table.sorted(order, direction)
        let id = random.number(150) - 20
        let rank = try snapshot.rank(of: id, in: Message.schema, by: order.index, direction)
        #expect(rank == all.firstIndex { $0.id == id }, "\(place), rank of \(id)")
        if let index = order.index, !all.isEmpty {
            let sample = all[random.number(all.count)]
            let behind = all.drop { $0.id != sample.id && order.parts($0) != order.parts(sample) }
            let rows = try snapshot.window(
                of: Message.schema, by: index, direction, from: .key(index.key(sample)), limit: 4)
            #expect(rows == Array(behind.prefix(4)), "\(place), from \(sample)")
        }
    }

    private func expectAll(_ snapshot: StoreSnapshot, _ table: MessageTable) throws {
        #expect(try snapshot.count(of: Message.schema) == table.messages.count, comment)
        for order in MessageTable.Order.all {
            for direction in [SortDirection.ascending, .descending] {
                let rows = try snapshot.window(of: Message.schema, by: order.index, direction)
                #expect(rows == table.sorted(order, direction), "\(comment): \(order.index?.name ?? "id")")
            }
        }
        for number in 0..<9 {
            let found = try snapshot.search("text \(number)", in: Message.text, of: Message.schema)
            #expect(
                found == table.sorted(MessageTable.Order.all[0], .ascending) { $0.text == "text \(number)" }, comment)
        }
    }
}
