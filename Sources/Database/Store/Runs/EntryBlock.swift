/// Sorted entries in memory: a whole ``MemoryRun``, or one decoded block of a ``FileRun``.
///
/// Raw memory, because this is what every comparison of the store reads. Unchecked: whoever makes a block fills it
/// before anybody else sees it, and nobody changes it after ``seal()``.
final class EntryBlock: @unchecked Sendable {
    let entries: UnsafeMutablePointer<RunEntry>
    let bytes: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private(set) var byteCount = 0
    /// The net of all entries.
    private(set) var net = 0
    /// The net before each entry; nil when every entry is a plus.
    private var nets: UnsafeMutablePointer<Int32>?

    private let capacity: Int
    private let byteCapacity: Int

    /// Bytes that may be read behind the last one, so that a key can be loaded as whole words.
    static let slack = SortKey.inlineCount

    init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
        entries = .allocate(capacity: max(1, capacity))
        bytes = .allocate(capacity: byteCapacity + Self.slack)
    }

    deinit {
        entries.deallocate()
        bytes.deallocate()
        nets?.deallocate()
    }

    // MARK: Filling

    /// Whether a block that nobody else has can be filled anew with so much.
    func canHold(_ count: Int, byteCount: Int) -> Bool {
        count <= capacity && byteCount <= byteCapacity
    }

    /// Takes over entries that were put in place with offsets that are right already.
    func setCount(_ count: Int) {
        self.count = count
    }

    /// Appends an entry whose offset is right already.
    @inline(__always)
    func append(_ entry: RunEntry) {
        entries[count] = entry
        count += 1
    }

    /// Appends an entry of other bytes, and copies what it has there.
    @inline(__always)
    func append(_ entry: RunEntry, of source: UnsafePointer<UInt8>) {
        var entry = entry
        let length = entry.tailCount + entry.payloadCount
        if length > 0 {
            (bytes + byteCount).update(from: source + entry.offset, count: length)
            entry.set(offset: byteCount)
            byteCount += length
        }
        entries[count] = entry
        count += 1
    }

    /// Appends the tail of a key, and says where it is.
    func append(bytes source: UnsafeRawBufferPointer) -> Int {
        if let base = source.baseAddress {
            UnsafeMutableRawPointer(bytes + byteCount).copyMemory(from: base, byteCount: source.count)
        }
        defer { byteCount += source.count }
        return byteCount
    }

    /// Fills an empty block by a function that reads so many bytes; false when they were fewer.
    func fill<Failure: Error>(
        _ length: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Bool {
        nets?.deallocate()
        nets = nil
        count = 0
        byteCount = length
        (bytes + length).update(repeating: 0, count: Self.slack)
        return try read(UnsafeMutableRawBufferPointer(start: bytes, count: length)) == length
    }

    /// Ends the filling: counts what the entries come to, unless it is known that every one is a plus.
    func seal(isPlain known: Bool? = nil) {
        if known ?? (0..<count).allSatisfy({ entries[$0].isPlus }) {
            net = count
            return
        }
        let nets = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        var sum = 0
        for index in 0..<count {
            nets[index] = Int32(truncatingIfNeeded: sum)
            sum += entries[index].kind.net
        }
        net = sum
        self.nets = nets
    }

    // MARK: Looking

    /// The net of the entries before a position.
    func net(before position: Int) -> Int {
        guard let nets else { return position }
        return position < count ? Int(nets[position]) : net
    }

    /// The first position whose key is not less than this one.
    func lowerBound(_ key: SortKey, from start: Int = 0) -> Int {
        lowerBound(key, from: start, to: count)
    }

    /// The same when it is probably near the start: the steps double until it is passed.
    func nearbyLowerBound(_ key: SortKey, from start: Int) -> Int {
        var low = start
        var step = 1
        while low + step <= count, isLess(entries[low + step - 1], key) {
            low += step
            step *= 2
        }
        return lowerBound(key, from: low, to: min(count, low + step - 1))
    }

    @inline(__always)
    private func lowerBound(_ key: SortKey, from start: Int, to end: Int) -> Int {
        var low = start
        var high = end
        while low < high {
            let middle = (low + high) / 2
            if isLess(entries[middle], key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The first position whose key is greater than this one.
    func upperBound(_ key: SortKey) -> Int {
        let position = lowerBound(key)
        return position < count && isEqual(position, key) ? position + 1 : position
    }

    func isEqual(_ position: Int, _ key: SortKey) -> Bool {
        let entry = entries[position]
        return entry.a == key.a && entry.b == key.b && entry.c == key.c && RunEntry.tailOrder(entry, bytes, key) == 0
    }

    /// The key of an entry.
    func key(_ position: Int) -> SortKey {
        Self.key(entries[position], bytes)
    }

    static func key(_ entry: RunEntry, _ bytes: UnsafePointer<UInt8>) -> SortKey {
        let tail =
            entry.tailCount == 0
            ? [] : Array(UnsafeBufferPointer(start: bytes + entry.offset, count: entry.tailCount))
        return SortKey(a: entry.a, b: entry.b, c: entry.c, count: Int(entry.keyCount), tail: tail)
    }

    static func payload(_ entry: RunEntry, _ bytes: UnsafePointer<UInt8>) -> [UInt8] {
        entry.payloadCount == 0
            ? []
            : Array(UnsafeBufferPointer(start: bytes + entry.offset + entry.tailCount, count: entry.payloadCount))
    }

    /// A payload where it stands; good as long as the block is not changed.
    static func payloadBytes(_ entry: RunEntry, _ bytes: UnsafePointer<UInt8>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes + entry.offset + entry.tailCount, count: entry.payloadCount)
    }

    @inline(__always)
    private func isLess(_ entry: RunEntry, _ key: SortKey) -> Bool {
        if entry.a != key.a { return entry.a < key.a }
        if entry.b != key.b { return entry.b < key.b }
        if entry.c != key.c { return entry.c < key.c }
        return RunEntry.tailOrder(entry, bytes, key) < 0
    }
}
