/// How long an instance lives that a ``DependencyContainer`` makes.
public enum DependencyScope: Sendable, Hashable {
    /// A new instance for whoever asks.
    case transient
    /// One instance for the container, made when somebody first asks and kept until it is unregistered.
    case singleton
}
