package import AppScreens
import PostFeatures
import ScreenKit

/// The actions that a screen lists, done one after the other: something is seen of each, or a server is asked.
@MainActor
package struct ActionWalk<Context: ScreenContext> {
    /// The program's actions.
    package typealias Action = Context.Action

    /// The reason why an action was not done.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Seen: Equatable {
        let cells: [[TerminalGrid.Cell]]
        let cursor: [Int]
        let screen: ObjectIdentifier
        let requests: Int
    }

    private let driven: DrivenScreens<Context>
    private let requests: @MainActor () -> Int
    private let pause: @MainActor () -> Void
    /// The screen whose actions are done.
    package private(set) var screen: any AppScreen<Action>
    /// The actions that were done.
    package private(set) var done: Set<Action> = []
    /// The actions that the screen has listed in the states that it was in.
    package private(set) var listed: Set<Action> = []

    /// Begins with the screen that is seen.
    ///
    /// - Parameters:
    ///   - driven: The program.
    ///   - requests: Gives the number of requests so far.
    ///   - pause: Moves the clock before each action, where a second one a moment later would be dropped; nothing by default.
    package init(
        _ driven: DrivenScreens<Context>, requests: @escaping @MainActor () -> Int,
        pause: @escaping @MainActor () -> Void = {}
    ) {
        (self.driven, self.requests, self.pause) = (driven, requests, pause)
        screen = driven.stack.current
    }

    /// The same actions on another screen of the kind.
    package func continued(on screen: any AppScreen<Action>) -> ActionWalk {
        var walk = self
        walk.screen = screen
        return walk
    }

    /// This walk with what another one has done in a state in which the screen lists other actions.
    package func joined(with other: ActionWalk) -> ActionWalk {
        var walk = self
        walk.done.formUnion(other.done)
        walk.listed.formUnion(other.listed)
        return walk
    }

    private var seen: Seen {
        Seen(
            cells: driven.grid.cells, cursor: [driven.grid.row, driven.grid.column],
            screen: ObjectIdentifier(driven.stack.current), requests: requests())
    }

    /// Does something in a state in which it means something, and closes what that opened.
    ///
    /// - Parameter actions: The actions, in their order.
    /// - Throws: ``Failure`` for one of which nothing is seen, and where the screen is gone.
    package mutating func perform(_ actions: Action...) async throws {
        for action in actions {
            guard driven.stack.current === screen else {
                throw Failure(description: "\(type(of: screen)) is gone before \(action):\n\(driven.grid.text)")
            }
            await driven.settle()
            pause()
            await driven.settle()
            listed.formUnion(screen.actions)
            guard screen.actions.contains(action) else {
                throw Failure(description: "\(type(of: screen)) does not list \(action):\n\(driven.grid.text)")
            }
            done.insert(action)
            // What was said of the last action goes with any key.
            driven.stack.say(nil)
            if screen.banner?.cause == .action { screen.dismissBanner() }
            driven.draw()
            let before = seen
            guard perform(action) == .none else { continue }
            guard await driven.drawChanges(for: .seconds(60), until: { seen != before }) else {
                throw Failure(description: "\(action) does nothing on \(type(of: screen)):\n\(driven.grid.text)")
            }
            await driven.settle()
            while driven.stack.current !== screen, driven.stack.above.contains(where: { $0 !== screen }) {
                driven.perform(.back)
                await driven.settle()
                guard driven.stack.first === screen || driven.stack.above.contains(where: { $0 === screen }) else {
                    return
                }
            }
        }
    }

    /// Does it as a person does: where something is typed, the key goes to the field first.
    private func perform(_ action: Action) -> ScreenReaction {
        guard screen.isWriting else { return driven.perform(action) }
        let reaction = driven.stack.handle(line: ":\(action.rawValue)")
        driven.draw()
        return reaction
    }
}
