import Foundation
import ServerKit

/// A picture of coloured squares, as a baseline JPEG file (ITU-T T.81) of about a kilobyte.
///
/// A square is one block of 8 × 8 pixels of one colour. Such a block has no frequencies but the zeroth, so that no cosine
/// transform is needed, and two small Huffman tables are enough.
struct MosaicPicture: Sendable {
    private let columns: Int
    private let rows: Int
    private let seed: UInt64

    /// A picture.
    ///
    /// - Parameters:
    ///   - columns: The number of squares beside each other.
    ///   - rows: The number of squares above each other.
    ///   - name: What the colours are made from.
    init(columns: Int, rows: Int, name: String) {
        self.columns = columns
        self.rows = rows
        seed = StableHash.fnv1a(name)
    }

    /// The file.
    var data: Data {
        var data = Data([0xFF, 0xD8])
        append(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0], to: &data)
        // All steps are 8, so that the zeroth frequency is the colour itself.
        append(0xDB, [0] + [UInt8](repeating: 8, count: 64), to: &data)
        let (width, height) = (columns * 8, rows * 8)
        let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
        append(0xC0, [8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0], to: &data)
        // Twelve codes of four bits, for the twelve sizes of a difference; and one of one bit, for "nothing else".
        append(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + [UInt8](0..<12), to: &data)
        append(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0], to: &data)
        append(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0], to: &data)
        data.append(scan)
        data.append(contentsOf: [0xFF, 0xD9])
        return data
    }

    /// A marker segment: its length counts itself.
    private func append(_ marker: UInt8, _ content: [UInt8], to data: inout Data) {
        let length = content.count + 2
        data.append(contentsOf: [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content)
    }

    private var scan: Data {
        var bits = BitWriter()
        var last = [0, 0, 0]
        for row in 0..<rows {
            for column in 0..<columns {
                for (component, value) in color(column, row).enumerated() {
                    let difference = value - last[component]
                    last[component] = value
                    let size = Int.bitWidth - abs(difference).leadingZeroBitCount
                    bits.write(size, count: 4)
                    bits.write(difference >= 0 ? difference : difference + (1 << size) - 1, count: size)
                    bits.write(0, count: 1)
                }
            }
        }
        return bits.finished()
    }

    /// Brightness and the two colour differences, each from -128 to 127: a slope from one corner to the other with a
    /// pattern over it.
    private func color(_ column: Int, _ row: Int) -> [Int] {
        let slope = 120 * (column + row) / max(1, columns + rows - 2)
        let pattern = Int((seed >> UInt64((column * 7 + row * 3) % 48)) & 15)
        let (blue, red) = (Int(seed & 0x7F) - 64, Int((seed >> 8) & 0x7F) - 64)
        return [slope - 70 + pattern * 3, blue - slope / 4, red + slope / 4]
    }
}

/// Writes bits, the first one highest, as the scan of a JPEG file has them.
private struct BitWriter {
    private var data = Data()
    private var rest = 0
    private var count = 0

    mutating func write(_ value: Int, count added: Int) {
        for place in (0..<added).reversed() {
            rest = rest << 1 | (value >> place) & 1
            count += 1
            if count == 8 { flush() }
        }
    }

    private mutating func flush() {
        data.append(UInt8(rest))
        // A byte of ones alone would begin a marker.
        if rest == 0xFF { data.append(0) }
        (rest, count) = (0, 0)
    }

    /// The bytes, the last of them filled up with ones.
    mutating func finished() -> Data {
        if count > 0 { write(0xFF, count: 8 - count) }
        return data
    }
}
