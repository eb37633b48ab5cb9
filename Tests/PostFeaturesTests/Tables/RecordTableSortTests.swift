import Core
import Mocks
import PostFeatures
import Testing

/// Sorting, errors and answers that come too late.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RecordTableSortTests {
    private typealias Model = RecordTableViewModel<Deal>

    private let clock = ManualClock()
    private let mock = MockRecordTableProvider<Deal>(columns: ["id", "price"])
    private let id = TableColumn.ID(rawValue: "id")
    private let price = TableColumn.ID(rawValue: "price")

    private func mocked() -> Model {
        Model(table: mock, configuration: .init(fetchSize: 60, showSize: 20, visibleCount: 10), time: clock)
    }

    private func inMemory(sticksToTop: Bool = false) -> (Model, InMemoryRecordTable<Deal>) {
        // By price the other way round.
        let table = InMemoryRecordTable<Deal>(
            [.id, .init("price") { $0.price < $1.price }], rows: (0..<1000).map { Deal($0, price: -$0) })
        let model = Model(
            table: table,
            configuration: .init(fetchSize: 60, showSize: 20, visibleCount: 10, sticksToTop: sticksToTop), time: clock)
        return (model, table)
    }

    private func heights(_ model: Model) -> [Int: Int] {
        let state = model.state.value
        let top = model.visibleRange.lowerBound
        return Dictionary(
            uniqueKeysWithValues: state.rows.enumerated().map { ($1.id, state.offset + $0 - top) })
    }

    @Test func theFirstTimeIsAscendingAndTheSecondReverses() async {
        let (model, _) = inMemory()
        await model.load()
        await model.sort(by: price)
        #expect(model.state.value.sort == TableSort(price, .ascending))
        await model.sort(by: price)
        #expect(model.state.value.sort == TableSort(price, .descending))
        #expect(model.state.value.rows.map(\.price) == model.state.value.rows.map(\.price).sorted(by: >))
        #expect(model.state.value.nextSort == nil)
        await model.sort(by: id)
        #expect(model.state.value.sort == TableSort(id, .ascending))
    }

    @Test func theTopRowStaysInPlaceWhenTheSortChanges() async {
        let (model, _) = inMemory()
        await model.load()
        await model.scroll(toOffset: 300)
        await model.sort(by: price)
        #expect(heights(model)[300] == 0)
        #expect(model.visibleRange.lowerBound == 699)
        await model.sort(by: price)
        #expect(heights(model)[300] == 0)
    }

    @Test func theSelectedRowStaysInPlaceWhenItCanBeSeen() async {
        let (model, _) = inMemory()
        await model.load()
        await model.scroll(toOffset: 300)
        model.select(304)
        await model.sort(by: price)
        #expect(model.state.value.selectedID == 304)
        #expect(heights(model)[304] == 4)
        // Out of sight it holds nothing.
        await model.scroll(toOffset: 100)
        let top = model.state.value.rows[100 - model.state.value.offset].id
        await model.sort(by: id)
        #expect(heights(model)[top] == 0)
        #expect(model.state.value.selectedID == 304)
    }

    @Test func aTableThatSticksToItsTopShowsTheTopOfTheNewSort() async {
        let (model, _) = inMemory(sticksToTop: true)
        await model.load()
        await model.sort(by: price)
        #expect(model.state.value.offset == 0)
        #expect(model.state.value.rows.first?.id == 999)
    }

    @Test func aSortThatIsChosenBeforeLoadingIsTheOneItLoads() async {
        let (model, table) = inMemory()
        await model.sort(by: price)
        #expect(table.reads == 0)
        await model.load()
        #expect(model.state.value.sort == TableSort(price))
        #expect(model.state.value.rows.first?.id == 999)
    }

    @Test func aLateAnswerOfAnOlderSortIsIgnored() async throws {
        let model = mocked()
        mock.onWindows.returns(.mock([Deal(1), Deal(2)]))
        await model.load()
        // Given a sort whose answer takes its time
        let late = mock.onWindows.holds(ignoringCancellation: true)
        let first = Task { await model.sort(by: price) }
        try await late.arrival()
        #expect(model.state.value.isFetching)
        #expect(model.state.value.nextSort == TableSort(price))
        #expect(model.state.value.sort == TableSort(id))
        // When another one is chosen and answered, and the first one after it
        mock.onWindows.returns(.mock([Deal(3)], sort: TableSort(price, .descending)))
        await model.sort(by: price)
        late.release(returning: .mock([Deal(4)], sort: TableSort(price)))
        await first.value
        for _ in 0..<50 { await Task.yield() }
        // Then
        #expect(model.state.value.rows == [Deal(3)])
        #expect(model.state.value.sort == TableSort(price, .descending))
        #expect(model.state.value.nextSort == nil)
    }

    @Test func changesOfTheOlderSortAreIgnoredWhileTheNewOneIsFetched() async throws {
        let model = mocked()
        mock.onWindows.returns(.mock([Deal(1)]))
        await model.load()
        let held = mock.onWindows.holds()
        let sort = Task { await model.sort(by: price) }
        try await held.arrival()
        mock.send(.mock([Deal(1), Deal(2)]))
        clock.advance(by: .seconds(1))
        for _ in 0..<50 { await Task.yield() }
        #expect(model.state.value.rows == [Deal(1)])
        held.release(returning: .mock([Deal(5)], sort: TableSort(price)))
        await sort.value
        #expect(model.state.value.rows == [Deal(5)])
    }

    @Test func thereIsNeverMoreThanOnePendingFetch() async throws {
        let model = mocked()
        func window(_ range: Range<Int>) -> TableWindow<Deal> {
            .mock(range.map { Deal($0) }, offset: range.lowerBound, total: 1000)
        }
        mock.onWindows.returns(window(0..<60))
        await model.load()
        let held = mock.onWindows.holds()
        model.visibleRange = 300..<310
        try await held.arrival()
        // Scrolling goes on and asks for nothing more; the last place is fetched when the first has come.
        for top in stride(from: 310, through: 700, by: 10) { model.visibleRange = top..<(top + 10) }
        #expect(mock.onWindows.calls.count == 2)
        mock.onWindows.returns(window(675..<735))
        held.release(returning: window(275..<335))
        await model.state.first { !$0.isFetching }
        #expect(mock.onWindows.calls.count == 3)
        #expect(mock.onWindows.calls.last?.start == .offset(700, lead: 25))
        #expect(model.visibleRange == 700..<710)
        #expect(model.state.value.rows.contains(Deal(700)))
    }

    @Test func aTableThatNobodyTouchedShowsTheTopOfTheNewSort() async {
        let (model, _) = inMemory()
        await model.load()
        await model.sort(by: price)
        #expect(model.visibleRange.lowerBound == 0)
        #expect(model.state.value.rows.first?.id == 999)
        await model.sort(by: price)
        #expect(model.visibleRange.lowerBound == 0)
    }

    @Test(arguments: [false, true]) func rowsThatAppearWhenTheTableIsDrawnAreNobodysMove(_ isBackwards: Bool) async {
        // A screen with room for more rows than the model was told.
        let table = InMemoryRecordTable<Deal>(
            [.id, .init("price") { $0.price < $1.price }], rows: (0..<10_000).map { Deal($0, price: -$0) })
        let model = Model(table: table, time: clock)
        await model.load()
        let drawn = model.state.value.rows.prefix(30).map(\.id)
        for id in isBackwards ? drawn.reversed() : drawn { model.rowAppeared(id) }
        await model.sort(by: price)
        #expect(model.visibleRange.lowerBound == 0)
        #expect(model.state.value.rows.first?.id == 9999)
    }

    @Test func rowAppearedAloneScrollsFurtherDown() async {
        let (model, _) = inMemory()
        await model.load()
        for id in 0..<40 { model.rowAppeared(id) }
        #expect(model.visibleRange == 30..<40)
        await model.sort(by: price)
        #expect(heights(model)[30] == 0)
        #expect(model.visibleRange.lowerBound == 969)
    }

    @Test func onceSomebodyHasMovedTheTopRowStaysInSightAlsoAtTheTop() async {
        let (model, _) = inMemory()
        await model.load()
        await model.scroll(toOffset: 300)
        await model.scroll(toOffset: 0)
        await model.sort(by: price)
        #expect(heights(model).keys.contains(0))
        #expect(model.visibleRange.contains(999))
    }

    @Test func aColumnThatTheTableDoesNotHaveIsAMessageAndTheRowsStay() async {
        let (model, _) = inMemory()
        await model.load()
        let before = model.state.value
        await model.sort(by: TableColumn.ID(rawValue: "colour"))
        #expect(model.state.value.error?.code == .invalidInput)
        #expect(model.state.value.rows == before.rows && model.state.value.sort == before.sort)
        #expect(model.state.value.nextSort == nil && !model.state.value.isFetching)
    }

    @Test func aTableThatIsMadeWithSuchAColumnSaysSoWhenItLoads() async {
        let (_, table) = inMemory()
        let model = Model(table: table, sort: TableSort(TableColumn.ID(rawValue: "colour")), time: clock)
        await model.load()
        #expect(model.state.value.error?.message.contains("Its columns are id, price.") == true)
        await model.sort(by: price)
        #expect(model.state.value.error == nil && model.state.value.sort == TableSort(price))
    }

    @Test func aSortMayBeNamedWithItsDirection() async {
        let (model, _) = inMemory()
        await model.load()
        let column = RowColumn<Deal>("price")
        await model.sort(by: column, descending: true)
        #expect(model.state.value.sort == TableSort(price, .descending))
        await model.sort(by: column, descending: true)
        #expect(model.state.value.sort == TableSort(price, .descending), "it does not reverse")
        await model.sort(by: column)
        #expect(model.state.value.sort == TableSort(price, .ascending))
        await model.sort(by: id, descending: false)
        #expect(model.state.value.sort == TableSort(id, .ascending))
    }

    // MARK: Errors

    @Test func aFailureKeepsTheRowsAndTheNextSuccessClearsIt() async {
        let (model, table) = inMemory()
        await model.load()
        let rows = model.state.value.rows
        table.fail(with: DataError(.diskFailure))
        await model.sort(by: price)
        #expect(model.state.value.error?.code == .diskFailure)
        #expect(model.state.value.rows == rows)
        #expect(model.state.value.sort == TableSort(id))
        #expect(model.state.value.nextSort == TableSort(price))
        #expect(!model.state.value.isFetching)
        // Loading again tries what was asked for.
        table.fail(with: nil)
        await model.load()
        #expect(model.state.value.error == nil)
        #expect(model.state.value.sort == TableSort(price))
    }

    @Test func aLiveWindowThatFailsIsTriedAgainWhenThePersonDoesSomething() async {
        let (model, table) = inMemory()
        await model.load()
        table.fail(with: DataError(.diskFailure))
        while model.state.value.error == nil {
            clock.advance(by: .milliseconds(50))
            await Task.yield()
        }
        let reads = table.reads
        #expect(model.state.value.rows.count == 20)
        for _ in 0..<50 { await Task.yield() }
        #expect(table.reads == reads)
        table.fail(with: nil)
        model.rowAppeared(5)
        await model.state.first { $0.error == nil }
        #expect(table.reads == reads + 1)
    }

    @Test func aJumpThatFailsStaysWhereItWas() async {
        let (model, table) = inMemory()
        await model.load()
        table.fail(with: DataError(.diskFailure))
        await model.scroll(toOffset: 500)
        #expect(model.state.value.error?.code == .diskFailure)
        #expect(model.visibleRange == 0..<10)
    }

    // MARK: Ends

    @Test func stopEndsFollowingAndLoadBeginsAnew() async throws {
        let (model, table) = inMemory()
        await model.load()
        try await table.waitForFollowers(1)
        model.stop()
        try await table.waitForFollowers(0)
        table.put(Deal(5000))
        #expect(model.state.value.total == 1000)
        await model.load()
        #expect(model.state.value.total == 1001)
    }

    @Test func stopEndsAFetchThatIsUnderWay() async throws {
        let model = mocked()
        let held = mock.onWindows.holds()
        let load = Task { await model.load() }
        try await held.arrival()
        model.stop()
        await load.value
        try await held.cancellation()
        #expect(!model.state.value.isFetching)
        #expect(model.state.value.error == nil)
    }

    @Test func aTableViewModelIsReleasedWithItsLastReference() async throws {
        let table = InMemoryRecordTable.deals(10)
        let reference = await loaded(table)
        try await table.waitForFollowers(0)
        #expect(reference.object == nil)
    }

    private func loaded(_ table: InMemoryRecordTable<Deal>) async -> Weak<Model> {
        let model = Model(table: table, time: clock)
        await model.load()
        return Weak(model)
    }

    @Test func aTableThatIsClosedKeepsItsRows() async throws {
        let (model, table) = inMemory()
        await model.load()
        try await clock.waitForSleepers(1)
        table.close()
        clock.advance(by: .milliseconds(50))
        try await table.waitForFollowers(0)
        #expect(model.state.value.rows.count == 20)
        #expect(model.state.value.error == nil)
        #expect(!model.state.value.isFetching)
    }
}
