/// A sort key of an index, in the store's one order: null, then numbers, then texts by their UTF-8 bytes.
///
/// Two keys are equal where neither comes first: texts with the same bytes.
public enum IndexKey: Sendable {
    /// No value; it comes first.
    case null
    /// A whole number.
    case integer(Int64)
    /// A finite number; -0.0 is kept as 0.0.
    case double(Double)
    /// A text.
    case text(String)
    /// The keys of a ``CompoundIndex``, compared one after the other.
    case compound(Parts)

    /// The keys of a compound index, in the order of its properties.
    ///
    /// Only a ``CompoundIndex`` makes them, so that no id and no other index has several keys.
    public struct Parts: Hashable, Sendable {
        let keys: [IndexKey]

        @usableFromInline
        init(_ keys: [IndexKey]) { self.keys = keys }
    }
}

extension IndexKey: Hashable {
    public static func == (left: IndexKey, right: IndexKey) -> Bool {
        switch (left, right) {
        // Not Swift's own equality, which takes "é" for the same text however it is composed.
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.null, .null): true
        case (.compound, _), (_, .compound): left.parts.elementsEqual(right.parts)
        case (.text, _), (_, .text), (.null, _), (_, .null): false
        default: !(left < right) && !(right < left)
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let number): hasher.combine(Double(number))
        case .double(let number): hasher.combine(number)
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .compound(let parts): for key in parts.keys { key.hash(into: &hasher) }
        }
    }
}

extension IndexKey: Comparable {
    public static func < (left: IndexKey, right: IndexKey) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8Precedes(right)
        case (.integer(let left), .double(let right)): compare(left, right) < 0
        case (.double(let left), .integer(let right)): compare(right, left) > 0
        case (.compound, _), (_, .compound): left.parts.lexicographicallyPrecedes(right.parts)
        default: left.kind < right.kind
        }
    }

    /// Negative, zero or positive, exactly: large whole numbers have no Double of their own.
    private static func compare(_ integer: Int64, _ double: Double) -> Int {
        if double >= 0x1p63 { return -1 }
        if double < -0x1p63 { return 1 }
        let whole = Int64(double.rounded(.down))
        if integer != whole { return integer < whole ? -1 : 1 }
        return double > double.rounded(.down) ? -1 : 0
    }

    private var kind: Int {
        switch self {
        case .null: 0
        case .integer, .double: 1
        case .text, .compound: 2
        }
    }

    /// The keys that it is made of: itself, unless it is a compound one.
    var parts: [IndexKey] {
        if case .compound(let parts) = self { parts.keys } else { [self] }
    }

    /// Whether it can be sorted by: NaN and the infinities cannot.
    var isValid: Bool {
        switch self {
        case .double(let number): number.isFinite
        case .compound(let parts): parts.keys.allSatisfy(\.isValid)
        default: true
        }
    }
}

extension String {
    /// Whether this comes first, byte by byte.
    ///
    /// Swift's own order looks through canonical equivalence.
    func utf8Precedes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
