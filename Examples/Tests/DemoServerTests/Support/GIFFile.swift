import Foundation

/// A GIF89a with a global palette, decoded.
struct GIFFile {
    struct Failure: Error {}

    let width: Int
    let height: Int
    let paletteCount: Int
    private(set) var loops = false
    /// The palette indexes of each frame.
    private(set) var frames: [[UInt8]] = []

    init(_ data: Data) throws {
        let bytes = [UInt8](data)
        guard bytes.count > 13, bytes.starts(with: Array("GIF89a".utf8)), bytes[10] & 0x80 != 0 else { throw Failure() }
        width = Int(bytes[6]) | Int(bytes[7]) << 8
        height = Int(bytes[8]) | Int(bytes[9]) << 8
        paletteCount = 1 << (Int(bytes[10] & 7) + 1)
        var position = 13 + 3 * paletteCount
        while position < bytes.count {
            switch bytes[position] {
            case 0x21:
                position += 2
                let block = try Self.blocks(bytes, &position)
                if block.starts(with: Array("NETSCAPE2.0".utf8)) { loops = Array(block.suffix(3)) == [1, 0, 0] }
            case 0x2C:
                let size = bytes[position + 5..<position + 9]
                guard Array(size) == Array(bytes[6..<10]) else { throw Failure() }
                let codeSize = Int(bytes[position + 10])
                position += 11
                frames.append(try Self.lzw(try Self.blocks(bytes, &position), minimumCodeSize: codeSize))
            case 0x3B:
                guard position == bytes.count - 1 else { throw Failure() }
                return
            default:
                throw Failure()
            }
        }
        throw Failure()
    }

    private static func blocks(_ bytes: [UInt8], _ position: inout Int) throws -> [UInt8] {
        var content: [UInt8] = []
        while position < bytes.count {
            let count = Int(bytes[position])
            position += 1 + count
            if count == 0 { return content }
            guard position <= bytes.count else { break }
            content += bytes[position - count..<position]
        }
        throw Failure()
    }

    private static func lzw(_ bytes: [UInt8], minimumCodeSize: Int) throws -> [UInt8] {
        let clear = 1 << minimumCodeSize
        var bits = BitReader(bytes)
        var output: [UInt8] = []
        var table: [[UInt8]] = []
        var codeSize = minimumCodeSize + 1
        var previous: [UInt8]?
        while true {
            let code = try bits.read(codeSize)
            if code == clear + 1 { return output }
            if code == clear {
                table = (0..<clear + 2).map { $0 < clear ? [UInt8($0)] : [] }
                codeSize = minimumCodeSize + 1
                previous = nil
                continue
            }
            var entry: [UInt8]
            if code < table.count {
                entry = table[code]
            } else if code == table.count, let previous {
                entry = previous + [previous[0]]
            } else {
                throw Failure()
            }
            if let previous, table.count < 4_096 { table.append(previous + [entry[0]]) }
            if table.count == 1 << codeSize, codeSize < 12 { codeSize += 1 }
            output += entry
            previous = entry
            entry = []
        }
    }
}
