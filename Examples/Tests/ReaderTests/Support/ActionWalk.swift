import DemoServer
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// The actions that a screen lists, done one after the other: something is seen of each, or the server is asked.
@MainActor
struct ActionWalk {
    private struct Seen: Equatable {
        let cells: [[TerminalGrid.Cell]]
        let cursor: [Int]
        let screen: ObjectIdentifier
        let requests: Int
    }

    private let reader: DrivenReader
    private let server: DemoServer
    private var screen: any AppScreen<ReaderAction>
    private var done: Set<ReaderAction> = []
    /// What the screen listed whenever something was done: it lists some things in some states only.
    private var listed: Set<ReaderAction> = []

    /// Begins with the screen that is seen.
    init(_ reader: DrivenReader, on fixture: ReaderFixture) {
        (self.reader, server, screen) = (reader, fixture.server, reader.stack.current)
    }

    /// The same actions on another screen of the kind.
    func continued(on screen: any AppScreen<ReaderAction>) -> ActionWalk {
        var walk = self
        walk.screen = screen
        return walk
    }

    private var seen: Seen {
        Seen(
            cells: reader.grid.cells, cursor: [reader.grid.row, reader.grid.column],
            screen: ObjectIdentifier(reader.stack.current), requests: server.requests.count)
    }

    /// Does something in a state in which it means something, and closes what that opened.
    mutating func perform(_ actions: ReaderAction...) async throws {
        for action in actions {
            try #require(reader.stack.current === screen, "\(type(of: screen)) is gone before \(action)")
            done.insert(action)
            await reader.settle()
            listed.formUnion(screen.actions)
            // What was said of the last action goes with any key.
            reader.stack.say(nil)
            screen.dismissBanner()
            reader.draw()
            let before = seen
            guard reader.perform(action) == .none else { continue }
            let hasChanged = await reader.drawChanges(for: .seconds(60)) { seen != before }
            #expect(hasChanged, "\(action) does nothing on \(type(of: screen)):\n\(reader.grid.text)")
            await reader.settle()
            while reader.stack.current !== screen, reader.stack.above.contains(where: { $0 !== screen }) {
                reader.perform(.back)
                await reader.settle()
                guard reader.stack.first === screen || reader.stack.above.contains(where: { $0 === screen }) else {
                    return
                }
            }
        }
    }

    /// Says whether everything that the screen lists was done.
    func finish() {
        let listed = listed.union(screen.actions)
        #expect(done == listed, "\(type(of: screen)): \(listed.symmetricDifference(done))")
    }
}
