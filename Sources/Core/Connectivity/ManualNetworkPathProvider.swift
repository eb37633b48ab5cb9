/// A network path that is what the app says it is: ``NetworkPath/Interface/unknown`` until it says something.
///
/// An app on a phone sets ``path`` from its system's monitor. Until somebody says something, what waits for a network
/// that costs nothing waits.
public final class ManualNetworkPathProvider: NetworkPathProvider {
    /// What the next request would go by, and each change; set it.
    public let path: ObservableValue<NetworkPath>

    /// Creates a provider.
    ///
    /// - Parameter path: What the next request would go by; unknown, and so not free, by default.
    public init(_ path: NetworkPath = NetworkPath(.unknown)) {
        self.path = ObservableValue(path)
    }
}
