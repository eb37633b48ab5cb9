import Synchronization

/// Random numbers that are the same for the same seed, on every platform and in every release.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
public final class SeededRandomSource: RandomSource {
    /// The seed that this source started from; print it when a test fails.
    public let seed: UInt64

    private let state: Mutex<UInt64>

    /// Creates a source.
    ///
    /// - Parameter seed: Any number; equal seeds give equal sequences.
    public init(seed: UInt64) {
        self.seed = seed
        self.state = Mutex(seed)
    }

    /// The next 64 bits of the sequence.
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
