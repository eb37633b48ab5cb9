/// A recorder of activity events: requests, downloads and backends that were delayed, skipped, repeated or failed.
///
/// Contract:
/// - Quick, and safe from any thread: it is called with every request.
/// - Bounded: however much is recorded, a fixed number of events is kept at most.
public protocol ActivityRecorder: Sendable {
    /// Records an event.
    ///
    /// - Parameter event: The event.
    func record(_ event: ActivityEvent)
}

/// An ``ActivityRecorder`` that keeps nothing: the default where none is registered.
public struct DiscardingActivityRecorder: ActivityRecorder {
    /// Creates a recorder.
    public init() {}

    public func record(_ event: ActivityEvent) {}
}

/// An ``ActivityRecorder`` that forwards each event to the registered one, for backends that are made before an app has
/// registered its own.
///
/// It looks in the container that was current when it was made, which it does not retain. Events are dropped while no
/// recorder is registered there. Safe from any thread.
public struct RegisteredActivityRecorder: ActivityRecorder {
    private let container = WeakDependencyContainer()

    package init() {}

    public func record(_ event: ActivityEvent) {
        do {
            try container.registered((any ActivityRecorder).self)?.record(event)
        } catch {
            // It cannot be made, and no request is to fail for want of a row in a log.
        }
    }
}

extension ActivityRecorder where Self == RegisteredActivityRecorder {
    /// A recorder that forwards each event to the registered one.
    public static var registered: RegisteredActivityRecorder { RegisteredActivityRecorder() }
}
