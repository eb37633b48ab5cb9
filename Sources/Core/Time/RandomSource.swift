/// Where random numbers come from, so that a test can replay them.
///
/// Used for jitter and for generated names; not a source for secrets.
public protocol RandomSource: Sendable {
    /// The next 64 random bits. Safe to call from any thread.
    func next() -> UInt64
}

extension RandomSource {
    /// A number in a range, all equally likely.
    ///
    /// - Parameter range: The bounds; both finite.
    /// - Returns: A number in the range.
    public func next(in range: ClosedRange<Double>) -> Double {
        // 53 bits are what a Double holds exactly, and more than an Int holds everywhere.
        let unit = Double(next() >> 11) / 0x1p53
        return range.lowerBound + unit * (range.upperBound - range.lowerBound)
    }
}
