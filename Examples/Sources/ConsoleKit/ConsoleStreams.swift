package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The output streams of a program: its own two, unless something else is registered.
package protocol ConsoleStreams: Sendable {
    /// Writes a part of the answer.
    ///
    /// - Parameter data: Whole lines.
    /// - Throws: The reason why it could not be written.
    func answer(_ data: Data) throws

    /// Writes a warning or an error.
    ///
    /// - Parameter data: Whole lines.
    func warn(_ data: Data)
}

/// The streams of the process.
struct StandardStreams: ConsoleStreams {
    func answer(_ data: Data) throws {
        do {
            try data.withUnsafeBytes { try SystemCalls.write(STDOUT_FILENO, $0) }
        } catch let error as SystemCalls.Failure where error.number == EPIPE {
            // Who read it has seen enough, as `head` has.
        }
    }

    func warn(_ data: Data) {
        // Where standard error is closed there is nobody left to tell.
        try? FileHandle.standardError.write(contentsOf: data)
    }
}
