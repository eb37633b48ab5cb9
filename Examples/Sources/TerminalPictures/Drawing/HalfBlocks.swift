package import ScreenKit

/// A picture in half blocks: each cell is two pixels, one above the other.
package enum HalfBlocks {
    /// Makes the lines.
    ///
    /// - Parameters:
    ///   - pixels: The picture.
    ///   - box: The cells.
    /// - Returns: A line for each row of the box, as wide as that.
    package static func lines(of pixels: PixelMap, in box: PictureBox) -> [StyledText] {
        let scaled = pixels.scaled(width: box.columns, height: box.rows * 2)
        return (0..<box.rows).map { row in
            var line = StyledText()
            for column in 0..<box.columns {
                let (top, bottom) = (scaled.colour(column, row * 2), scaled.colour(column, row * 2 + 1))
                line.append("▀", CellStyle(top, on: bottom))
            }
            return line
        }
    }
}

extension PixelMap {
    fileprivate func colour(_ column: Int, _ row: Int) -> CellStyle.Colour {
        let place = (row * width + column) * 3
        return .rgb(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
    }
}
