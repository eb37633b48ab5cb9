/// What reading a feed may cost.
public enum ReadPolicy: String, Hashable, Sendable, CaseIterable {
    /// Only what is stored; no network.
    case storedOnly
    /// What is stored, at once; then the network, when nothing is stored or it is stale.
    case storedThenNetwork
    /// The network; its failure is thrown, and what is stored stays as it is.
    case networkOnly
    /// The network; when it fails, what is stored, and why.
    case networkElseStored
}
