import ArgumentParser
import Core
package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A text of the command line, or of standard input where it is `-` alone.
enum TypedText {
    /// Returns the text, without its final newline.
    ///
    /// - Parameter argument: The argument.
    /// - Returns: The text.
    /// - Throws: `ValidationError` for one that is blank or no text.
    static func text(_ argument: String) throws -> String {
        guard argument == "-" else { return try checked(argument) }
        let input = Dependency.resolve(StandardInput.self, default: StandardInput())
        guard let text = String(data: try input.read(), encoding: .utf8) else {
            throw ValidationError("Standard input is no text in UTF-8.")
        }
        return try checked(text)
    }

    private static func checked(_ argument: String) throws -> String {
        var text = argument
        if text.hasSuffix("\r\n") || text.hasSuffix("\n") { text.removeLast() }
        guard !text.allSatisfy(\.isWhitespace) else {
            throw ValidationError("TEXT is blank; it needs at least one word.")
        }
        return text
    }
}

/// The standard input of the program: the process's, unless something else is registered.
package struct StandardInput: Sendable {
    /// Reads all of it.
    package let read: @Sendable () throws -> Data
    /// Reads one line; nil at its end.
    package let line: @Sendable () -> String?
    /// Whether a person types it.
    package let isInteractive: Bool

    /// The input of the process.
    package init() {
        self.init(isInteractive: isatty(STDIN_FILENO) == 1) {
            try FileHandle.standardInput.readToEnd() ?? Data()
        } line: {
            readLine()
        }
    }

    /// Another input.
    ///
    /// - Parameters:
    ///   - isInteractive: Whether a person types it.
    ///   - read: Reads all of it.
    ///   - line: Reads one line; nil at its end.
    package init(
        isInteractive: Bool, read: @escaping @Sendable () throws -> Data, line: @escaping @Sendable () -> String?
    ) {
        (self.isInteractive, self.read, self.line) = (isInteractive, read, line)
    }
}
