import ConsoleKit
import Core
import Database
import PostFeatures

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The table on the screen: keys steer a view model, and what that shows is drawn, at most twenty times a second.
@MainActor
final class LiveTable {
    private static let frameInterval = Duration.milliseconds(50)

    private let model: RecordTableViewModel<Deal>
    private let ingest: LiveIngest
    private let hasColour: Bool
    private let send: @Sendable (WatchEvent) -> Void
    private var size = ScreenSize.ofTerminal
    private var state = WatchState()
    private var writer = FrameWriter()
    private var nextFrame = ContinuousClock.now
    private var isFramePlanned = false

    /// Prepares the table.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - ingest: The stream of deals into it.
    ///   - hasColour: Whether to use colours.
    ///   - send: Sends the events of the table itself.
    init(store: JSONStore, ingest: LiveIngest, hasColour: Bool, send: @escaping @Sendable (WatchEvent) -> Void) {
        self.ingest = ingest
        self.hasColour = hasColour
        self.send = send
        let lines = max(1, size.tableLines)
        model = RecordTableViewModel(
            table: DatabaseRecordTableProvider(store, Deal.schema),
            configuration: .init(showSize: max(100, 2 * lines), visibleCount: lines, sticksToTop: true))
    }

    /// Shows the table until somebody or something ends it.
    ///
    /// - Parameter events: The events to react to.
    /// - Returns: The signal that ended it; nil when the person did.
    /// - Throws: The terminal's error.
    func run(_ events: AsyncStream<WatchEvent>) async throws -> Int32? {
        let tokens = [
            model.state.observe { [send] _ in send(.changed) },
            ingest.progress.observe { [send] _ in send(.changed) },
        ]
        defer { for token in tokens { token.cancel() } }
        state.isIngesting = true
        state.expected = ingest.expected
        Task { await model.load() }
        Task { await followIngest() }
        defer { model.stop() }
        for await event in events {
            switch event {
            case .keys(let keys):
                for key in keys where press(key) == .quit { return nil }
            case .resized: resize()
            case .resumed:
                try TerminalMode.resume()
                writer.forget()
                resize()
            case .frameDue: isFramePlanned = false
            case .changed: break
            case .ended(let number): return number
            }
            try drawSoon()
        }
        return nil
    }

    private func followIngest() async {
        do {
            try await ingest.wait()
        } catch {
            state.problem = "The deals no longer stream in: \(DataError(error).message)"
        }
        state.isIngesting = false
        send(.changed)
    }

    // MARK: Keys

    private enum Consequence {
        case goOn
        case quit
    }

    private func press(_ key: Key) -> Consequence {
        let page = max(1, size.tableLines)
        let top = model.visibleRange.lowerBound
        switch key {
        case .character("q"), .control("c"): return .quit
        case .up, .character("k"): scroll(to: top - 1)
        case .down, .character("j"): scroll(to: top + 1)
        case .pageUp, .character("b"): scroll(to: top - page)
        case .pageDown, .character(" "): scroll(to: top + page)
        case .home, .character("g"): scroll(to: 0)
        case .end, .character("G"): scroll(to: .max)
        case .control("l"): writer.forget()
        case .character(let character):
            guard let number = character.wholeNumberValue, model.columns.indices.contains(number - 1) else { break }
            let column = model.columns[number - 1].id
            Task { await model.sort(by: column) }
        case .control: break
        }
        return .goOn
    }

    private func scroll(to rank: Int) {
        let count = max(1, size.tableLines)
        let top = max(0, min(rank, model.state.value.total - count))
        model.visibleRange = top..<(top + count)
    }

    private func resize() {
        size = ScreenSize.ofTerminal
        let top = model.visibleRange.lowerBound
        model.visibleRange = top..<(top + max(1, size.tableLines))
    }

    // MARK: Drawing

    private func drawSoon() throws {
        let now = ContinuousClock.now
        if now >= nextFrame {
            nextFrame = now + Self.frameInterval
            try draw()
        } else if !isFramePlanned {
            isFramePlanned = true
            Task { [send, nextFrame] in
                // Only a cancelled sleep throws, and nobody cancels this one.
                try? await Task.sleep(until: nextFrame, clock: .continuous)
                send(.frameDue)
            }
        }
    }

    private func draw() throws {
        state.take(model.state.value, visible: model.visibleRange)
        if let error = model.state.value.error { state.problem = error.message }
        state.committed = ingest.progress.value.committed
        state.rate = ingest.progress.value.rate
        var frame = writer.frame(WatchScreen(size: size, hasColour: hasColour).lines(state), size: size)
        try frame.withUTF8 { try SystemCalls.write(STDOUT_FILENO, UnsafeRawBufferPointer($0)) }
    }
}
