/// A provider of the current network's kind and cost, where the system tells them.
///
/// It decides about downloads that nobody is waiting for. Whether servers can be reached is learnt by
/// ``ConnectivityProvider``.
///
/// Contract: safe from any thread, and quick.
public protocol NetworkPathProvider: Sendable {
    /// The network that the next request would use, and each change.
    var path: ObservableValue<NetworkPath> { get }
}

/// A factory of the system's own ``NetworkPathProvider``.
public enum NetworkPathProviders {
    /// Creates the provider of the system that this runs on; an app needs one.
    ///
    /// On Linux it watches routes and interfaces. Elsewhere it is a ``ManualNetworkPathProvider`` of an unknown
    /// network, which never counts as free, until the app sets its path; Documentation/Background.md has the recipe for
    /// Apple's systems.
    ///
    /// - Parameter time: The clock; the registered one by default, else the system's.
    /// - Returns: A new provider.
    public static func system(
        time: any TimeProvider = Dependency.clock
    ) -> any NetworkPathProvider {
        #if os(Linux)
            LinuxNetworkPathProvider(time: time)
        #else
            ManualNetworkPathProvider()
        #endif
    }
}

/// A network path that the app sets: ``NetworkPath/Interface/unknown`` until then.
///
/// An app on a phone sets ``path`` from its system's monitor. An unknown network does not count as free, so what waits
/// for a free network waits until then.
public final class ManualNetworkPathProvider: NetworkPathProvider {
    /// The network that the next request would use; set it with each change.
    public let path: ObservableValue<NetworkPath>

    /// Creates a provider.
    ///
    /// - Parameter path: The network that the next request would use; unknown, and so not free, by default.
    public init(_ path: NetworkPath = NetworkPath(.unknown)) {
        self.path = ObservableValue(path)
    }
}
