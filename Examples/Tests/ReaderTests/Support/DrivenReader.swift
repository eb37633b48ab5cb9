import Cloud
import Core
import Foundation
import Mocks
import PostFeatures
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// The reader's screens in the test's own process, on a server and a disk in memory: keys go in, and a grid shows what is drawn.
@MainActor
final class DrivenReader {
    let stack: ScreenStack<ReaderContext>
    private(set) var size: ScreenSize
    private(set) var grid: TerminalGrid
    /// The bytes that were written for the last screen.
    private(set) var written = 0
    let context: ReaderContext
    /// What answers the reader's requests; nil where a test has another server.
    let server: DayServer?
    private var writer = ScreenWriter(hasColour: true)
    private var shown: Screen

    /// Runs a body beside the reader, which ends with it.
    ///
    /// - Parameters:
    ///   - columns: The width of the terminal.
    ///   - rows: Its height.
    ///   - isPlain: Whether screens are told in lines; false by default.
    ///   - body: What a person does.
    /// - Throws: What the body throws.
    static func run(
        columns: Int, rows: Int, isPlain: Bool = false, _ body: @escaping @MainActor (DrivenReader) async throws -> Void
    ) async throws {
        await Self.begin()
        defer { Self.end() }
        let clock = ManualClock(now: Day.morning)
        let server = DayServer(communities: [], date: Day.morning)
        let process = try await DayProcess(files: InMemoryFileSystem(), server: server, clock: clock)
        try await process.run {
            Dependency.register((any ImageProvider).self) { NoImages() }
            let context = ReaderContext(
                profile: .demo, format: PostFormat(language: .english), keys: KeyTable(), queue: EventQueue(),
                isOffline: false, isPlain: isPlain)
            let reader = DrivenReader(context, ScreenSize(columns: columns, rows: rows), server: server)
            _ = try await reader.stack.run(in: Loop { try await body(reader) })
        }
        try await process.quit()
    }

    // MARK: One at a time

    private static var isRunning = false
    private static var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits for the reader of another test to end: each draws on the main actor as often as it can, and the programs of other
    /// tests need that too.
    static func begin() async {
        guard isRunning else {
            isRunning = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets the next test begin.
    static func end() {
        if waiting.isEmpty { isRunning = false } else { waiting.removeFirst().resume() }
    }

    /// The screen that a test waited for never came; what was there instead.
    private struct NeverShown: Error, CustomStringConvertible {
        let description: String
    }

    /// Pictures that are nowhere.
    private struct NoImages: ImageProvider {
        func image(for link: ResourceLink) async throws -> Data {
            throw NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))
        }
    }

    /// A loop that lasts as long as a body.
    struct Loop: ProgramLoop {
        let body: @MainActor () async throws -> Void

        func run() async throws -> ScreenEnd {
            try await body()
            return .quit
        }
    }

    init(_ context: ReaderContext, _ size: ScreenSize, server: DayServer? = nil) {
        self.server = server
        self.context = context
        stack = ScreenStack(context, FeedScreen(context, source: .home, chosen: nil))
        self.size = size
        grid = TerminalGrid(columns: size.columns, rows: size.rows)
        shown = Screen(size)
        stack.resize(to: size)
    }

    /// The clock.
    var time: any TimeProvider { context.time }
    /// The post that is open; nil for none.
    var openPost: PostScreen? { stack.above.last as? PostScreen }

    /// Draws what there is to draw.
    func draw() {
        var screen = Screen(size)
        stack.draw(on: &screen)
        let bytes = writer.bytes(for: screen)
        written = bytes.count
        grid.feed(bytes)
        shown = screen
    }

    /// Draws everything, whatever the terminal shows.
    func redraw() {
        writer.forget()
        draw()
    }

    /// What a terminal shows that is drawn whole.
    var redrawn: TerminalGrid {
        var writer = ScreenWriter(hasColour: true)
        var grid = TerminalGrid(columns: size.columns, rows: size.rows)
        grid.feed(writer.bytes(for: shown))
        return grid
    }

    /// Presses keys, by their names with blanks between them, and draws what that has changed.
    func press(_ names: String) {
        for name in names.split(separator: " ") {
            guard let key = KeyPress(name: String(name)) else {
                Issue.record("\(name) is no key")
                continue
            }
            _ = stack.handle(.key(key))
        }
        draw()
    }

    /// Uses the mouse at a cell, and draws what that has changed.
    func mouse(_ kind: MouseEvent.Kind, row: Int, column: Int) {
        _ = stack.handle(.mouse(MouseEvent(kind, at: Screen.Place(row: row, column: column))))
        draw()
    }

    /// Changes the size, and draws anew.
    func resize(columns: Int, rows: Int) {
        size = ScreenSize(columns: columns, rows: rows)
        grid.resize(columns: columns, rows: rows)
        stack.resize(to: size)
        draw()
    }

    /// Returns when the screen is as a condition says.
    func wait(until isMet: (TerminalGrid) -> Bool) async throws {
        guard await drawChanges(for: .seconds(20), until: { isMet(grid) }) else {
            throw NeverShown(description: "\n\(grid.text)")
        }
    }

    /// Draws whenever a change is told, as a program does, until something is seen: also what is there for a moment only.
    ///
    /// - Parameters:
    ///   - duration: How long it may take.
    ///   - isMet: Whether it is seen.
    /// - Returns: Whether it came in that time.
    func drawChanges(for duration: Duration, until isMet: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + duration
        return await withoutActuallyEscaping(isMet) { isMet in
            await withCheckedContinuation { continuation in
                @MainActor func look(turn: Int) {
                    // A drawing takes long, and whatever is under way needs many turns of the main actor.
                    if context.queue.takeWaiting().contains(.changed) || turn.isMultiple(of: 20) {
                        draw()
                        if isMet() { return continuation.resume(returning: true) }
                        if ContinuousClock.now > end { return continuation.resume(returning: false) }
                    }
                    // A turn that waits already when another one begins, which that of a test that yields does not.
                    Task { @MainActor in look(turn: turn + 1) }
                }
                look(turn: 0)
            }
        }
    }

    /// Waits until the first posts are there.
    func waitForFeed() async throws {
        try await wait { $0.text(ofRow: 0).contains(" 1/25") && $0.text(ofRow: 1).hasPrefix("> ") }
    }

    /// Opens a screen, however a person would get there.
    func show(_ screen: any AppScreen<ReaderAction>) {
        context.relay.send(.show(screen), from: stack.current)
        draw()
    }

    /// Opens the chosen post, and waits until its comments are there.
    func open() async throws {
        press("enter")
        try await wait { grid in
            stack.current is PostScreen && !stack.current.title.isEmpty && !grid.text.contains("Loading…")
        }
    }
}
