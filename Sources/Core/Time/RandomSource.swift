import Synchronization

/// A source of random numbers that a test can replay: for jitter and generated names, not for secrets.
public protocol RandomSource: Sendable {
    /// Returns the next 64 random bits. Safe to call from any thread.
    func next() -> UInt64
}

extension RandomSource {
    /// Returns a random number in a range, all equally likely.
    ///
    /// - Parameter range: The bounds; both finite.
    /// - Returns: A number in the range.
    package func next(in range: ClosedRange<Double>) -> Double {
        // 53 bits are what a Double holds exactly, and more than an Int holds everywhere.
        let unit = Double(next() >> 11) / 0x1p53
        return range.lowerBound + unit * (range.upperBound - range.lowerBound)
    }
}

/// The system's random number generator.
public struct SystemRandomSource: RandomSource {
    /// Creates a source.
    public init() {}

    public func next() -> UInt64 {
        UInt64.random(in: .min ... .max)
    }
}

/// A random source that gives the same numbers for the same seed, on every platform and in every release.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
public final class SeededRandomSource: RandomSource {
    /// The seed of the sequence; print it when a test fails.
    public let seed: UInt64

    private let state: Mutex<UInt64>

    /// Creates a source.
    ///
    /// - Parameter seed: Any number; equal seeds give equal sequences.
    public init(seed: UInt64) {
        self.seed = seed
        self.state = Mutex(seed)
    }

    public func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
