package import AppScreens
package import Core
package import ScreenKit

/// The screens of a program in the test's own process: keys go in, and a grid shows what is drawn.
@MainActor
package final class DrivenScreens<Context: ScreenContext> {
    /// The program's actions.
    package typealias Action = Context.Action

    /// The screens.
    package let stack: ScreenStack<Context>
    /// The size of the terminal.
    package private(set) var size: ScreenSize
    /// What the terminal shows.
    package private(set) var grid: TerminalGrid
    /// The bytes that were written for the last screen.
    package private(set) var written = 0
    private var writer = ScreenWriter(hasColour: true)
    private var shown: Screen

    /// The screen that a test waited for never came; what was there instead.
    package struct NeverShown: Error, CustomStringConvertible {
        package let description: String

        /// Creates the error.
        ///
        /// - Parameter grid: What the terminal shows.
        package init(_ grid: TerminalGrid) {
            description = "\n\(grid.text)"
        }
    }

    /// A loop that lasts as long as a body.
    package struct Loop: ProgramLoop {
        private let body: @MainActor () async throws -> Void

        /// Creates a loop.
        ///
        /// - Parameter body: What a person does.
        package init(_ body: @escaping @MainActor () async throws -> Void) {
            self.body = body
        }

        package func run() async throws -> ScreenEnd {
            try await body()
            return .quit
        }
    }

    /// Drives screens, which somebody else starts and ends.
    ///
    /// - Parameters:
    ///   - stack: The screens.
    ///   - size: The size of the terminal.
    package init(_ stack: ScreenStack<Context>, _ size: ScreenSize) {
        self.stack = stack
        self.size = size
        grid = TerminalGrid(columns: size.columns, rows: size.rows)
        shown = Screen(size)
        stack.resize(to: size)
    }

    /// The things that the screens share.
    package var context: Context { stack.context }
    /// The clock.
    package var time: any TimeProvider { context.time }

    // MARK: Drawing

    /// Draws what there is to draw.
    package func draw() {
        var screen = Screen(size)
        stack.draw(on: &screen)
        let bytes = writer.bytes(for: screen)
        written = bytes.count
        grid.feed(bytes)
        shown = screen
    }

    /// Draws everything, whatever the terminal shows.
    package func redraw() {
        writer.forget()
        draw()
    }

    /// What a terminal shows that is drawn whole.
    package var redrawn: TerminalGrid {
        var writer = ScreenWriter(hasColour: true)
        var grid = TerminalGrid(columns: size.columns, rows: size.rows)
        grid.feed(writer.bytes(for: shown))
        return grid
    }

    // MARK: What a person does

    /// Presses keys, by their names with blanks between them, and draws what that has changed.
    package func press(_ names: String) {
        for name in names.split(separator: " ") {
            guard let key = KeyPress(name: String(name)) else { preconditionFailure("\(name) is no key.") }
            _ = stack.handle(.key(key))
        }
        draw()
    }

    /// Types a text, and draws what that has changed.
    package func type(_ text: String) {
        _ = stack.handle(.paste(text))
        draw()
    }

    /// Uses the mouse at a cell, and draws what that has changed.
    package func mouse(_ kind: MouseEvent.Kind, row: Int, column: Int) {
        _ = stack.handle(.mouse(MouseEvent(kind, at: Screen.Place(row: row, column: column))))
        draw()
    }

    /// Changes the size, and draws anew.
    package func resize(columns: Int, rows: Int) {
        size = ScreenSize(columns: columns, rows: rows)
        grid.resize(columns: columns, rows: rows)
        stack.resize(to: size)
        draw()
    }

    /// Does something, as its key does, and draws what that has changed.
    @discardableResult
    package func perform(_ actions: Action...) -> ScreenReaction {
        var reaction = ScreenReaction.none
        for action in actions {
            reaction = stack.handle(action)
            draw()
        }
        return reaction
    }

    // MARK: Waiting

    /// Returns when nothing is under way any more, and draws it.
    package func settle() async {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(5)
        var quiet = 0
        while quiet < 20, clock.now < end {
            await Task.yield()
            quiet = stack.isSettled ? quiet + 1 : 0
        }
        draw()
    }

    /// Returns when the screen is as a condition says.
    ///
    /// - Parameters:
    ///   - duration: How long it may take; 20 seconds by default.
    ///   - isMet: The condition.
    /// - Throws: ``NeverShown``.
    package func wait(for duration: Duration = .seconds(20), until isMet: (TerminalGrid) -> Bool) async throws {
        guard await drawChanges(for: duration, until: { isMet(grid) }) else {
            throw NeverShown(grid)
        }
    }

    /// Draws whenever a change is told, as a program does, until something is seen: also what is there for a moment only.
    ///
    /// - Parameters:
    ///   - duration: How long it may take.
    ///   - isMet: Whether it is seen.
    /// - Returns: Whether it came in that time.
    package func drawChanges(for duration: Duration, until isMet: () -> Bool) async -> Bool {
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
}
