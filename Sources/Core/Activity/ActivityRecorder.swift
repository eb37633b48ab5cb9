/// Takes what the network layer has to say about itself.
///
/// Contract:
/// - Quick, and safe from any thread: it is called on the road of every request.
/// - Bounded: however much is recorded, it keeps a fixed number of events at most.
public protocol ActivityRecorder: Sendable {
    /// Records an event.
    ///
    /// - Parameter event: What happened.
    func record(_ event: ActivityEvent)
}
