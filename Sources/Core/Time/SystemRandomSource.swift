/// The system's random generator.
public struct SystemRandomSource: RandomSource {
    /// Creates a source; all of them draw from the same generator.
    public init() {}

    /// The next 64 random bits.
    public func next() -> UInt64 {
        UInt64.random(in: .min ... .max)
    }
}
