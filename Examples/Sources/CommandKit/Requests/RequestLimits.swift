import Core

/// The limits of the requests of a command.
package enum RequestLimits {
    /// Has all registered requests keep to a time.
    ///
    /// - Parameters:
    ///   - timeout: The time.
    ///   - eachRequest: Whether it is that of each request, and not that of all together from now on.
    package static func register(_ timeout: Duration, eachRequest: Bool) {
        let requests = Dependency.resolve((any RequestProvider).self)
        Dependency.register((any RequestProvider).self) {
            guard !eachRequest else { return PatientRequestProvider(requests, patience: timeout) }
            return DeadlineRequestProvider(
                requests, after: timeout, time: Dependency.resolve((any TimeProvider).self))
        }
    }

    /// Says that the network is there, for a server on this machine: it is reached whatever network there is, and costs
    /// nothing.
    package static func registerLoopback() {
        Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.ethernet)) }
    }
}
