/// Makes providers of the network's path.
public enum NetworkPathProviders {
    /// The one of the system that this runs on.
    ///
    /// On Linux it watches routes and interfaces. Elsewhere it is a ``ManualNetworkPathProvider`` that knows nothing, and
    /// so nothing counts as free, until the app says more; Documentation/Background.md has the recipe for Apple's
    /// systems.
    ///
    /// - Parameter time: The clock; the registered one by default, else the system's.
    /// - Returns: A new provider; one for an app is enough.
    public static func system(
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) -> any NetworkPathProvider {
        #if os(Linux)
            LinuxNetworkPathProvider(time: time)
        #else
            ManualNetworkPathProvider()
        #endif
    }
}
