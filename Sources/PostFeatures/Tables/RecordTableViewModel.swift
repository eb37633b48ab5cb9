public import Core

/// A sorted table of any size: shows the rows around the visible ones, and keeps them up to date while data comes in.
///
/// ```swift
/// let table = RecordTableViewModel<Deal>()
/// let token = table.state.observe { draw($0) }
/// await table.load()
/// await table.sort(by: table.columns[2].id)      // ascending; the same column again reverses
/// await table.sort(by: Deal.byPrice.column, descending: true)
/// table.rowAppeared(deal.id)                     // or table.visibleRange = 40..<60
/// ```
///
/// It fetches a window of rows (600), shows a part of it (100) around the visible ones, and fetches anew before they
/// reach its edge. What was fetched is live: a commit that touches it shows at once, also while the person scrolls. The
/// selected row, if it can be seen, else the top one, stays where it is on the screen when rows are inserted above it
/// and, once the person has moved or selected, when the sort changes; until then another sort begins at its top. When
/// the row goes, the next one that can be seen does, and it is selected no more.
///
/// It starts nothing by itself: call ``load()``; it follows the table until ``stop()`` or until it is released. Nothing
/// throws: a failure becomes ``State/error`` and never removes a row.
@MainActor
public final class RecordTableViewModel<Row: Identifiable & Equatable & Sendable> where Row.ID: Sendable {
    /// The state to draw.
    public let state: ObservableValue<State>

    private let table: any RecordTableProvider<Row>
    private let time: any TimeProvider
    private let updateInterval: Duration
    private var viewport: TableViewport<Row>
    /// The task that follows the window that is shown.
    private var live: Follower?
    /// The task that follows the window that will be shown once its first rows have come; never more than one.
    private var pending: Follower?
    private var lastNumber = 0
    private var isLoaded = false
    /// The calls that wait until nothing is being fetched.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The task that checks whether the selected row is still there.
    private var selectionCheck: Task<Void, Never>?
    /// Whether the next window may be fetched: after a failure not before the person does something.
    private var isArmed = true

    private struct Follower: Sendable {
        let number: Int
        let task: Task<Void, Never>
    }

    /// The sizes of a table's windows and the way that it follows changes.
    public struct Configuration: Hashable, Sendable {
        /// The number of rows to fetch; not fewer than ``showSize``.
        package var fetchSize: Int
        /// The number of rows in ``State/rows``.
        package var showSize: Int
        /// The number of rows that are visible at first, until ``visibleRange`` is set.
        package var visibleCount: Int
        /// Whether a table at its top stays there when rows are inserted above and when the sort changes, also after
        /// somebody has moved, unless a selected row is visible; otherwise its top row stays.
        package var sticksToTop: Bool
        /// The shortest time between two updates of the same window: what is committed meanwhile comes as one update.
        package var updateInterval: Duration

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - fetchSize: The number of rows to fetch; 600 by default.
        ///   - showSize: The number of rows to show; 100 by default.
        ///   - visibleCount: The number of rows that are visible at first; 20 by default.
        ///   - sticksToTop: Whether a table at its top stays there; false by default.
        ///   - updateInterval: The shortest time between two updates; 50 milliseconds by default.
        public init(
            fetchSize: Int = 600, showSize: Int = 100, visibleCount: Int = 20, sticksToTop: Bool = false,
            updateInterval: Duration = .milliseconds(50)
        ) {
            self.fetchSize = fetchSize
            self.showSize = showSize
            self.visibleCount = visibleCount
            self.sticksToTop = sticksToTop
            self.updateInterval = updateInterval
        }
    }

    /// Creates a view model; resolves the table and starts nothing.
    ///
    /// - Parameters:
    ///   - table: The table; the registered `RecordTableProvider` of this type of row by default.
    ///   - sort: The sort at first; by the first column, ascending, by default.
    ///   - configuration: The sizes of its windows and the way that it follows changes.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        table: any RecordTableProvider<Row> = Dependency.resolve((any RecordTableProvider<Row>).self),
        sort: TableSort? = nil, configuration: Configuration = Configuration(),
        time: any TimeProvider = Dependency.clock
    ) {
        precondition(!table.columns.isEmpty, "A table has at least one column.")
        self.table = table
        self.time = time
        updateInterval = configuration.updateInterval
        state = ObservableValue(State(sort: sort ?? TableSort(table.columns[0].id)))
        viewport = TableViewport(
            fetchSize: configuration.fetchSize, showSize: configuration.showSize,
            visibleCount: configuration.visibleCount, sticksToTop: configuration.sticksToTop)
    }

    deinit {
        live?.task.cancel()
        pending?.task.cancel()
        selectionCheck?.cancel()
    }

    /// The columns that the table can be sorted by.
    public var columns: [TableColumn] { table.columns }

    // MARK: Loading and sorting

    /// Fetches the rows around the visible ones anew, and follows them from then on; returns when they are there.
    ///
    /// Calling it again makes what was under way void.
    public func load() async {
        guard isKnown(state.value.nextSort ?? state.value.sort) else { return }
        isLoaded = true
        restart()
        await settled()
    }

    /// Sorts by a column, ascending; reverses when the table is sorted by it already.
    ///
    /// Returns when the rows have come. Before ``load()`` it only chooses the sort.
    ///
    /// - Parameter column: One of ``columns``; another one is the error `invalidInput` in ``State/error``, and
    ///   everything stays as it is.
    public func sort(by column: TableColumn.ID) async {
        await sort((state.value.nextSort ?? state.value.sort).choosing(column))
    }

    /// Sorts by a column, whichever way the table is sorted now.
    ///
    /// Returns when the rows have come. Before ``load()`` it only chooses the sort.
    ///
    /// - Parameters:
    ///   - column: As in ``sort(by:)-(TableColumn.ID)``.
    ///   - descending: Whether the largest comes first.
    public func sort(by column: TableColumn.ID, descending: Bool) async {
        await sort(TableSort(column, descending ? .descending : .ascending))
    }

    /// Sorts by a column of this type of row, ascending; reverses when the table is sorted by it already.
    ///
    /// - Parameter column: As in ``sort(by:)-(TableColumn.ID)``.
    public func sort(by column: RowColumn<Row>) async {
        await sort(by: column.id)
    }

    /// Sorts by a column of this type of row, whichever way the table is sorted now.
    ///
    /// - Parameters:
    ///   - column: As in ``sort(by:)-(TableColumn.ID)``.
    ///   - descending: Whether the largest comes first.
    public func sort(by column: RowColumn<Row>, descending: Bool) async {
        await sort(by: column.id, descending: descending)
    }

    private func sort(_ next: TableSort) async {
        guard isKnown(next) else { return }
        guard isLoaded else {
            state.update { state in
                state.sort = next
                state.error = nil
            }
            return
        }
        state.update { $0.nextSort = next == $0.sort ? nil : next }
        restart()
        await settled()
    }

    /// Whether the table has the column of a sort; says so in the state where it has not.
    private func isKnown(_ sort: TableSort) -> Bool {
        if columns.contains(where: { $0.id == sort.column }) { return true }
        state.update { $0.error = DataError.noColumn(sort.column, of: columns) }
        return false
    }

    /// Ends following the table and makes what is under way void; ``load()`` begins anew.
    public func stop() {
        isLoaded = false
        cancelAll()
        selectionCheck?.cancel()
        fetchingEnded()
    }

    // MARK: Scrolling and selecting

    /// Scrolls so that a row is the first visible one, or as close to it as the end of the table allows.
    ///
    /// Returns when the row is in ``State/rows``. A scroll that follows before wins.
    ///
    /// - Parameter offset: The number of rows of the table before it.
    public func scroll(toOffset offset: Int) async {
        act { $0.scroll(to: offset) }
        await settled()
    }

    /// Notes that a row has become visible: the visible part moves just so far that it contains the row.
    ///
    /// The rows that are drawn at first may say so, too: only one behind the first `showSize` counts as a move of the
    /// person's.
    ///
    /// - Parameter id: One of ``State/rows``; another one is ignored.
    public func rowAppeared(_ id: Row.ID) {
        act { $0.reveal(id) }
    }

    /// The ranks of the rows that can be seen; set it when the person scrolls, also while they do.
    ///
    /// It moves by itself when rows land above. Rows outside ``State/rows`` are fetched when it is set there.
    public var visibleRange: Range<Int> {
        get { viewport.visible }
        set { act { $0.show(newValue) } }
    }

    /// Chooses a row: while it can be seen it is the one that stays where it is on the screen.
    ///
    /// A row that is gone is selected no more.
    ///
    /// - Parameter id: The row; `nil` for none.
    public func select(_ id: Row.ID?) {
        viewport.selectedID = id
        state.update { $0.selectedID = id }
    }

    private func act(_ change: (inout TableViewport<Row>) -> Void) {
        isArmed = true
        change(&viewport)
        publish()
        fetchIfNeeded()
    }

    // MARK: Following

    private func restart() {
        cancelAll()
        isArmed = true
        fetch()
    }

    private func cancelAll() {
        live?.task.cancel()
        pending?.task.cancel()
        live = nil
        pending = nil
    }

    /// Waits until nothing is being fetched.
    private func settled() async {
        guard state.value.isFetching else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func fetchingEnded(_ error: (any Error)? = nil) {
        state.update { state in
            state.isFetching = false
            if let error, !(error is CancellationError) { state.error = DataError(error) }
        }
        let ready = waiting
        waiting = []
        for continuation in ready { continuation.resume() }
    }

    private func fetchIfNeeded() {
        guard isLoaded, isArmed, pending == nil, live == nil || viewport.needsFetch else { return }
        fetch()
    }

    private func fetch() {
        lastNumber += 1
        let request = viewport.request(state.value.nextSort ?? state.value.sort)
        let task = Task { [weak self, table, time, updateInterval, number = lastNumber] in
            do {
                for try await window in table.windows(request) {
                    guard !Task.isCancelled, self?.receive(window, from: number) == true else { return }
                    // What comes meanwhile is read once, afterwards.
                    try await time.sleep(for: updateInterval)
                }
                self?.end(number, nil)
            } catch {
                self?.end(number, error)
            }
        }
        pending = Follower(number: lastNumber, task: task)
        state.update { $0.isFetching = true }
    }

    /// Takes over a window, unless it was made void.
    ///
    /// - Returns: Whether the follower is still wanted.
    private func receive(_ window: TableWindow<Row>, from number: Int) -> Bool {
        if number == pending?.number {
            guard viewport.take(window, isAnswer: true) else {
                // The person scrolled away from it meanwhile.
                pending = nil
                fetch()
                return false
            }
            live?.task.cancel()
            live = pending
            pending = nil
            isArmed = true
            publish(window.sort)
            checkSelection()
            fetchIfNeeded()
            if pending == nil { fetchingEnded() }
            return true
        }
        guard number == live?.number else { return false }
        if viewport.take(window, isAnswer: false) {
            publish()
            checkSelection()
        }
        fetchIfNeeded()
        return true
    }

    /// Ends a follower: the table was closed, or it cannot be read.
    private func end(_ number: Int, _ error: (any Error)?) {
        guard number == pending?.number || number == live?.number else { return }
        if number == pending?.number {
            pending = nil
            viewport.stay()
        } else {
            live = nil
        }
        isArmed = false
        if pending == nil {
            fetchingEnded(error)
        } else if let error, !(error is CancellationError) {
            state.update { $0.error = DataError(error) }
        }
    }

    /// Clears the selection when its row is gone; asks the table where the fetched rows cannot tell.
    private func checkSelection() {
        selectionCheck?.cancel()
        guard let id = viewport.selectedElsewhere else { return }
        let sort = state.value.sort
        selectionCheck = Task { [weak self, table] in
            do {
                guard try await table.rank(of: id, by: sort) == nil, !Task.isCancelled else { return }
            } catch {
                // The rows' own fetch says why the table cannot be read; the next change asks again.
                return
            }
            guard let self, self.viewport.selectedElsewhere == id else { return }
            self.select(nil)
        }
    }

    private func publish(_ sort: TableSort? = nil) {
        state.update { state in
            state.rows = viewport.shownRows
            state.offset = viewport.shown.lowerBound
            state.total = viewport.total
            guard let sort else { return }
            state.sort = sort
            state.error = nil
            if state.nextSort == sort { state.nextSort = nil }
        }
    }
}
