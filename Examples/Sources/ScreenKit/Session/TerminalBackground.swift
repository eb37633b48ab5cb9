/// The background of the terminal, which is asked for it (OSC 11 of xterm); not known until it has answered.
@MainActor
package final class TerminalBackground: TerminalInquiry {
    /// The background, as far as that is known.
    package private(set) var value = ScreenBackground.unknown
    private let asks: Bool
    private var hasAnswered = false

    /// Creates a background that is not known.
    ///
    /// - Parameters:
    ///   - hasColour: Whether colours are used; without them it does not matter.
    ///   - environment: The environment variables, for whether another program stands between.
    package init(hasColour: Bool, environment: [String: String]) {
        asks = hasColour && TerminalQuestions.canBeAsked(environment)
    }

    package var questions: [UInt8] { asks ? Array("\u{1B}]11;?\u{7}".utf8) : [] }

    package func take(_ reply: TerminalReply) {
        guard asks, !hasAnswered else { return }
        switch reply {
        case .system(let text): value = Self.background(text) ?? value
        case .attributes: hasAnswered = true
        default: break
        }
    }

    /// The background that an answer says; nil for another answer.
    private static func background(_ text: String) -> ScreenBackground? {
        let prefixes = ["11;rgb:", "11;rgba:"]
        guard let prefix = prefixes.first(where: { text.hasPrefix($0) }) else { return nil }
        // Each part has one to four digits, of which the largest number is the whole of the colour.
        let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false).prefix(3)
            .map { part -> Double? in
                guard (1...4).contains(part.count), let number = Int(part, radix: 16), number >= 0 else { return nil }
                return Double(number) / Double(1 << (4 * part.count) - 1)
            }
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        // As much as black text on it is seen, white text is at this lightness; squares are near enough to what eyes see.
        return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue > 0.18 ? .light : .dark
    }
}

/// What is common to all questions to a terminal.
package enum TerminalQuestions {
    /// What every terminal answers, so that the end of the answers is known.
    static let last = Array("\u{1B}[c".utf8)

    /// Whether a terminal takes questions as such: a multiplexer would take them for its title, and the Linux console for
    /// text.
    ///
    /// - Parameter environment: The environment variables.
    /// - Returns: True where it can be asked.
    package static func canBeAsked(_ environment: [String: String]) -> Bool {
        let term = environment["TERM"] ?? ""
        let hasTmux = environment["TMUX"].map { !$0.isEmpty } ?? false
        return !hasTmux && !["tmux", "screen", "linux"].contains { term.hasPrefix($0) }
    }
}
