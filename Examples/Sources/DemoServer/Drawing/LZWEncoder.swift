/// The variable-width LZW compression of GIF.
enum LZWEncoder {
    private static let codeLimit = 4_096

    static func encode(_ pixels: [UInt8], minimumCodeSize: Int) -> [UInt8] {
        let clear = 1 << minimumCodeSize
        var bits = BitWriter()
        var codeSize = minimumCodeSize + 1
        bits.append(clear, count: codeSize)
        pixels.withUnsafeBufferPointer { pixels in
            guard let first = pixels.first else { return }
            var table = CodeTable(limit: codeLimit, firstFree: clear + 2)
            var prefix = Int(first)
            for pixel in pixels.dropFirst() {
                if let longer = table.code(after: prefix, pixel: pixel) {
                    prefix = longer
                    continue
                }
                bits.append(prefix, count: codeSize)
                if table.next == codeLimit {
                    bits.append(clear, count: codeSize)
                    codeSize = minimumCodeSize + 1
                    table.removeAll()
                } else {
                    // The decoder learns each code one step later, hence the widening before the code is added.
                    if table.next >= 1 << codeSize { codeSize += 1 }
                    table.add(after: prefix, pixel: pixel)
                }
                prefix = Int(pixel)
            }
            bits.append(prefix, count: codeSize)
            if table.next >= 1 << codeSize, codeSize < 12 { codeSize += 1 }
        }
        bits.append(clear + 1, count: codeSize)
        return bits.finish()
    }
}

/// A trie of pixel strings, kept as linked lists of siblings: small enough to clear quickly.
private struct CodeTable {
    private let firstFree: Int
    private var firstChild: [Int16]
    private var nextSibling: [Int16]
    private var lastPixel: [UInt8]
    private(set) var next: Int

    init(limit: Int, firstFree: Int) {
        self.firstFree = firstFree
        next = firstFree
        firstChild = [Int16](repeating: -1, count: limit)
        nextSibling = [Int16](repeating: -1, count: limit)
        lastPixel = [UInt8](repeating: 0, count: limit)
    }

    func code(after prefix: Int, pixel: UInt8) -> Int? {
        var code = firstChild[prefix]
        while code >= 0 {
            if lastPixel[Int(code)] == pixel { return Int(code) }
            code = nextSibling[Int(code)]
        }
        return nil
    }

    mutating func add(after prefix: Int, pixel: UInt8) {
        nextSibling[next] = firstChild[prefix]
        firstChild[prefix] = Int16(next)
        lastPixel[next] = pixel
        next += 1
    }

    mutating func removeAll() {
        self = CodeTable(limit: firstChild.count, firstFree: firstFree)
    }
}
