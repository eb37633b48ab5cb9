import Core
import PostFeatures
import ScreenKit

/// One of the reader's screens; several lie above each other, and the last one is seen.
@MainActor
protocol ReaderScreen: AnyObject {
    /// The subject of the screen, for its first row.
    var title: StyledText { get }
    /// What stands at the right of the title, such as a place in a list.
    var detail: String { get }
    /// The actions that it has, in the order of the help.
    var actions: [ReaderAction] { get }
    /// The failure to show, with the key that tries again.
    var banner: Banner? { get }
    /// Whether something is being fetched.
    var isFetching: Bool { get }
    /// How old what is shown is; nil where that means nothing.
    var age: String? { get }

    /// Begins to show what there is, and to follow its changes.
    func start()

    /// Ends following; the screen is not seen any more.
    func stop()

    /// Stores what has to be stored before the screen or the program is gone; called behind ``stop()``.
    func finish() async

    /// Does something.
    ///
    /// - Parameter action: One of its actions.
    /// - Returns: What that means for the other screens.
    func perform(_ action: ReaderAction) -> ScreenChange

    /// Reacts to a click.
    ///
    /// - Parameter row: The row within the screen's region, from 0.
    /// - Returns: What that means for the other screens.
    func click(row: Int) -> ScreenChange

    /// Takes a key or a pasted text before anything else does, as a field does where something is typed.
    ///
    /// - Parameter event: What happened.
    /// - Returns: nil where it does not take it; else what that means for the other screens.
    func take(_ event: InputEvent) -> ScreenChange?

    /// Draws the part between the title and the last rows.
    ///
    /// - Parameters:
    ///   - region: The part of the screen.
    ///   - screen: The screen.
    func draw(in region: ScreenRegion, on screen: inout Screen)
}

/// What an action means for the screens.
enum ScreenChange {
    case none
    /// Another screen lies above.
    case show(any ReaderScreen)
    /// The screen goes; the one below is seen.
    case close
    /// The feed of a source is seen, and nothing above it.
    case source(FeedSource)
    /// A sentence for the last row.
    case say(String)
    /// A text for the clipboard.
    case copy(String)
}

extension ReaderScreen {
    var detail: String { "" }
    var banner: Banner? { nil }
    var isFetching: Bool { false }
    var age: String? { nil }

    func start() {}
    func finish() async {}
    func stop() {}
    func click(row: Int) -> ScreenChange { .none }
    func take(_ event: InputEvent) -> ScreenChange? { nil }
}
