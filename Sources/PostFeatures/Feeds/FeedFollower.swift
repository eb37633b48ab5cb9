import Core

/// Follows a feed's updates, and runs the calls whose effect they show.
///
/// The stream alone carries posts. So a call ends here when the stream has shown what it did: the update that shows it
/// is held, so that both can be published as one.
@MainActor
final class FeedFollower {
    private let feed: Feed
    private let provider: any PostProvider
    private var task: Task<Void, Never>?
    private var take: (@MainActor (FeedUpdate) -> Void)?
    /// Tells streams apart: what an earlier one still says is void.
    private var generation = 0
    /// The number of the newest update that has come; `nil` before the first.
    private var newest: Int?
    /// The state of the store that the newest update shows; what shows an older one is not taken in.
    private var newestState: (reloads: Int, version: UInt64) = (0, 0)
    /// The newest of the updates that are not shown yet.
    private var held: FeedUpdate?
    /// The requests under way, whose answers are held.
    private var requests: [Int: FeedRequest] = [:]
    /// The number of calls under way for which everything is held.
    private var holds = 0
    private var waiters: [Int: (number: Int?, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastID = 0

    init(_ feed: Feed, of provider: any PostProvider) {
        self.feed = feed
        self.provider = provider
    }

    deinit {
        task?.cancel()
    }

    /// Whether it follows the feed.
    var isFollowing: Bool { task != nil }

    /// Begins to follow; does nothing while it does.
    ///
    /// - Parameter take: Shows an update that nobody here waits for, such as a commit from elsewhere.
    func follow(_ take: @escaping @MainActor (FeedUpdate) -> Void) {
        guard task == nil else { return }
        self.take = take
        newest = nil
        newestState = (0, 0)
        generation += 1
        let mine = generation
        // Asked for here and not in the task, so that nothing is missed between this call and the task's start.
        let updates = provider.updates(of: feed)
        task = Task { [weak self] in
            for await update in updates {
                guard let self, self.generation == mine else { return }
                self.receive(update)
            }
            self?.end(mine)
        }
    }

    /// Ends following; whoever waits goes on.
    func stop() {
        task?.cancel()
        generation += 1
        task = nil
        take = nil
        held = nil
        requests = [:]
        holds = 0
        resumeWaiters()
    }

    /// Waits for the first update, which comes at once.
    ///
    /// - Throws: `CancellationError`.
    func first() async throws {
        try Task.checkCancellation()
        if newest == nil { await wait(for: nil) }
        try Task.checkCancellation()
    }

    /// Waits for an update; it returns also when none can come any more, or when the calling task is cancelled.
    func reach(_ number: Int) async {
        guard (newest ?? -1) < number else { return }
        await wait(for: number)
    }

    /// Performs a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The number of posts that a page should have.
    /// - Returns: How it ended. The update that shows it is held: ``takeHeld()`` gives it to whoever still wants it.
    /// - Throws: What the provider throws.
    func perform(_ request: FeedRequest, limit: Int) async throws -> FeedOutcome {
        lastID += 1
        let (id, mine) = (lastID, generation)
        requests[id] = request
        defer { requests[id] = nil }
        let outcome = try await provider.perform(request, on: feed, limit: limit)
        // Who follows another stream by now finds it there.
        if mine == generation { await reach(outcome.number) }
        return outcome
    }

    /// Changes statuses.
    ///
    /// - Parameter mutation: The change.
    /// - Returns: What it came to, and the update that shows it; `nil` where nothing new is to be shown.
    /// - Throws: What the provider throws.
    func apply(_ mutation: StatusMutation) async throws -> (outcome: StatusOutcome, update: FeedUpdate?) {
        hold()
        do {
            let outcome = try await provider.apply(mutation)
            if let number = outcome.updates[feed] { await reach(number) }
            return (outcome, release())
        } catch {
            if let update = release() { take?(update) }
            throw error
        }
    }

    /// Holds every update until ``release()``, which has to follow.
    func hold() {
        holds += 1
    }

    /// Ends a ``hold()``.
    ///
    /// - Returns: What was held.
    func release() -> FeedUpdate? {
        holds = max(0, holds - 1)
        return takeHeld()
    }

    /// The newest update that is held, which is shown by the caller then.
    func takeHeld() -> FeedUpdate? {
        defer { held = nil }
        return held
    }

    /// Shows what is held where nobody waits for it any more: call it when a request is void.
    func showUnclaimed() {
        guard requests.isEmpty, holds == 0, let update = takeHeld() else { return }
        take?(update)
    }

    private func receive(_ update: FeedUpdate) {
        let state = (update.reloads, update.version)
        if state < newestState {
            // An older state of the store never replaces a newer one.
        } else if holds > 0 || held != nil || requests.values.contains(where: update.answers.contains) {
            held = update
        } else {
            take?(update)
        }
        newest = max(newest ?? update.number, update.number)
        if newestState < state { newestState = state }
        resumeWaiters { [newest] in $0 == nil || $0 ?? 0 <= newest ?? 0 }
    }

    private func end(_ mine: Int) {
        // A later stream may be followed by now.
        guard generation == mine else { return }
        task = nil
        resumeWaiters()
    }

    private func wait(for number: Int?) async {
        guard task != nil else { return }
        lastID += 1
        let id = lastID
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume()
                } else {
                    waiters[id] = (number, continuation)
                }
            }
        } onCancel: {
            Task { @MainActor in self.waiters.removeValue(forKey: id)?.continuation.resume() }
        }
    }

    private func resumeWaiters(where isDone: (Int?) -> Bool = { _ in true }) {
        for (id, waiter) in waiters where isDone(waiter.number) {
            waiters[id] = nil
            waiter.continuation.resume()
        }
    }
}
