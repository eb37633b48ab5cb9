/// An ``ActivityRecorder`` that keeps nothing: the default where an app has registered none.
public struct DiscardingActivityRecorder: ActivityRecorder {
    /// Creates a recorder; all of them are alike.
    public init() {}

    /// Forgets the event at once.
    ///
    /// - Parameter event: What happened.
    public func record(_ event: ActivityEvent) {}
}
