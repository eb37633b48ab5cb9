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
    var publishedVersion: UInt64?
    /// The posts that were published last, dismissed and hidden ones included.
    var ids: Set<Post.ID> = []

    init(refreshAge: Duration) {
        machine = FeedStateMachine(refreshAge: TimeInterval(refreshAge.components.seconds))
    }
}
