package import PostFeatures
package import ScreenKit

/// The actions of a program with screens: those that all such programs have, and its own.
package protocol ScreenAction: KeyAction {
    /// The texts of the program; one whose name is that of an action is the action's in the help.
    associatedtype Words: LocalizedPhrase

    static var up: Self { get }
    static var down: Self { get }
    static var pageUp: Self { get }
    static var pageDown: Self { get }
    static var top: Self { get }
    static var bottom: Self { get }
    static var open: Self { get }
    static var back: Self { get }
    static var refresh: Self { get }
    static var outbox: Self { get }
    static var help: Self { get }
    static var redraw: Self { get }
    static var suspend: Self { get }
    static var quit: Self { get }
    static var retry: Self { get }
    static var sendNow: Self { get }
    static var arrived: Self { get }
    static var giveUp: Self { get }
    static var focus: Self { get }
    static var editor: Self { get }
}

extension ScreenAction {
    /// The keys of the actions that all programs have; none for a program's own.
    package var sharedKeys: [String] {
        switch self {
        case .up: ["k", "up"]
        case .down: ["j", "down"]
        case .pageUp: ["pgup", "ctrl-b"]
        case .pageDown: ["pgdn", "ctrl-f"]
        case .top: ["g g", "home"]
        case .bottom: ["G", "end"]
        case .open: ["enter", "l", "right"]
        case .back: ["esc", "h", "left", "backspace"]
        case .refresh, .retry: ["r"]
        case .outbox: ["O"]
        case .help: ["?", "f1"]
        case .redraw: ["ctrl-l"]
        case .suspend: ["ctrl-z"]
        case .quit: ["q", "ctrl-c"]
        case .sendNow: ["S"]
        case .arrived: ["a"]
        case .giveUp: ["d"]
        case .focus: ["ctrl-w", "f6"]
        case .editor: ["ctrl-g", "f4"]
        default: []
        }
    }

    /// The actions that every screen has, behind its own.
    package static var everywhere: [Self] { [.help, .redraw, .suspend, .quit] }
    /// The actions that there are beside a screen's own where something was opened from a list.
    package static var inPanes: [Self] { [.focus] }
    /// The actions that move through a list.
    package static var moving: [Self] { [.up, .down, .pageUp, .pageDown, .top, .bottom] }
    /// The actions of a list of words of which one is chosen.
    package static var inChoice: [Self] { moving + [.open, .back] }
    /// The actions of a text that is only read.
    package static var inHelp: [Self] { moving + [.back] }
    /// The actions of what is not sent.
    package static var inOutbox: [Self] { moving + [.open, .retry, .sendNow, .arrived, .giveUp, .back] }

    /// The actions of one thing that is not sent, as it is read.
    package static var inOutboxItem: [Self] { moving + [.retry, .arrived, .giveUp, .back] }

    /// The row of a list that the action moves to; nil for one that does something else.
    ///
    /// - Parameters:
    ///   - selected: The chosen row.
    ///   - count: The number of rows.
    ///   - page: The number of rows that can be seen.
    /// - Returns: A row, which may lie beyond the list's ends.
    package func row(from selected: Int, count: Int, page: Int) -> Int? {
        switch self {
        case .up: selected - 1
        case .down: selected + 1
        case .pageUp: selected - page
        case .pageDown: selected + page
        case .top: 0
        case .bottom: count - 1
        default: nil
        }
    }

    /// The words for the action in the help.
    ///
    /// - Parameter format: The language.
    /// - Returns: The program's own words, or else those of all programs.
    package func name(in format: PostFormat) -> String {
        if let own = Words(rawValue: rawValue) { return format.text(own) }
        return AppPhrase(rawValue: rawValue).map { format.text($0) } ?? rawValue
    }
}
