package import PostFeatures
package import ScreenKit

/// One of a program's screens; several lie above each other, and the last one is seen.
@MainActor
package protocol AppScreen<Action>: AnyObject {
    /// The program's actions.
    associatedtype Action: ScreenAction

    /// The subject of the screen, for its first row.
    var title: StyledText { get }
    /// A detail at the right of the title, such as a place in a list.
    var detail: String { get }
    /// The actions that it has, in the order of the help.
    var actions: [Action] { get }
    /// The keys that it takes itself, whatever the table of keys says, in front of the actions in the help; none by default.
    var ownKeys: [OwnKey] { get }
    /// The failure to show, with the key that tries again.
    var banner: Banner? { get }
    /// Whether something is being fetched.
    var isFetching: Bool { get }
    /// Whether keys that write go into a text, so that they mean nothing else.
    var isWriting: Bool { get }
    /// The text of several lines that keys write into; nil, the default, where one line is typed or nothing.
    var writtenText: String? { get }
    /// Whether what is typed must not be seen; false by default.
    var isSecret: Bool { get }
    /// How old what is shown is; nil where that means nothing.
    var age: String? { get }
    /// The part that it has in two panes; all of the screen by default.
    var pane: ScreenPane { get }

    /// Begins to show what there is, and to follow its changes.
    func start()

    /// Ends following; the screen is not seen any more.
    func stop()

    /// Called where the screen is seen again, as one above it has gone.
    func reappear()

    /// Dismisses the failure of the last action.
    func dismissBanner()

    /// Stores what has to be stored before the screen or the program is gone; called behind ``stop()``.
    func finish() async

    /// Does something.
    ///
    /// - Parameter action: One of its actions.
    /// - Returns: What that means for the other screens.
    func perform(_ action: Action) -> ScreenChange<Action>

    /// Reacts to a click.
    ///
    /// - Parameter row: The row within the screen's region, from 0.
    /// - Returns: What that means for the other screens.
    func click(row: Int) -> ScreenChange<Action>

    /// Takes a key or a pasted text before anything else does, as a field does where something is typed.
    ///
    /// - Parameter event: What happened.
    /// - Returns: nil where it does not take it; else what that means for the other screens.
    func take(_ event: InputEvent) -> ScreenChange<Action>?

    /// Finds out whether it shows what another screen would, so that the other one is not needed; false by default.
    ///
    /// - Parameter other: The other screen, which was not started.
    /// - Returns: True where it does.
    func shows(_ other: any AppScreen<Action>) -> Bool

    /// Draws the part between the title and the last rows.
    ///
    /// - Parameters:
    ///   - region: The part of the screen.
    ///   - screen: The screen.
    func draw(in region: ScreenRegion, on screen: inout Screen)
}

/// A change of the screens, as the result of an action.
package enum ScreenChange<Action: ScreenAction> {
    case none
    /// Another screen lies above.
    case show(any AppScreen<Action>)
    /// The screen goes; the one below is seen.
    case close
    /// The screen goes, with a sentence for the last row.
    case leave(String)
    /// The screen goes, and another one takes its place.
    case replace(any AppScreen<Action>)
    /// The first screen is seen, and nothing above it.
    case first
    /// Another screen is the first one, and nothing lies above it.
    case begin(any AppScreen<Action>)
    /// A sentence for the last row.
    case say(String)
    /// A link for the clipboard.
    case copy(String)
    /// Another program has the terminal until it ends.
    case run(ProgramRun)
}

extension AppScreen {
    package var detail: String { "" }
    package var ownKeys: [OwnKey] { [] }
    package var banner: Banner? { nil }
    package var isFetching: Bool { false }
    package var isWriting: Bool { false }
    package var writtenText: String? { nil }
    package var isSecret: Bool { false }
    package var age: String? { nil }
    package var pane: ScreenPane { .whole }

    package func start() {}
    package func reappear() {}
    package func dismissBanner() {}
    package func finish() async {}
    package func stop() {}
    package func click(row: Int) -> ScreenChange<Action> { .none }
    package func take(_ event: InputEvent) -> ScreenChange<Action>? { nil }
    package func shows(_ other: any AppScreen<Action>) -> Bool { false }
}

/// A key that a screen takes itself, as a form does where something is typed.
package struct OwnKey: Hashable, Sendable {
    /// The names of the keys, as the help has them.
    package let names: String
    /// Words for its effect.
    package let words: String

    package init(_ names: String, _ words: String) {
        (self.names, self.words) = (names, words)
    }
}

/// The part that a screen has where there is room for two beside each other.
package enum ScreenPane: Hashable, Sendable {
    /// All of it.
    case whole
    /// The left pane: a list, beside what is opened from it.
    case list
    /// The right pane: what was opened from a list.
    case detail
}
