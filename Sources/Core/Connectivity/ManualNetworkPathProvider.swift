/// A network path that is what the app says it is: ``NetworkPath/Interface/unknown`` until it says something.
///
/// The portable default. An app on a phone sets ``path`` from its system's monitor.
public final class ManualNetworkPathProvider: NetworkPathProvider {
    /// What the next request would go by, and each change; set it.
    public let path: ObservableValue<NetworkPath>

    /// Creates a provider.
    ///
    /// - Parameter path: What the next request would go by; unknown, and so free, by default.
    public init(_ path: NetworkPath = NetworkPath(.unknown)) {
        self.path = ObservableValue(path)
    }
}
