package import ScreenKit

/// The meaning of a line that somebody has written to a program whose screens are told in lines.
package enum LineCommand<Action: ScreenAction>: Hashable, Sendable {
    /// One thing after the other.
    case steps([Step])
    /// A text for what is being written.
    case text(String)
    /// Nothing that there is; with the word that is not known.
    case unknown(String)

    /// One thing that is done.
    package enum Step: Hashable, Sendable {
        case action(Action)
        case press(KeyPress)
        /// Chooses the row of a list, by its number.
        case row(Int)
    }

    /// Finds out what a line means.
    ///
    /// It is the name of an action, however it is spelled, or several names, keys and numbers with blanks between them.
    /// While a text is written, a line is one only behind a colon; behind two colons it is a text.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - actions: The actions that there are now.
    ///   - keys: The keys.
    ///   - isWriting: Whether something is written.
    package init(_ line: String, among actions: [Action], keys: KeyTable<Action>, isWriting: Bool) {
        var words = line
        if words.hasPrefix(":") {
            words.removeFirst()
            if isWriting, words.hasPrefix(":") {
                self = .text(words)
                return
            }
        } else if isWriting {
            self = .text(line)
            return
        }
        if let action = Self.action(words, among: actions) {
            self = .steps([.action(action)])
            return
        }
        var steps: [Step] = []
        for word in words.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard let step = Self.step(word, among: actions, keys) else {
                self = .unknown(word)
                return
            }
            steps.append(step)
        }
        self = steps.isEmpty ? .unknown(line) : .steps(steps)
    }

    private static func step(_ word: String, among actions: [Action], _ keys: KeyTable<Action>) -> Step? {
        if let action = action(word, among: actions) { return .action(action) }
        let press = KeyPress(name: word)
        // A key with this name is meant where there is one.
        if let press, keys.match([press], among: actions) != .none { return .press(press) }
        if let number = Int(word), number > 0 { return .row(number) }
        return press.map { .press($0) }
    }

    private static func action(_ name: String, among actions: [Action]) -> Action? {
        let name = plain(name)
        return actions.first { plain($0.rawValue) == name }
    }

    /// A name without what is spelled one way or another: `page-down`, `page down` and `pageDown` are one.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
    }
}
