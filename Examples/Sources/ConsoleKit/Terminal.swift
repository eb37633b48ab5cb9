import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal, file or pipe that standard output is connected to.
package struct Terminal {
    /// Whether it is a terminal, and not a file or pipe.
    package let isInteractive: Bool
    /// The greatest width of a line, in columns.
    package let columns: Int
    /// Whether to use colours: on a terminal, unless `NO_COLOR` is set to anything (no-color.org).
    package let hasColour: Bool
    /// Whether it says that it has colours of 24 bits, in `COLORTERM`; most terminals have 256 at least.
    package let has24BitColour: Bool

    /// Whether standard error is a terminal.
    package static var isErrorInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    package init(isInteractive: Bool, columns: Int, hasColour: Bool, has24BitColour: Bool = false) {
        self.isInteractive = isInteractive
        self.columns = columns
        self.hasColour = hasColour
        self.has24BitColour = has24BitColour
    }

    /// Reads the properties of the terminal from the system.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isInteractive = isatty(STDOUT_FILENO) == 1
        let noColour = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        hasColour = isInteractive && !noColour && environment["TERM"] != "dumb"
        has24BitColour = hasColour && ["truecolor", "24bit"].contains(environment["COLORTERM"])
        var size = winsize()
        if isInteractive, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            columns = max(20, Int(size.ws_col))
        } else {
            // A pipe has no width, and who searches in it wants whole titles.
            columns = environment["COLUMNS"].flatMap { Int($0) }.map { max(20, $0) } ?? .max
        }
    }
}
