/// The fences of a section: the first key and the counts of each block, known without reading it.
final class Fences: Sendable {
    struct Fence {
        var offset: Int
        var hash: UInt64
        /// The entries, and their net, of the blocks before.
        var entriesBefore: Int
        var netBefore: Int
    }

    /// The first composite of each block.
    let keys: EntryBlock
    /// One for each block, and one for the end.
    private let fences: [Fence]

    var count: Int { keys.count }

    subscript(number: Int) -> Fence { fences[number] }

    func length(of number: Int) -> Int { fences[number + 1].offset - fences[number].offset }

    /// The least length of a fence in a file: that of its key, the block's length, its hash, its entries and their net.
    static let headSize = 24

    /// Takes over the fences of a section; nil when they do not fit it.
    init?(_ bytes: UnsafeRawBufferPointer, of section: GenerationSection) {
        let capacity = bytes.count / Self.headSize
        keys = EntryBlock(capacity: capacity, byteCapacity: bytes.count)
        _ = keys.append(bytes: bytes)
        (keys.bytes + bytes.count).update(repeating: 0, count: EntryBlock.slack)
        var fences: [Fence] = []
        fences.reserveCapacity(capacity + 1)
        var end = Fence(offset: section.offset, hash: 0, entriesBefore: 0, netBefore: 0)
        var position = 0
        while position < bytes.count {
            guard bytes.count - position >= Self.headSize else { return nil }
            let keyCount = Int(bytes.littleEndian(at: position, UInt32.self))
            let length = Int(bytes.littleEndian(at: position + 4, UInt32.self))
            let entries = Int(bytes.littleEndian(at: position + 16, UInt32.self))
            let net = Int(bytes.littleEndian(at: position + 20, Int32.self))
            end.hash = bytes.littleEndian(at: position + 8, UInt64.self)
            position += Self.headSize
            guard keyCount <= bytes.count - position, entries > 0, abs(net) <= entries else { return nil }
            fences.append(end)
            keys.append(BlockCoding.entry(keys.bytes, at: position, keyCount: keyCount))
            position += keyCount
            // No overflow: a 32-bit number for each 24 bytes of a file.
            end.offset += length
            end.entriesBefore += entries
            end.netBefore += net
        }
        let fits =
            end.offset == section.offset + section.length && end.entriesBefore == section.count
            && end.netBefore == section.net
        guard fits else { return nil }
        fences.append(end)
        self.fences = fences
        keys.seal()
    }

    /// The block where a key is, or would be; nil when it is before the first one.
    func number(of key: SortKey) -> Int? {
        let number = keys.upperBound(key) - 1
        return number >= 0 ? number : nil
    }

    /// The block that has the entry with a number; the caller knows that there is one.
    func number(ofEntry entry: Int) -> Int {
        var low = 0
        var high = fences.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if fences[middle].entriesBefore <= entry {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }
}

extension UnsafeRawBufferPointer {
    /// A number that lies somewhere; the caller knows that it is inside.
    @inline(__always)
    func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, _ type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
