import Core
import Database
import Foundation
import Mocks
import PostFeatures
import Testing

/// From a callback on a thread of its own to what a screen shows, with nothing replaced but the disk.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LiveTableEndToEndTests {
    private let weight = TableColumn.ID(rawValue: "weight")

    @Test func rowsAreIngestedWhileAPersonSortsAndScrolls() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("rowsAreIngestedWhileAPersonSortsAndScrolls: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        let files = InMemoryFileSystem()
        let store = try JSONStore.open("/store", files: files)
        let table = RecordTableViewModel(
            table: DatabaseRecordTableProvider(store, Note.schema),
            configuration: .init(fetchSize: 120, showSize: 40, updateInterval: .zero))
        await table.load()
        await table.sort(by: weight)

        // Given a server that sends packets of a hundred, as fast as they are taken
        let count = 10_000
        let packets = PacketChannel<[Note]>(capacity: 4)
        Thread.detachNewThread {
            let weights = SeededRandomSource(seed: seed)
            for start in stride(from: 0, to: count, by: 100) {
                packets.send((start..<(start + 100)).map { Note($0, weight: Double(weights.number(5000))) })
            }
            packets.finish()
        }
        var batches = Ingest<Note>.Configuration()
        batches.batchSize = 200
        let ingesting = Task { [batches] in
            try await store.ingest(packets, into: Note.schema, configuration: batches)
        }

        // When the person scrolls and sorts all the time
        var states = 0
        while table.state.value.total < count {
            switch random.number(12) {
            case 0: await table.sort(by: weight)
            case 1: await table.scroll(toOffset: random.number(table.state.value.total + 1))
            default:
                let top = table.visibleRange.lowerBound + random.number(7)
                table.visibleRange = top..<(top + 20)
            }
            let state = table.state.value
            // Then each state is of one moment, and sorted
            let keys = state.rows.map(\.weight)
            let isAscending = state.sort.direction == .ascending
            #expect(keys == (isAscending ? keys.sorted() : keys.sorted(by: >)), "seed \(seed)")
            #expect(Set(state.rows.map(\.id)).count == state.rows.count)
            #expect(state.range.upperBound <= state.total)
            #expect(state.error == nil)
            states += 1
            await Task.yield()
        }
        #expect(try await ingesting.value.committed == count)
        await table.state.first { !$0.isFetching }

        // And at the end what is shown is what is stored, after the store was opened anew as well
        let end = table.state.value
        let direction: SortDirection = end.sort.direction == .ascending ? .ascending : .descending
        func expected(in store: JSONStore) throws -> [Note] {
            try store.snapshot().window(
                of: Note.schema, by: Note.byWeight, direction, from: .offset(end.offset), limit: end.rows.count)
        }
        #expect(end.rows.count == 40)
        #expect(try expected(in: store) == end.rows)
        print("rowsAreIngestedWhileAPersonSortsAndScrolls: \(states) states looked at")
        table.stop()
        try await store.close()
        let again = try JSONStore.open("/store", files: files)
        #expect(try expected(in: again) == end.rows)
        #expect(try again.notes.count == count)
    }
}

extension ObservableValue {
    /// Waits for a value that fits; a value that is there already counts.
    @MainActor
    fileprivate func first(where fits: @Sendable (Value) -> Bool) async {
        for await value in values where fits(value) { return }
    }
}
