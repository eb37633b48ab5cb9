/// A set of rows of a part: one bit for each.
struct RowSet {
    private let count: Int
    private var bits: [UInt64]
    /// No row before this one is wanted any more.
    private var next = 0

    init(count: Int) {
        self.count = count
        bits = Array(repeating: 0, count: (count + 63) / 64)
    }

    mutating func formIntersection(_ other: RowSet) {
        for index in bits.indices { bits[index] &= other.bits[index] }
    }

    /// Leaves out the rows before one.
    mutating func removeRows(before row: Int) { next = max(next, row) }

    /// Takes out the first row; nil when none is left.
    mutating func popFirst() -> Int? {
        while next < count {
            let rest = bits[next / 64] >> UInt64(next % 64)
            if rest != 0 {
                let row = next + rest.trailingZeroBitCount
                next = row + 1
                return row
            }
            next = (next / 64 + 1) * 64
        }
        return nil
    }

    /// Adds the rows of some words' lists; false when that is no list of these rows.
    ///
    /// - Parameters:
    ///   - words: The numbers of the words in their chunk, in order.
    ///   - lists: The lists of all words of the chunk.
    /// - Returns: False when the lists are not what was written.
    mutating func insert(_ words: some Sequence<Int>, of lists: UnsafeRawBufferPointer) -> Bool {
        var (position, number) = (0, 0)
        for word in words {
            while true {
                guard let length = Self.number(in: lists, &position), length <= lists.count - position else {
                    return false
                }
                let end = position + length
                number += 1
                if number > word {
                    guard insertList(UnsafeRawBufferPointer(rebasing: lists[position..<end])) else { return false }
                    position = end
                    break
                }
                position = end
            }
        }
        return true
    }

    private mutating func insertList(_ list: UnsafeRawBufferPointer) -> Bool {
        var (position, row) = (0, 0)
        while position < list.count {
            guard let distance = Self.number(in: list, &position) else { return false }
            row += distance
            guard row < count else { return false }
            bits[row / 64] |= 1 << UInt64(row % 64)
            row += 1
        }
        return true
    }

    @inline(__always)
    private static func number(in bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
        var result = 0
        var shift = 0
        while position < bytes.count, shift < 35 {
            let byte = bytes[position]
            position += 1
            result |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
        }
        return nil
    }
}
