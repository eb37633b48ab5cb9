import Core
import Mocks
import PostFeatures
import Testing

/// Random scrolling, sorting and selecting while random rows come and go.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RecordTableOracleTests {
    private typealias Model = RecordTableViewModel<Deal>

    @Test func shownRowsAreAlwaysAPartOfTheSortedTable() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("shownRowsAreAlwaysAPartOfTheSortedTable: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        for round in 0..<6 {
            let table = InMemoryRecordTable.deals(round.isMultiple(of: 2) ? 400 : 0)
            let clock = ManualClock()
            let visibleCount = 1 + number(10)
            let showSize = visibleCount + number(12)
            let model = Model(
                table: table,
                configuration: .init(
                    fetchSize: showSize + number(40), showSize: showSize, visibleCount: visibleCount,
                    sticksToTop: number(2) == 0), time: clock)
            await model.load()
            for step in 0..<150 {
                switch number(8) {
                case 0: await model.sort(by: model.columns[number(3)].id)
                case 1: await model.scroll(toOffset: number(450))
                case 2: model.select(model.state.value.rows.randomElement()?.id)
                case 3: if let row = model.state.value.rows.last { model.rowAppeared(row.id) }
                default:
                    let top = max(0, model.visibleRange.lowerBound + number(9) - 4)
                    model.visibleRange = top..<(top + visibleCount)
                }
                // Another number of rows each time, so that it is known when the model has heard.
                let gone = number(30) == 0 ? table.rows.map(\.id) : (0..<number(6)).map { _ in number(400) * 10 }
                var come = (0..<number(8)).map { _ in Deal(number(4000), price: number(50), note: "\(number(4))") }
                come.append(Deal(10_000 + round * 1000 + step, price: number(50)))
                let before = model.state.value.total
                table.change(put: come, remove: gone)
                if table.rows.count == before { table.put(Deal(20_000 + step)) }
                let total = table.rows.count
                while model.state.value.total != total || model.state.value.isFetching {
                    clock.advance(by: .milliseconds(50))
                    await Task.yield()
                }
                try await check(model, table, "seed \(seed), round \(round), step \(step)")
            }
            model.stop()
        }
    }

    private func check(_ model: Model, _ table: InMemoryRecordTable<Deal>, _ comment: Testing.Comment) async throws {
        let state = model.state.value
        let all = try await table.window(TableRequest(state.sort, limit: .max)).rows
        #expect(state.total == all.count, comment)
        #expect(state.rows == Array(all.dropFirst(state.offset).prefix(state.rows.count)), comment)
        #expect(state.nextSort == nil && state.error == nil, comment)
        // All that can be seen is there to be drawn.
        let visible = model.visibleRange
        #expect(visible.isEmpty || state.range.contains(visible.lowerBound), comment)
        #expect(visible.isEmpty || state.range.contains(visible.upperBound - 1), comment)
        #expect(visible.isEmpty == all.isEmpty, comment)
    }
}
