import Core
import Database
import Mocks
import Testing

/// A table over a store, beside the one in memory that view models are tested with: they answer alike.
@Suite(.timeLimit(.minutes(5)))
struct StoreRecordTableTests {
    private let store: JSONStore
    private let table: DatabaseRecordTableProvider<Note>
    private let memory = InMemoryRecordTable<Note>([
        .id,
        .init("weight") { $0.weight < $1.weight },
        .init("label") { $0.label.indexKey < $1.label.indexKey },
    ])

    init() throws {
        store = try JSONStore.open("/store", files: InMemoryFileSystem(), time: ManualClock())
        table = DatabaseRecordTableProvider(store, Note.schema)
    }

    private func apply(_ change: (put: [Note], delete: [Int])) async throws {
        try await store.change(change)
        memory.change(put: change.put, remove: change.delete)
    }

    private func request(_ random: SeededRandomSource) -> TableRequest<Int> {
        let sort = TableSort(
            TableColumn.ID(rawValue: ["id", "weight", "label"][random.number(3)]),
            random.number(2) == 0 ? .ascending : .descending)
        let lead = random.number(8)
        let start: TableStart<Int> =
            switch random.number(3) {
            case 0: .top
            case 1: .offset(random.number(90), lead: lead)
            default: .row(random.number(120), lead: lead, otherwise: random.number(90))
            }
        return TableRequest(sort, from: start, limit: random.number(25))
    }

    @Test func itsColumnsAreTheIDAndTheIndexes() {
        #expect(table.columns.map(\.id.rawValue) == ["id", "weight", "label", "date"])
        #expect(table.columns.map(\.titleKey) == ["column.id", "column.weight", "column.label", "column.date"])
        #expect(DatabaseRecordTableProvider(store, Note.schema) { "notes.\($0)" }.columns[1].titleKey == "notes.weight")
    }

    @Test func windowsAndRanksAreThoseOfTheTableInMemory() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("windowsAndRanksAreThoseOfTheTableInMemory: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        var notes = NaiveNotes()
        for _ in 0..<60 {
            try await apply(notes.change(random, puts: 30, deletes: 20))
            #expect(try await table.count() == notes.notes.count)
            for _ in 0..<10 {
                let request = request(random)
                #expect(try await table.window(request) == memory.window(request), "seed \(seed): \(request)")
                let id = random.number(120)
                #expect(try await table.rank(of: id, by: request.sort) == memory.rank(of: id, by: request.sort))
            }
        }
    }

    @Test func liveWindowsAreThoseOfTheTableInMemory() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("liveWindowsAreThoseOfTheTableInMemory: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<12 {
            var notes = NaiveNotes()
            try await apply((put: [], delete: Array(0..<120)))
            try await apply(notes.change(random, puts: 100, deletes: 0))
            let request = request(random)
            var stored = table.windows(request).makeAsyncIterator()
            var expected = memory.windows(request).makeAsyncIterator()
            for step in 0..<60 {
                let window = try #require(try await expected.next())
                #expect(try await stored.next() == window, "seed \(seed): \(request)")
                // Another number of rows each time, so that there is always something to tell.
                var change = notes.change(random, puts: 5, deletes: 5)
                if notes.notes.count == window.total {
                    let extra = Note(1000 + step, weight: Double(random.number(12)) - 4)
                    notes.notes[extra.id] = extra
                    change.put.append(extra)
                }
                try await apply(change)
            }
            try await apply((put: [], delete: Array(1000..<1060)))
        }
    }

    @Test func aClosedStoreEndsALiveWindow() async throws {
        try await store.put(Note(1))
        var windows = table.windows(TableRequest(.mock(), limit: 3)).makeAsyncIterator()
        #expect(try await windows.next()?.rows == [Note(1)])
        try await store.close()
        #expect(try await windows.next() == nil)
    }
}
