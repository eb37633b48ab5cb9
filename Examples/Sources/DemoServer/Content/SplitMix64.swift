import ServerKit

/// Sebastiano Vigna's SplitMix64: small, fast, and the same numbers from the same seed on every platform.
///
/// The standard library's `random(in:using:)` and `shuffled(using:)` may change how they consume a generator from one
/// release to the next, so drawing goes through the methods here, which do not.
struct SplitMix64: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A generator for one named part of a larger whole, so that parts can be made in any order.
    init(seed: UInt64, stream name: String) {
        state = seed ^ StableHash.fnv1a(name)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `bound`; 0 for a bound of 0 or less.
    mutating func below(_ bound: Int) -> Int {
        guard bound > 0 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// A number from 0 up to, not including, 1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// True once in `count` draws on average.
    mutating func isOne(in count: Int) -> Bool {
        below(count) == 0
    }

    /// An element of a list; the list must not be empty.
    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[below(list.count)]
    }
}
