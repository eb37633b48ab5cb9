import ArgumentParser
import ConsoleKit
import Core
import Foundation

/// A text of the command line, or of standard input where it is `-` alone.
package enum TypedText {
    /// Returns the text, without its final newline.
    ///
    /// - Parameter argument: The argument.
    /// - Returns: The text.
    /// - Throws: `ValidationError` for one that is blank or no text.
    package static func text(_ argument: String) throws -> String {
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
