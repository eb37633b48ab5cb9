package import Foundation

/// Where a program's words go: its own two streams, unless something else is registered.
package protocol ConsoleStreams: Sendable {
    /// Writes a part of the answer.
    ///
    /// - Parameter data: Whole lines.
    /// - Throws: Why it could not be written.
    func answer(_ data: Data) throws

    /// Writes a warning or an error.
    ///
    /// - Parameter data: Whole lines.
    func warn(_ data: Data)
}

/// The streams of the process.
struct StandardStreams: ConsoleStreams {
    func answer(_ data: Data) throws {
        try FileHandle.standardOutput.write(contentsOf: data)
    }

    func warn(_ data: Data) {
        // Where standard error is closed there is nobody left to tell.
        try? FileHandle.standardError.write(contentsOf: data)
    }
}
