extension PixelMap {
    /// The picture in another size, with each pixel the average of what it covers.
    ///
    /// - Parameters:
    ///   - newWidth: The pixels of a row, at least 1.
    ///   - newHeight: The rows, at least 1.
    /// - Returns: The picture, with red, green and blue.
    package func scaled(width newWidth: Int, height newHeight: Int) -> PixelMap {
        let (newWidth, newHeight) = (max(1, newWidth), max(1, newHeight))
        let (columns, rows) = (Self.cover(width, by: newWidth), Self.cover(height, by: newHeight))
        var scaled = [UInt8](repeating: 0, count: newWidth * newHeight * 3)
        bytes.withUnsafeBufferPointer { source in
            scaled.withUnsafeMutableBufferPointer { target in
                for row in 0..<newHeight {
                    for column in 0..<newWidth {
                        let pixel = average(of: columns[column], rows[row], in: source)
                        let place = (row * newWidth + column) * 3
                        (target[place], target[place + 1], target[place + 2]) = pixel
                    }
                }
            }
        }
        return PixelMap(width: newWidth, height: newHeight, depth: 3, bytes: scaled)
    }

    /// A part of a row or column of pixels, with the shares of the first and the last one; those between count whole.
    private struct Span {
        let pixels: Range<Int>
        let first: Float
        let last: Float

        func share(of pixel: Int) -> Float {
            pixel == pixels.lowerBound ? first : pixel == pixels.upperBound - 1 ? last : 1
        }
    }

    private static func cover(_ length: Int, by count: Int) -> [Span] {
        (0..<count).map { index in
            let start = Float(index) * Float(length) / Float(count)
            let end = Float(index + 1) * Float(length) / Float(count)
            let first = min(length - 1, Int(start))
            let last = max(first + 1, min(length, Int(end.rounded(.up))))
            if last == first + 1 { return Span(pixels: first..<last, first: 1, last: 1) }
            return Span(pixels: first..<last, first: Float(first + 1) - start, last: end - Float(last - 1))
        }
    }

    private func average(
        of columns: Span, _ rows: Span, in source: UnsafeBufferPointer<UInt8>
    ) -> (UInt8, UInt8, UInt8) {
        var (red, green, blue, sum): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for row in rows.pixels {
            let height = rows.share(of: row)
            for column in columns.pixels {
                let share = height * columns.share(of: column)
                let place = (row * width + column) * depth
                let isGrey = depth == 1
                red += share * Float(source[place])
                green += share * Float(source[isGrey ? place : place + 1])
                blue += share * Float(source[isGrey ? place : place + 2])
                sum += share
            }
        }
        guard sum > 0 else { return (0, 0, 0) }
        func part(_ value: Float) -> UInt8 { UInt8(max(0, min(255, (value / sum).rounded()))) }
        return (part(red), part(green), part(blue))
    }
}
