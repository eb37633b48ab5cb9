import ConsoleKit
import Core
import Database
import PostFeatures
import ScreenKit

/// The table on the screen: keys steer a view model, and what that shows is drawn.
@MainActor
final class LiveTable: ScreenProgram {
    private let model: RecordTableViewModel<Deal>
    private let ingest: LiveIngest
    private let queue: EventQueue
    private var size: ScreenSize
    private var state = WatchState()

    /// Prepares the table.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - ingest: The stream of deals into it.
    ///   - size: The size of the terminal.
    ///   - queue: Where the table's own events go.
    init(store: JSONStore, ingest: LiveIngest, size: ScreenSize, queue: EventQueue) {
        self.ingest = ingest
        self.size = size
        self.queue = queue
        let rows = max(1, size.tableRows)
        model = RecordTableViewModel(
            table: DatabaseRecordTableProvider(store, Deal.schema),
            configuration: .init(showSize: max(100, 2 * rows), visibleCount: rows, sticksToTop: true))
    }

    /// Shows the table until somebody or something ends it.
    ///
    /// - Parameter loop: The loop that shows it.
    /// - Returns: The reason for the end.
    /// - Throws: The terminal's error.
    func run(in loop: ScreenLoop) async throws -> ScreenEnd {
        let tokens = [
            model.state.observe { [queue] _ in queue.send(.changed) },
            ingest.progress.observe { [queue] _ in queue.send(.changed) },
        ]
        defer { for token in tokens { token.cancel() } }
        state.isIngesting = true
        state.expected = ingest.expected
        Task { await model.load() }
        Task { await followIngest() }
        defer { model.stop() }
        return try await loop.run()
    }

    private func followIngest() async {
        do {
            try await ingest.wait()
        } catch {
            state.problem = "The deals no longer stream in: \(DataError(error).message)"
        }
        state.isIngesting = false
        queue.send(.changed)
    }

    // MARK: Keys

    func handle(_ event: InputEvent) -> ScreenReaction {
        switch event {
        case .key(let press): return self.press(press)
        case .mouse(let mouse) where mouse.kind == .wheelUp: scroll(to: model.visibleRange.lowerBound - 3)
        case .mouse(let mouse) where mouse.kind == .wheelDown: scroll(to: model.visibleRange.lowerBound + 3)
        case .mouse, .paste, .reply: break
        }
        return .none
    }

    private func press(_ press: KeyPress) -> ScreenReaction {
        let page = max(1, size.tableRows)
        let top = model.visibleRange.lowerBound
        switch (press.key, press.modifiers) {
        case (.character("q"), []), (.character("c"), .control): return .quit
        case (.character("l"), .control): return .redraw
        case (.character("z"), .control): return .suspend
        case (.up, _), (.character("k"), []): scroll(to: top - 1)
        case (.down, _), (.character("j"), []): scroll(to: top + 1)
        case (.pageUp, _), (.character("b"), []): scroll(to: top - page)
        case (.pageDown, _), (.character(" "), []): scroll(to: top + page)
        case (.home, _), (.character("g"), []): scroll(to: 0)
        case (.end, _), (.character("G"), []): scroll(to: .max)
        case (.character(let character), []):
            guard let number = character.wholeNumberValue, model.columns.indices.contains(number - 1) else { break }
            let column = model.columns[number - 1].id
            Task { await model.sort(by: column) }
        default: break
        }
        return .none
    }

    private func scroll(to rank: Int) {
        let count = max(1, size.tableRows)
        let top = max(0, min(rank, model.state.value.total - count))
        model.visibleRange = top..<(top + count)
    }

    // MARK: Drawing

    func resize(to size: ScreenSize) {
        self.size = size
        let top = model.visibleRange.lowerBound
        model.visibleRange = top..<(top + max(1, size.tableRows))
    }

    func draw(on screen: inout Screen) {
        state.take(model.state.value, visible: model.visibleRange)
        if let error = model.state.value.error { state.problem = error.message }
        state.committed = ingest.progress.value.committed
        state.rate = ingest.progress.value.rate
        WatchScreen(size: size).draw(state, on: &screen)
    }
}
