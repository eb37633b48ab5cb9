#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The size of a terminal in characters.
struct ScreenSize: Hashable, Sendable {
    var columns: Int
    var lines: Int

    init(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }

    /// Asks the terminal of standard output; 80 by 24 when it does not know.
    static var ofTerminal: ScreenSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(columns: 80, lines: 24)
        }
        return ScreenSize(columns: Int(size.ws_col), lines: Int(size.ws_row))
    }

    /// The number of table rows that fit between the two lines above and the one below.
    var tableLines: Int { max(0, lines - 3) }
}
