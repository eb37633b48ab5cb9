/// Knows where the pages of feeds came from; what chains several clouds is one.
///
/// Contract: safe from any thread, and quick. It is a memory of this run of the app: nothing is stored.
public protocol FeedProvenanceProvider: Sendable {
    /// Where a feed's last page came from.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: Where from; `nil` when none has come in this run of the app, or so many feeds ago that it was
    ///   forgotten.
    func provenance(of feed: Feed) -> FeedProvenance?
}
