import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Observers under random commits, against notes that are sorted anew each time.
@Suite(.timeLimit(.minutes(20)))
struct LiveOracleTests {
    /// A live window as the contract has it, without any cleverness.
    private struct NaiveWindow {
        let order: NaiveNotes.Order
        let start: WindowStart
        let limit: Int
        let sticksToTop: Bool
        private var held: Note?
        private var isAtTop: Bool

        init(order: NaiveNotes.Order, start: WindowStart, limit: Int, sticksToTop: Bool) {
            self.order = order
            self.start = start
            self.limit = limit
            self.sticksToTop = sticksToTop
            isAtTop = start == .offset(0)
        }

        /// Where it is now, without taking hold of anything.
        func look(at notes: NaiveNotes) -> (offset: Int, total: Int, rows: [Note]) {
            let sorted = notes.sorted(order)
            let offset =
                if sticksToTop, isAtTop {
                    0
                } else if let held {
                    sorted.count { order.precedes($0, held) }
                } else {
                    switch start {
                    case .top: 0
                    case .offset(let offset): min(offset, sorted.count)
                    case .key(let key):
                        sorted.count { order.direction == .ascending ? order.key($0) < key : key < order.key($0) }
                    }
                }
            return (offset, sorted.count, Array(sorted.dropFirst(offset).prefix(limit)))
        }

        /// Tells where it is now, and takes hold of its first row.
        mutating func tell(_ notes: NaiveNotes) -> (offset: Int, total: Int, rows: [Note]) {
            let seen = look(at: notes)
            if let first = seen.rows.first {
                held = first
                isAtTop = seen.offset == 0
            }
            return seen
        }
    }

    private struct Observer {
        var naive: NaiveWindow
        var changes: WindowObservation<Note>.AsyncIterator
        var delivered: (offset: Int, total: Int, rows: [Note])?
        /// How often it looks: a slow one lets many commits pass.
        let pace: Int
    }

    private func observers(of store: JSONStore, _ random: SeededRandomSource) -> [Observer] {
        (0..<8).map { number in
            let order = NaiveNotes.Order.random(random)
            let isKey = order.index?.name == "weight" && random.number(3) == 0
            let start: WindowStart =
                isKey ? .key(.double(Double(random.number(12)) - 4)) : .offset(random.number(3) * random.number(15))
            let limit = 1 + random.number(12)
            let sticksToTop = random.number(2) == 0
            return Observer(
                naive: NaiveWindow(order: order, start: start, limit: limit, sticksToTop: sticksToTop),
                changes: store.observe(
                    windowOf: Note.schema, by: order.index, order.direction, in: order.range, from: start,
                    limit: limit, sticksToTop: sticksToTop
                ).makeAsyncIterator(), pace: [1, 1, 2, 3, 7, 20][random.number(6)])
        }
    }

    @Test func windowsFollowThousandsOfRandomCommits() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("windowsFollowThousandsOfRandomCommits: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        for round in 0..<8 {
            let store = try JSONStore.open("/store", files: InMemoryFileSystem(), time: ManualClock())
            var notes = NaiveNotes()
            // An empty store half the time.
            if round.isMultiple(of: 2) { try await store.change(notes.change(random, puts: 120, deletes: 0)) }
            var observers = observers(of: store, random)
            for step in 0..<250 {
                // Once in a while everything goes, so that windows lose what they hold on to.
                let size = random.number(40) == 0 ? 200 : 4
                try await store.change(notes.change(random, puts: random.number(4) == 0 ? 0 : size, deletes: size))
                for index in observers.indices where step.isMultiple(of: observers[index].pace) {
                    try await check(&observers[index], notes, seed: seed)
                }
            }
            try await store.close()
            for index in observers.indices { try await end(&observers[index], notes) }
        }
    }

    private func check(_ observer: inout Observer, _ notes: NaiveNotes, seed: UInt64) async throws {
        let seen = observer.naive.look(at: notes)
        // With nothing new it would wait for ever.
        if let delivered = observer.delivered, delivered == seen { return }
        let expected = observer.naive.tell(notes)
        let change = try #require(try await observer.changes.next(), "seed \(seed)")
        #expect(change.offset == expected.offset, "seed \(seed)")
        #expect(change.total == expected.total, "seed \(seed)")
        #expect(change.rows == expected.rows, "seed \(seed)")
        var applied = observer.delivered?.rows ?? []
        change.diff.apply(to: &applied)
        #expect(applied == expected.rows, "seed \(seed)")
        #expect(change.diff.isEmpty == (observer.delivered?.rows ?? [] == expected.rows), "seed \(seed)")
        observer.delivered = expected
    }

    /// A closed store tells what is still new, and ends.
    private func end(_ observer: inout Observer, _ notes: NaiveNotes) async throws {
        while let change = try await observer.changes.next() {
            #expect(change.rows == observer.naive.tell(notes).rows)
        }
        #expect(try await observer.changes.next() == nil)
    }

    @Test func queriesFollowRandomCommits() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("queriesFollowRandomCommits: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        let store = try JSONStore.open("/store", files: InMemoryFileSystem(), time: ManualClock())
        var notes = NaiveNotes()
        let queries = (0..<6).map { _ in
            (order: NaiveNotes.Order.random(random), limit: [3, 10, Int.max][random.number(3)])
        }
        let isIncluded: @Sendable (Note) -> Bool = { $0.text != "text 1" }
        var observers = queries.map { query in
            store.observe(
                in: Note.schema, by: query.order.index, query.order.direction, range: query.order.range,
                limit: query.limit, where: isIncluded
            ).makeAsyncIterator()
        }
        var delivered = queries.map { _ in [Note]?.none }
        for _ in 0..<400 {
            try await store.change(notes.change(random, puts: 4, deletes: 3))
            for index in queries.indices where random.number(3) == 0 {
                let expected = Array(
                    notes.sorted(queries[index].order).filter(isIncluded).prefix(queries[index].limit))
                guard delivered[index] != expected else { continue }
                let change = try #require(try await observers[index].next())
                #expect(change.rows == expected, "seed \(seed)")
                #expect(change.total == expected.count)
                var applied = delivered[index] ?? []
                change.diff.apply(to: &applied)
                #expect(applied == expected, "seed \(seed)")
                delivered[index] = expected
            }
        }
    }
}
