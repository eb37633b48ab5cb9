import ConsoleKit
import Core
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Asks a person at the terminal.
package struct SecretPrompt: Sendable {
    private let input = Dependency.resolve(StandardInput.self, default: StandardInput())

    package init() {}

    /// Whether there is somebody to ask.
    package var isPossible: Bool { input.isInteractive }

    /// Asks for a line.
    ///
    /// - Parameters:
    ///   - question: The question, which goes to standard error.
    ///   - isHidden: Whether what is typed stays invisible.
    /// - Returns: The line; nil at the end of the input.
    package func ask(_ question: String, isHidden: Bool) -> String? {
        Console.draw(question)
        guard isHidden else { return input.line() }
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return input.line() }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            Console.draw("\n")
        }
        return input.line()
    }
}
