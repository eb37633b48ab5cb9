public import Foundation

/// The end of a request on a feed: the page it committed, the origin of the answer, the error, the skip; no posts.
///
/// Posts come by ``PostProvider/updates(of:)`` and by nothing else.
public struct FeedOutcome: Equatable, Sendable {
    /// The page that was committed, or found to be the stored one; `nil` for neither.
    public var page: PageReceipt?
    /// The origin of the answer: a backend, or the database alone.
    public var origin: DataOrigin
    /// The error of a failed request; the stored posts are unchanged.
    public var error: DataError?
    /// The parts of the answer that could not be read.
    public var issues: [DecodeIssue]
    /// The reason for which the network was not asked; `nil` where it was.
    ///
    /// `fresh`, until the feed is stale, where ``ReadPolicy/storedThenNetwork`` needs no network yet. `offline` where
    /// there is no backend to ask; ``error`` says so too.
    public var skip: FetchSkip?
    /// The number of the update that shows this outcome.
    ///
    /// Everybody who follows the feed has been sent that update, or a later one: see ``FeedUpdate/number``.
    public var number = 0

    /// Creates an outcome; by default that of a request that did not need the network.
    ///
    /// - Parameters:
    ///   - page: The page that was committed or found unchanged.
    ///   - origin: The origin of the answer.
    ///   - error: The reason for a failure.
    ///   - issues: The parts of the answer that could not be read.
    ///   - skip: The reason for which the network was not asked.
    public init(
        page: PageReceipt? = nil, origin: DataOrigin = .database, error: DataError? = nil, issues: [DecodeIssue] = [],
        skip: FetchSkip? = nil
    ) {
        self.page = page
        self.origin = origin
        self.error = error
        self.issues = issues
        self.skip = skip
    }
}

/// The reason for which a feed was shown without asking the network, where a request might have been expected.
public struct FetchSkip: Hashable, Sendable {
    /// The reason.
    public var reason: ActivityEvent.Reason
    /// The date until which that holds, where it is known.
    public var until: Date?

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - until: The date until which that holds.
    public init(reason: ActivityEvent.Reason, until: Date? = nil) {
        self.reason = reason
        self.until = until
    }
}
