/// A stable merge sort of entries that share their bytes.
enum EntrySort {
    private static let chunk = 8

    /// Sorts in place.
    static func sort(_ entries: UnsafeMutableBufferPointer<RunEntry>, _ bytes: UnsafePointer<UInt8>) {
        guard let base = entries.baseAddress, !isSorted(entries, bytes) else { return }
        let count = entries.count
        var start = 0
        while start < count {
            insertionSort(base + start, min(chunk, count - start), bytes)
            start += chunk
        }
        guard count > chunk else { return }
        let scratch = UnsafeMutablePointer<RunEntry>.allocate(capacity: count)
        defer { scratch.deallocate() }
        var source = base
        var target = scratch
        var width = chunk
        while width < count {
            var start = 0
            while start < count {
                let middle = min(start + width, count)
                let end = min(middle + width, count)
                merge(source, start, middle, end, into: target, bytes)
                start = end
            }
            swap(&source, &target)
            width *= 2
        }
        if source != base { base.update(from: source, count: count) }
    }

    private static func isSorted(_ entries: UnsafeMutableBufferPointer<RunEntry>, _ bytes: UnsafePointer<UInt8>)
        -> Bool
    {
        for index in 1..<max(1, entries.count) where precedes(entries[index], entries[index - 1], bytes) {
            return false
        }
        return true
    }

    private static func insertionSort(
        _ entries: UnsafeMutablePointer<RunEntry>, _ count: Int, _ bytes: UnsafePointer<UInt8>
    ) {
        for index in 1..<max(1, count) {
            let entry = entries[index]
            var position = index
            while position > 0, precedes(entry, entries[position - 1], bytes) {
                entries[position] = entries[position - 1]
                position -= 1
            }
            entries[position] = entry
        }
    }

    private static func merge(
        _ source: UnsafeMutablePointer<RunEntry>, _ start: Int, _ middle: Int, _ end: Int,
        into target: UnsafeMutablePointer<RunEntry>, _ bytes: UnsafePointer<UInt8>
    ) {
        var left = start
        var right = middle
        var position = start
        if middle < end, precedes(source[middle], source[middle - 1], bytes) {
            while left < middle, right < end {
                if precedes(source[right], source[left], bytes) {
                    target[position] = source[right]
                    right += 1
                } else {
                    target[position] = source[left]
                    left += 1
                }
                position += 1
            }
        }
        (target + position).update(from: source + left, count: middle - left)
        (target + position + middle - left).update(from: source + right, count: end - right)
    }

    @inline(__always)
    static func precedes(_ left: RunEntry, _ right: RunEntry, _ bytes: UnsafePointer<UInt8>) -> Bool {
        if left.a != right.a { return left.a < right.a }
        if left.b != right.b { return left.b < right.b }
        if left.c != right.c { return left.c < right.c }
        return RunEntry.tailOrder(left, bytes, right, bytes) < 0
    }
}
