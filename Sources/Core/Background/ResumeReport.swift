/// What was gone on with when the network, or the person, was back.
public struct ResumeReport: Equatable, Sendable {
    /// The feeds in use that were refreshed; those that were fresh are not among them.
    public var refreshed: [Feed] = []
    /// The feeds in use that could not be refreshed, and why.
    public var failures: [RefreshReport.Failure] = []
    /// How the packs ended that were gone on with.
    public var packs: [PackReport] = []
    /// Why packs could not be gone on with; `nil` where they were, and where the feeds have shown that there is no network.
    public var packError: DataError?

    /// Creates a report of nothing.
    public init() {}
}
