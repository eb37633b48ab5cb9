/// What a terminal tells a program.
package enum InputEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(KeyPress)
    /// A text was pasted; its line ends are line feeds.
    case paste(String)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// The terminal answers a question.
    case reply(TerminalReply)
}

/// A use of the mouse.
package struct MouseEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case wheelUp
        case wheelDown
        /// The left button was pressed.
        case press
        case release
    }

    package let kind: Kind
    package let place: Screen.Place

    package init(_ kind: Kind, at place: Screen.Place) {
        self.kind = kind
        self.place = place
    }
}

/// An answer of a terminal.
package enum TerminalReply: Hashable, Sendable {
    /// Where the cursor is.
    case cursor(Screen.Place)
    /// The primary device attributes: it answers every terminal's last question.
    case attributes([Int])
    /// A mode, and whether the terminal knows it (1 to 4) or not (0).
    case mode(Int, state: Int)
    /// The name of the terminal, perhaps with its version, as xterm answers: `kitty(0.36.1)`.
    case version(String)
    /// An application program command, as Kitty's pictures answer: without its frame.
    case application(String)
    /// An operating system command, as colours are answered: without its frame.
    case system(String)
}
