import Core
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RecordTableViewModelTests {
    private typealias Model = RecordTableViewModel<Deal>

    private let clock = ManualClock()
    private let table = InMemoryRecordTable.deals(1000)
    private let price = TableColumn.ID(rawValue: "price")

    /// A small one: fetches 60, shows 20, 10 can be seen.
    private func model(sticksToTop: Bool = false) -> Model {
        Model(
            table: table,
            configuration: .init(fetchSize: 60, showSize: 20, visibleCount: 10, sticksToTop: sticksToTop), time: clock)
    }

    private func visible(_ model: Model) -> [Int] {
        let state = model.state.value
        return model.visibleRange.compactMap { rank in
            state.range.contains(rank) ? state.rows[rank - state.offset].id : nil
        }
    }

    /// Changes the table and waits until the model has it.
    private func change(
        _ model: Model, put rows: [Deal] = [], remove ids: [Int] = [], until fits: @Sendable (Model.State) -> Bool
    ) async {
        table.change(put: rows, remove: ids)
        await next(model, until: fits)
    }

    private func next(_ model: Model, until fits: @Sendable (Model.State) -> Bool) async {
        while !fits(model.state.value) {
            clock.advance(by: .milliseconds(50))
            await Task.yield()
        }
    }

    @Test func aNewTableStartsNothingByItself() {
        let model = model()
        #expect(model.state.value == Model.State(sort: .mock()))
        #expect(table.reads == 0)
        #expect(model.columns.map(\.id.rawValue) == ["id", "price", "note"])
    }

    @Test func showsAPartOfWhatItFetches() async {
        let model = model()
        await model.load()
        let state = model.state.value
        #expect(state.rows.map(\.id) == (0..<20).map { $0 * 10 })
        #expect((state.offset, state.total) == (0, 1000))
        #expect(!state.isFetching)
        #expect(state.error == nil)
        #expect(model.visibleRange == 0..<10)
        #expect(table.reads == 1)
    }

    @Test func resolvesTheRegisteredTable() async {
        let container = DependencyContainer()
        container.register((any RecordTableProvider<Deal>).self) { [table] in table }
        let model = Dependency.withContainer(container) { Model(time: clock) }
        await model.load()
        #expect(model.state.value.rows.count == 100)
    }

    @Test func anEmptyTableIsNotAFailure() async {
        let model = RecordTableViewModel(table: InMemoryRecordTable<Deal>(), time: clock)
        await model.load()
        #expect(model.state.value == Model.State(sort: .mock()))
        #expect(model.visibleRange.isEmpty)
    }

    // MARK: Scrolling

    @Test func shownRowsSlideInsideTheFetchedOnes() async {
        let model = model()
        await model.load()
        model.visibleRange = 12..<22
        #expect(model.state.value.range.contains(22))
        #expect(model.state.value.rows.count == 20)
        #expect(visible(model) == (12..<22).map { $0 * 10 })
        #expect(table.reads == 1)
        #expect(!model.state.value.isFetching)
    }

    @Test func theTableFetchesAgainBeforeTheEdgeIsReached() async throws {
        let model = model()
        await model.load()
        for top in 1...39 {
            model.visibleRange = top..<(top + 10)
            #expect(visible(model).count == 10)
        }
        // Ten rows before the edge it has asked for more, and what is shown is there all the time.
        #expect(model.state.value.isFetching)
        await model.state.first { !$0.isFetching }
        #expect(table.reads == 2)
        model.visibleRange = 60..<70
        #expect(visible(model) == (60..<70).map { $0 * 10 })
    }

    @Test func scrollingToTheEndAndBackShowsEveryRow() async {
        let model = model()
        await model.load()
        for top in Array(stride(from: 0, through: 990, by: 7)) + Array(stride(from: 990, through: 0, by: -7)) {
            model.visibleRange = top..<(top + 10)
            await model.state.first { !$0.isFetching }
            #expect(visible(model) == (min(top, 990)..<min(top + 10, 1000)).map { $0 * 10 })
        }
        #expect(table.reads < 160)
    }

    @Test func aJumpFetchesTheRowsAroundItsTarget() async {
        let model = model()
        await model.load()
        await model.scroll(toOffset: 500)
        #expect(visible(model) == (500..<510).map { $0 * 10 })
        #expect(model.state.value.range == 495..<515)
        await model.scroll(toOffset: 5000)
        #expect(visible(model) == (990..<1000).map { $0 * 10 })
        await model.scroll(toOffset: -3)
        #expect(model.state.value.offset == 0)
    }

    @Test func aJumpBeforeLoadingDecidesWhatIsLoaded() async {
        let model = model()
        await model.scroll(toOffset: 300)
        await model.load()
        #expect(model.visibleRange == 300..<310)
        #expect(visible(model).first == 3000)
    }

    @Test func rowsThatAppearMoveTheVisiblePart() async {
        let model = model()
        await model.load()
        model.rowAppeared(140)
        #expect(model.visibleRange == 5..<15)
        model.rowAppeared(30)
        #expect(model.visibleRange == 3..<13)
        model.rowAppeared(77)
        #expect(model.visibleRange == 3..<13)
    }

    // MARK: Live

    @Test func rowsInsertedAboveTheTableMoveTheOffsetAndNothingElse() async {
        let model = model()
        await model.load()
        await model.scroll(toOffset: 500)
        let before = model.state.value.rows
        await change(model, put: (1...7).map { Deal($0) }) { $0.total == 1007 }
        #expect(model.state.value.rows == before)
        #expect(model.state.value.offset == 502)
        #expect(model.visibleRange == 507..<517)
    }

    @Test func theVisibleRowsStayFreshWhileThePersonScrolls() async {
        let model = model()
        await model.load()
        await model.scroll(toOffset: 500)
        for step in 0..<200 {
            // One row lands above, one below, and one of those that can be seen changes, at each step of scrolling.
            model.visibleRange = (model.visibleRange.lowerBound + 3)..<(model.visibleRange.upperBound + 3)
            let seen = visible(model)
            #expect(seen.count == 10)
            let changed = Deal(seen[5], note: "step \(step)")
            await change(model, put: [Deal(-1 - step), Deal(100_000 + step), changed]) { state in
                state.rows.contains(changed)
            }
            #expect(visible(model) == seen)
        }
    }

    @Test func manyInsertionsBetweenTheAnchorAndTheVisibleRowsMoveNothing() async {
        let model = model()
        await model.load()
        await model.sort(by: price)
        await model.scroll(toOffset: 500)
        // Away from the row that holds the window, and not so far that another one is fetched.
        model.visibleRange = 510..<520
        #expect(!model.state.value.isFetching)
        let seen = visible(model)
        // More rows than a window has land between the two.
        await change(model, put: (0..<300).map { Deal(1_000_000 + $0, price: 5_005) }) { $0.total == 1300 }
        #expect(visible(model) == seen)
        #expect(model.visibleRange == 810..<820)
    }

    @Test func whenTheTopRowGoesTheOthersStayWhereTheyAre() async {
        let model = model()
        await model.load()
        await model.scroll(toOffset: 500)
        await change(model, remove: [5000]) { $0.total == 999 }
        #expect(visible(model) == [4990] + (501..<510).map { $0 * 10 })
        #expect(model.visibleRange.lowerBound == 499)
    }

    @Test func whenTheTopRowIsSortedAwayTheOthersStayWhereTheyAre() async {
        let model = model()
        await model.load()
        await model.sort(by: price)
        await model.scroll(toOffset: 500)
        await change(model, put: [Deal(5000, price: 5_255)]) { $0.rows.first?.id != 4950 || $0.rows[5].id != 5000 }
        #expect(visible(model) == [4990] + (501..<510).map { $0 * 10 })
    }

    @Test func aTableAtItsTopStaysThereWhenAskedTo() async {
        let stuck = model(sticksToTop: true)
        await stuck.load()
        await change(stuck, put: [Deal(-5)]) { $0.total == 1001 }
        #expect(visible(stuck).first == -5)
        #expect(stuck.state.value.offset == 0)
        // Scrolled away, the row holds.
        stuck.visibleRange = 2..<12
        let seen = visible(stuck)
        await change(stuck, put: [Deal(-6)]) { $0.total == 1002 }
        #expect(visible(stuck) == seen)
        // A selected row that can be seen holds as well.
        await stuck.scroll(toOffset: 0)
        stuck.select(10)
        let selected = visible(stuck)
        await change(stuck, put: [Deal(-7)]) { $0.total == 1003 }
        #expect(visible(stuck) == selected)
    }

    @Test func changesThatComeFastAreOneUpdate() async throws {
        let model = model()
        await model.load()
        let reads = table.reads
        try await clock.waitForSleepers(1)
        for number in 0..<500 { table.put(Deal(number * 10, note: "new")) }
        #expect(table.reads == reads)
        clock.advance(by: .milliseconds(50))
        await model.state.first { $0.rows.allSatisfy { $0.note == "new" } }
        try await clock.waitForSleepers(1)
        #expect(table.reads == reads + 1)
    }

    @Test func aSelectionDoesNotOutliveItsRow() async throws {
        let model = model()
        await model.load()
        model.select(30)
        await change(model, remove: [30]) { $0.total == 999 && $0.selectedID == nil }
        #expect(!model.state.value.rows.contains { $0.id == 30 })
    }

    @Test func aSelectionLivesOnOutOfSight() async throws {
        let model = model()
        await model.load()
        model.select(30)
        await model.scroll(toOffset: 900)
        await change(model, put: [Deal(9001)]) { $0.total == 1001 }
        // Whether the row is still there is found out afterwards.
        for _ in 0..<50 { await Task.yield() }
        #expect(model.state.value.selectedID == 30)
    }

    @Test func aSelectionOutOfSightDoesNotOutliveItsRowEither() async throws {
        let model = model()
        await model.load()
        model.select(30)
        await model.scroll(toOffset: 900)
        await change(model, remove: [30]) { $0.total == 999 && $0.selectedID == nil }
        #expect(model.visibleRange.contains(899), "and what is in sight stays")
    }
}
