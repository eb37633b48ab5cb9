import Core

/// Shares posts for view models: knows the backend's addresses where somebody registered them.
struct PostSharing: Sendable {
    private let endpoints: (any EndpointProvider)?

    /// Resolves `EndpointProvider` where it is registered.
    init() {
        let isRegistered = Dependency.current.isRegistered((any EndpointProvider).self)
        endpoints = isRegistered ? Dependency.resolve((any EndpointProvider).self) : nil
    }

    func shared(_ item: FeedItem?) -> SharedPost? {
        guard let item, let endpoints else { return nil }
        return SharedPost(item, endpoints: endpoints)
    }
}
