#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The size of a terminal in cells.
package struct ScreenSize: Hashable, Sendable {
    /// The number of cells in a row.
    package var columns: Int
    /// The number of rows.
    package var rows: Int

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - columns: The number of cells in a row, 0 or more.
    ///   - rows: The number of rows, 0 or more.
    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// Asks the terminal of standard output; 80 by 24 when it does not know.
    package static var ofTerminal: ScreenSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(columns: 80, rows: 24)
        }
        return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
