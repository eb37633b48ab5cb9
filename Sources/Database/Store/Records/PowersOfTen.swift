/// The powers of ten that fit 64 bits.
enum PowersOfTen {
    /// 10^exponent, for an exponent from 0 to 19.
    @inline(__always)
    static func small(_ exponent: Int) -> UInt64 { table[exponent] }

    private static let table: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
}
