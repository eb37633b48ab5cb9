import Core

/// The ends of outages: tells a view model that servers answer again, once for each outage.
@MainActor
final class OutageEnds {
    private let connectivity = Dependency.registered((any ConnectivityProvider).self)
    private var follower: Task<Void, Never>?

    deinit {
        follower?.cancel()
    }

    /// Follows the connection from the first call on, until it is released.
    ///
    /// - Parameter onEnd: Called when a server answers behind an outage.
    func follow(_ onEnd: @escaping @MainActor () async -> Void) {
        guard follower == nil, let connectivity else { return }
        // Asked for here and not in the task, so that nothing is missed between this call and its start.
        let ends = connectivity.reconnections
        follower = Task {
            for await _ in ends where !Task.isCancelled { await onEnd() }
        }
    }
}
