import Foundation

/// A picture of at most 256 colours, one byte a pixel.
///
/// Everything is drawn as horizontal spans, so that a picture costs some thousand `memset`s and not a loop over its
/// pixels.
struct IndexedImage: Sendable {
    let size: PixelSize
    let palette: [RGB]
    private(set) var pixels: [UInt8]

    /// A picture filled with the palette's first colour.
    init(size: PixelSize, palette: [RGB]) {
        self.size = size
        self.palette = palette
        pixels = [UInt8](repeating: 0, count: size.width * size.height)
    }

    /// Fills the pixels of one row; what lies outside the picture is left out.
    mutating func fillRow(_ row: Int, from start: Int, to end: Int, with index: UInt8) {
        let first = max(0, start)
        let last = min(size.width, end)
        guard row >= 0, row < size.height, first < last else { return }
        let offset = row * size.width + first
        pixels.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            memset(base + offset, Int32(index), last - first)
        }
    }

    mutating func fillRectangle(left: Int, top: Int, right: Int, bottom: Int, with index: UInt8) {
        guard top < bottom else { return }
        for row in top..<bottom {
            fillRow(row, from: left, to: right, with: index)
        }
    }

    mutating func fillDisc(centreX: Int, centreY: Int, radius: Int, with index: UInt8) {
        guard radius > 0 else { return }
        for offset in -radius...radius {
            let half = Int(Double(radius * radius - offset * offset).squareRoot())
            fillRow(centreY + offset, from: centreX - half, to: centreX + half + 1, with: index)
        }
    }

    /// Fills a trapezoid that stands upright and is symmetrical about `centreX`.
    mutating func fillTrapezoid(
        centreX: Int, top: Int, bottom: Int, topHalf: Int, bottomHalf: Int, with index: UInt8
    ) {
        guard top < bottom else { return }
        for row in top..<bottom {
            let half = topHalf + (bottomHalf - topHalf) * (row - top) / (bottom - top)
            fillRow(row, from: centreX - half, to: centreX + half + 1, with: index)
        }
    }
}
