package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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
