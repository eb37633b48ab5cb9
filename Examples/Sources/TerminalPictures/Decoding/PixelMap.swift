import Core
package import Foundation

/// The pixels of a picture, as the formats PGM and PPM of Netpbm have them: a header in ASCII, and rows of bytes.
///
/// The format is described at <https://netpbm.sourceforge.net/doc/ppm.html>.
package struct PixelMap: Equatable, Sendable {
    package private(set) var width: Int
    package private(set) var height: Int
    /// The bytes of a pixel: 1 for grey, 3 for red, green and blue.
    package let depth: Int
    package private(set) var bytes: [UInt8]

    /// Creates a picture of pixels.
    ///
    /// - Parameters:
    ///   - width: The pixels of a row.
    ///   - height: The rows.
    ///   - depth: The bytes of a pixel, 1 or 3.
    ///   - bytes: The bytes, row by row.
    package init(width: Int, height: Int, depth: Int, bytes: [UInt8]) {
        (self.width, self.height, self.depth, self.bytes) = (width, height, depth, bytes)
    }

    /// Reads a file.
    ///
    /// - Parameter data: The file: `P5` or `P6`, with 8 bits for each value.
    /// - Throws: `DataError` with the code `invalidInput` for anything else.
    package init(_ data: Data) throws {
        let all = [UInt8](data)
        var (position, words) = (0, [String]())
        while words.count < 4, position < all.count {
            switch all[position] {
            case UInt8(ascii: "#"):
                while position < all.count, all[position] != UInt8(ascii: "\n") { position += 1 }
            case 9...13, 32: position += 1
            default:
                let start = position
                while position < all.count, !(9...13 ~= all[position] || all[position] == 32) { position += 1 }
                words.append(String(decoding: all[start..<position], as: UTF8.self))
            }
        }
        // One blank ends the header.
        position += 1
        guard words.count == 4, let depth = ["P5": 1, "P6": 3][words[0]], words[3] == "255",
            let width = Int(words[1]), let height = Int(words[2]), (1...1 << 16).contains(width),
            (1...1 << 16).contains(height), all.count - position == width * height * depth
        else { throw DataError(.invalidInput, message: "The picture cannot be converted: its pixels cannot be read.") }
        self.init(width: width, height: height, depth: depth, bytes: Array(all[position...]))
    }

    /// The file.
    package var data: Data {
        Data("\(depth == 1 ? "P5" : "P6")\n\(width) \(height)\n255\n".utf8) + bytes
    }

    /// The picture as it is seen, when it is stored with an orientation.
    ///
    /// - Parameter orientation: The orientation by Exif, 1 to 8: the side at which the first row and column are seen.
    /// - Returns: The pixels row by row as they are seen.
    package func upright(from orientation: Int) -> PixelMap {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation >= 5
        let (seenWidth, seenHeight) = isTurned ? (height, width) : (width, height)
        var (seen, end) = ([UInt8](repeating: 0, count: bytes.count), 0)
        for y in 0..<seenHeight {
            for x in 0..<seenWidth {
                let (column, row) =
                    switch orientation {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                let start = (row * width + column) * depth
                for value in 0..<depth { seen[end + value] = bytes[start + value] }
                end += depth
            }
        }
        return PixelMap(width: seenWidth, height: seenHeight, depth: depth, bytes: seen)
    }
}
