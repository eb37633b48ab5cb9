import ArgumentParser
import Core
import Foundation

/// Standard output for the answer, standard error for everything else.
package enum Console {
    /// The name that the program was called by.
    private static let program =
        CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent } ?? "lantern"

    /// Writes an answer and a newline.
    ///
    /// - Parameter text: The answer.
    /// - Throws: The exit status for a full disk or an output that was never open; what the command did is done all the
    ///   same. A pipe that nobody reads any more is no failure.
    package static func answer(_ text: String) throws {
        do {
            try streams.answer(Data("\(text)\n".utf8))
        } catch {
            let reason = (error as? SystemCalls.Failure)?.reason ?? error.localizedDescription
            warn("The answer could not be written: \(reason).")
            throw ExitStatus.diskFailure
        }
    }

    /// Writes a warning or an error.
    ///
    /// - Parameter text: The message.
    package static func warn(_ text: String) {
        streams.warn(Data("\(program): \(text.harmless)\n".utf8))
    }

    /// Writes a text unchanged to the terminal of standard error, such as a progress bar.
    ///
    /// - Parameter text: The text to draw, with its control sequences.
    package static func draw(_ text: String) {
        streams.warn(Data(text.utf8))
    }

    private static var streams: any ConsoleStreams {
        Dependency.resolve((any ConsoleStreams).self, default: StandardStreams())
    }
}
