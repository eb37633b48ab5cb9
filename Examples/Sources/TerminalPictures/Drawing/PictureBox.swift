package import Core
package import ScreenKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The cells over which a picture is drawn.
package struct PictureBox: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(1, columns), max(1, rows))
    }

    /// Fits a picture into a part of the screen, as large as it can be and no larger than it is.
    ///
    /// - Parameters:
    ///   - aspectRatio: The picture's width divided by its height.
    ///   - size: The picture's size in pixels, where that is known: it is not enlarged.
    ///   - most: The cells that there are.
    ///   - cell: The size of a cell in pixels.
    package init(aspectRatio: Double, size: PixelSize? = nil, within most: ScreenSize, cell: PixelSize) {
        let shape = Double(max(1, cell.height)) / Double(max(1, cell.width))
        // What is as thin as a hair is no picture, and what nobody knows is as wide as most are.
        let ratio = aspectRatio.isFinite && aspectRatio > 0 ? max(0.01, min(100, aspectRatio)) : 16.0 / 9.0
        var columns = Double(max(1, most.columns))
        if let size { columns = min(columns, max(1, Double(size.width) / Double(max(1, cell.width)))) }
        let rows = min(Double(max(1, most.rows)), columns / ratio / shape)
        columns = min(columns, rows * ratio * shape)
        self.init(columns: Int(columns.rounded()), rows: Int(rows.rounded()))
    }
}

/// The size of a terminal's cells.
package enum TerminalCell {
    /// The size where the terminal does not say it: twice as high as wide, as most are.
    package static let standard = PixelSize(width: 10, height: 20)

    /// Asks the system, which knows it from the terminal.
    ///
    /// - Returns: The size in pixels; the standard one where nobody knows, or it is none that a cell can have.
    package static func ofTerminal() -> PixelSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return standard
        }
        let cell = PixelSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
        guard (3...200).contains(cell.width), (cell.width / 2...cell.width * 5).contains(cell.height) else {
            return standard
        }
        return cell
    }
}
