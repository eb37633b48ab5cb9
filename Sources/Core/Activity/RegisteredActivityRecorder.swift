/// The recorder of activity that is registered, looked up with each event: for backends that are made before an app is
/// wired.
///
/// It looks in the container that was the current one when it was made, and does not keep it; where nothing is
/// registered there, nothing is kept. Safe from any thread.
public struct RegisteredActivityRecorder: ActivityRecorder {
    private let container = LaterContainer()

    /// Creates a recorder for the current container.
    public init() {}

    /// Records an event with the registered recorder; does nothing where none is registered.
    ///
    /// - Parameter event: What happened.
    public func record(_ event: ActivityEvent) {
        do {
            try container.registered((any ActivityRecorder).self)?.record(event)
        } catch {
            // It cannot be made, and no request is to fail for want of a row in a log.
        }
    }
}

extension ActivityRecorder where Self == RegisteredActivityRecorder {
    /// The recorder of activity that is registered, looked up with each event.
    public static var registered: RegisteredActivityRecorder { RegisteredActivityRecorder() }
}
