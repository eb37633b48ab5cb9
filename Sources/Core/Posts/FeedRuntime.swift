import Foundation

/// What the provider keeps of a feed while somebody uses it.
///
/// Lives on the actor of ``DefaultPostProvider``.
final class FeedRuntime {
    var machine: FeedStateMachine
    var subscribers: [Int: AsyncStream<FeedUpdate>.Continuation] = [:]
    /// Who waits, by the request that they wait for.
    var waiters: [Int: [Int: CheckedContinuation<FeedUpdate, any Error>]] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
    /// How the last fetch ended.
    var lastOutcome = FeedStateMachine.Outcome()
    /// Goes up with every fetch that ends.
    var landings = 0
    /// How long it may wait for its next refresh.
    var rhythm = RefreshRhythm()
    var publishedVersion: UInt64?
    /// Whether it was stale when something was published last.
    var publishedStale: Bool?
    /// When the stored first page was last found unchanged, and when that one was fetched.
    private var confirmation: (date: Date, fetched: Date?)?
    /// The posts that were published last, dismissed and hidden ones included.
    var ids: Set<Post.ID> = []

    init(refreshAge: TimeInterval) {
        machine = FeedStateMachine(refreshAge: refreshAge)
    }

    /// Remembers that the first page is still what it was.
    ///
    /// In memory only: a date is no reason to write to the disk, and after a new start the feed is asked for once more,
    /// which costs next to nothing.
    func confirm(_ stored: StoredFeed, at date: Date) {
        confirmation = (date, stored.refreshedAt)
    }

    /// What is stored, with the date of the last confirmation where it is of the page that is stored now.
    func confirmed(_ stored: StoredFeed) -> StoredFeed {
        guard let confirmation, confirmation.fetched == stored.refreshedAt else { return stored }
        var stored = stored
        stored.refreshedAt = confirmation.date
        return stored
    }
}
