import Foundation

/// Encodes a picture as a PNG of 8-bit RGB.
enum PNGEncoder {
    static func encode(_ image: IndexedImage) -> Data {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        var header = bigEndian(UInt32(image.size.width)) + bigEndian(UInt32(image.size.height))
        // 8 bits a channel, RGB, and the only compression, filter method and interlacing that this encoder writes.
        header += [8, 2, 0, 0, 0]
        append("IHDR", header, to: &file)
        append("IDAT", zlibStream(of: image), to: &file)
        append("IEND", [], to: &file)
        return Data(file)
    }

    private static func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + content
        file += bigEndian(UInt32(content.count)) + body + bigEndian(CRC32.checksum(of: body))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The rows as runs of one colour, and a row like the one above as a repetition of it.
    private static func zlibStream(of image: IndexedImage) -> [UInt8] {
        let width = image.size.width
        var deflate = DeflateWriter()
        var adler = Adler32()
        image.pixels.withUnsafeBytes { pixels in
            var runs: [(colour: RGB, count: Int)] = []
            for row in 0..<image.size.height {
                let line = UnsafeRawBufferPointer(rebasing: pixels[row * width..<(row + 1) * width])
                let isRepeated = row > 0 && isSame(line, pixels[(row - 1) * width..<row * width])
                if isRepeated {
                    deflate.copy(count: 1 + 3 * width, distance: 1 + 3 * width)
                } else {
                    runs = self.runs(in: line, palette: image.palette)
                    write(runs, to: &deflate)
                }
                // Each row begins with its filter: none.
                adler.update(with: 0)
                for run in runs {
                    adler.update(with: run.colour, count: run.count)
                }
            }
        }
        // A window of 32 KiB, the fastest level, no dictionary.
        return [0x78, 0x01] + deflate.finish() + bigEndian(adler.value)
    }

    private static func isSame(_ line: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer.SubSequence) -> Bool {
        let other = UnsafeRawBufferPointer(rebasing: other)
        guard let first = line.baseAddress, let second = other.baseAddress else { return false }
        return memcmp(first, second, line.count) == 0
    }

    private static func runs(in line: UnsafeRawBufferPointer, palette: [RGB]) -> [(colour: RGB, count: Int)] {
        var runs: [(colour: RGB, count: Int)] = []
        var start = 0
        while start < line.count {
            let index = line[start]
            var end = start + 1
            while end < line.count, line[end] == index {
                end += 1
            }
            runs.append((palette[Int(index)], end - start))
            start = end
        }
        return runs
    }

    private static func write(_ runs: [(colour: RGB, count: Int)], to deflate: inout DeflateWriter) {
        deflate.literal(0)
        for run in runs {
            deflate.literal(run.colour.red)
            deflate.literal(run.colour.green)
            deflate.literal(run.colour.blue)
            deflate.copy(count: 3 * (run.count - 1), distance: 3)
        }
    }
}
