/// An entry as it lies in an ``EntryBlock``: the inline part of its key, and where in the block's bytes the rest is.
struct RunEntry {
    var a: UInt64
    var b: UInt64
    var c: UInt64
    /// From the top: 36 bits where the key's tail begins, 26 bits the length of the payload behind it, 2 bits the kind.
    var place: UInt64
    var keyCount: UInt32
    var slot: UInt32

    /// The longest payload: 64 MiB, which is more than a record of 16 MiB can be folded to.
    static let largestPayload = 1 << 26 - 1
    private static let payloadShift: UInt64 = 2
    private static let offsetShift: UInt64 = 28
    private static let kindMask: UInt64 = 3

    @inline(__always)
    init(a: UInt64, b: UInt64, c: UInt64, keyCount: Int, kind: EntryKind, slot: UInt32, payloadCount: Int, offset: Int)
    {
        self.a = a
        self.b = b
        self.c = c
        self.keyCount = UInt32(truncatingIfNeeded: keyCount)
        self.slot = slot
        place =
            UInt64(offset) &<< Self.offsetShift | UInt64(payloadCount) &<< Self.payloadShift | UInt64(kind.rawValue)
    }

    @inline(__always)
    var kind: EntryKind {
        switch place & Self.kindMask {
        case 0: .plus
        case 1: .anti
        default: .replace
        }
    }

    @inline(__always)
    var isPlus: Bool { place & Self.kindMask == 0 }

    @inline(__always)
    var offset: Int { Int(truncatingIfNeeded: place &>> Self.offsetShift) }

    @inline(__always)
    var payloadCount: Int { Int(truncatingIfNeeded: place &>> Self.payloadShift) & Self.largestPayload }

    @inline(__always)
    var tailCount: Int { max(0, Int(keyCount) - SortKey.inlineCount) }

    @inline(__always)
    mutating func set(_ kind: EntryKind) {
        place = place & ~Self.kindMask | UInt64(kind.rawValue)
    }

    @inline(__always)
    mutating func set(offset: Int) {
        place = place & (1 &<< Self.offsetShift - 1) | UInt64(offset) &<< Self.offsetShift
    }

    @inline(__always)
    mutating func set(payloadCount: Int) {
        let mask = UInt64(Self.largestPayload) &<< Self.payloadShift
        place = place & ~mask | UInt64(payloadCount) &<< Self.payloadShift
    }

    /// Orders two entries whose words are equal: below 0 when the left one comes first.
    static func tailOrder(
        _ left: RunEntry, _ leftBytes: UnsafePointer<UInt8>, _ right: RunEntry, _ rightBytes: UnsafePointer<UInt8>
    ) -> Int {
        let common = min(left.tailCount, right.tailCount)
        if common > 0 {
            let difference = Self.difference(leftBytes + left.offset, rightBytes + right.offset, common)
            if difference != 0 { return difference }
        }
        return Int(left.keyCount) - Int(right.keyCount)
    }

    /// The same for a key that is looked for, which stands on the right.
    static func tailOrder(_ left: RunEntry, _ leftBytes: UnsafePointer<UInt8>, _ key: SortKey) -> Int {
        let common = min(left.tailCount, key.tail.count)
        if common > 0 {
            let difference = key.tail.withUnsafeBufferPointer { tail in
                tail.baseAddress.map { Self.difference(leftBytes + left.offset, $0, common) } ?? 0
            }
            if difference != 0 { return difference }
        }
        return Int(left.keyCount) - key.count
    }

    private static func difference(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Int {
        var position = 0
        while position + 8 <= count {
            let leftWord = UnsafeRawPointer(left + position).loadUnaligned(as: UInt64.self)
            let rightWord = UnsafeRawPointer(right + position).loadUnaligned(as: UInt64.self)
            if leftWord != rightWord { return UInt64(bigEndian: leftWord) < UInt64(bigEndian: rightWord) ? -1 : 1 }
            position += 8
        }
        while position < count {
            if left[position] != right[position] { return Int(left[position]) - Int(right[position]) }
            position += 1
        }
        return 0
    }
}

/// The effect of an entry on the older runs below it.
///
/// Over time the kinds of one composite alternate: plus, anti, plus …; a run holds what they come to in its time.
enum EntryKind: UInt8, Sendable {
    /// The entry is there from now on.
    case plus = 0
    /// The entry of an older run is gone.
    case anti = 1
    /// The entry of an older run is gone, and is back with another slot or payload.
    case replace = 2

    /// The number of live entries that it adds.
    @inline(__always)
    var net: Int {
        switch self {
        case .plus: 1
        case .anti: -1
        case .replace: 0
        }
    }

    /// The result of a sequence of entries; nil when nothing is left.
    ///
    /// Only its ends matter: whether an older entry was there before, and whether one is there afterwards. Below the
    /// bottom there is nothing that could be gone.
    @inline(__always)
    static func reduced(oldest: EntryKind, newest: EntryKind, isBottom: Bool) -> EntryKind? {
        let isFresh = isBottom || oldest == .plus
        if newest == .anti { return isFresh ? nil : .anti }
        return isFresh ? .plus : .replace
    }
}
