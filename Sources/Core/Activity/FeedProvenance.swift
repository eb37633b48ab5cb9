public import Foundation

/// A record of where a feed's last page came from, how complete it is, and which backends of a chain could not deliver
/// it.
public struct FeedProvenance: Hashable, Sendable {
    /// A backend earlier in the chain than the one that answered, which failed or received no request.
    public struct Skipped: Hashable, Sendable {
        /// The backend's name.
        public var backend: String
        /// The reason: `suspendedEarlier` and `offline` for a backend that was not asked, `failure` for one that was.
        public var reason: ActivityEvent.Reason
        /// The code of its error, where there is one.
        public var code: ErrorCode?
        /// The date from which the backend is tried again; `nil` for the next request.
        public var until: Date?

        /// Creates a record of a skipped backend.
        ///
        /// - Parameters:
        ///   - backend: The backend's name.
        ///   - reason: The reason why it was passed over.
        ///   - code: The code of its error.
        ///   - until: The date from which it is asked again.
        package init(backend: String, reason: ActivityEvent.Reason, code: ErrorCode? = nil, until: Date? = nil) {
            self.backend = backend
            self.reason = reason
            self.code = code
            self.until = until
        }
    }

    /// The name of the backend that answered.
    public var backend: String
    /// The date of its answer.
    public var fetchedAt: Date
    /// The completeness of that backend's posts.
    public var completeness: Completeness
    /// The backends earlier in the chain, in order, which did not deliver the page.
    public var skipped: [Skipped]

    /// Creates a provenance.
    ///
    /// - Parameters:
    ///   - backend: The name of the backend that answered.
    ///   - fetchedAt: The date of its answer.
    ///   - completeness: The completeness of that backend's posts.
    ///   - skipped: The backends that come before it in the chain, in order; none by default.
    package init(backend: String, fetchedAt: Date, completeness: Completeness, skipped: [Skipped] = []) {
        self.backend = backend
        self.fetchedAt = fetchedAt
        self.completeness = completeness
        self.skipped = skipped
    }
}

/// A provider of the origin of each feed's last page; a chain of several backends implements it.
///
/// Contract: safe from any thread, and quick. It covers this run of the app: nothing is stored.
public protocol FeedProvenanceProvider: Sendable {
    /// Returns where a feed's last page came from.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: The provenance; `nil` when no page has come in this run of the app, or so many feeds ago that it was
    ///   dropped.
    func provenance(of feed: Feed) -> FeedProvenance?
}
