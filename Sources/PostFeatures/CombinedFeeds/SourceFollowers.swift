import Core

/// Follows the sources of a combined feed, and runs requests and changes of statuses on them.
@MainActor
final class SourceFollowers {
    /// How the request of one source ended.
    struct Answer: Sendable {
        let index: Int
        let result: Result<FeedOutcome, DataError>
    }

    private let feed: CombinedFeed
    private let provider: CombinedFeedProvider
    /// The follower of each source; `nil` where its site has no provider.
    private var followers: [FeedFollower?]

    init(_ feed: CombinedFeed, of provider: CombinedFeedProvider) {
        self.feed = feed
        self.provider = provider
        followers = Array(repeating: nil, count: feed.sources.count)
    }

    // MARK: Following

    /// Begins to follow every source that is not followed.
    ///
    /// - Parameters:
    ///   - begin: Runs before a source is followed, with its index.
    ///   - take: Shows an update that nobody here waits for.
    func follow(_ begin: (Int) -> Void, take: @escaping @MainActor (FeedUpdate, Int) -> Void) {
        for (index, source) in feed.sources.enumerated() {
            do {
                let follower = try followers[index] ?? FeedFollower(source, of: provider.provider(of: source.site))
                followers[index] = follower
                guard !follower.isFollowing else { continue }
                begin(index)
                follower.follow { take($0, index) }
            } catch {
                // A site without a provider: whatever is asked of it says so.
            }
        }
    }

    /// Ends following.
    func stop() {
        for follower in followers { follower?.stop() }
    }

    /// Whether a source can be followed: its site has a provider.
    func hasFollower(of index: Int) -> Bool { followers[index] != nil }

    /// Waits for the first update of some sources.
    ///
    /// - Throws: `CancellationError`.
    func first(of indices: [Int]) async throws {
        for index in indices { try await followers[index]?.first() }
    }

    // MARK: Updates that are held

    /// Holds the updates of some sources until ``release(_:_:)``, which has to follow.
    func hold(_ indices: [Int]) {
        for index in indices { followers[index]?.hold() }
    }

    /// Ends a ``hold(_:)``, and hands out what was held.
    func release(_ indices: [Int], _ take: (FeedUpdate, Int) -> Void) {
        for index in indices {
            if let update = followers[index]?.release() { take(update, index) }
        }
    }

    /// Hands out what is held of some sources.
    func takeHeld(_ indices: some Sequence<Int>, _ take: (FeedUpdate, Int) -> Void) {
        for index in indices {
            if let update = followers[index]?.takeHeld() { take(update, index) }
        }
    }

    /// Shows what is held where nobody waits for it any more: call it when a request is void.
    func showUnclaimed() {
        for follower in followers { follower?.showUnclaimed() }
    }

    // MARK: Calls

    /// Performs a request; what it brought is held.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - index: The source's index.
    ///   - limit: The number of posts that a page should have.
    /// - Returns: How it ended.
    /// - Throws: `CancellationError`.
    func perform(_ request: FeedRequest, on index: Int, limit: Int) async throws -> Answer {
        do {
            guard let follower = followers[index] else {
                _ = try provider.provider(of: feed.sources[index].site)
                throw DataError(.invalidInput)
            }
            return Answer(index: index, result: .success(try await follower.perform(request, limit: limit)))
        } catch let error as CancellationError {
            throw error
        } catch {
            // Whatever a provider makes of it, a task that is cancelled has no other failure.
            try Task.checkCancellation()
            return Answer(index: index, result: .failure(DataError(error)))
        }
    }

    /// Divides posts by the providers that change them, as one act of a person is one in each store.
    ///
    /// - Parameter ids: The posts.
    /// - Returns: The posts of each provider, in their order, with the site of the first.
    func divided(_ ids: [Post.ID]) -> [(site: Site, ids: [Post.ID])] {
        var parts: [(site: Site, ids: [Post.ID])] = []
        var places: [Site: Int] = [:]
        for id in ids {
            let place = places[id.site] ?? parts.firstIndex { provider.isShared(by: $0.site, id.site) } ?? parts.count
            places[id.site] = place
            if place == parts.count { parts.append((id.site, [])) }
            parts[place].ids.append(id)
        }
        return parts
    }

    /// Changes statuses, and waits until the sources say so; what they say is to be held meanwhile.
    ///
    /// - Parameter mutations: The changes, one for each store, with one of its sites.
    /// - Returns: What each came to, fewer after a failure, and the first failure.
    func apply(
        _ mutations: [(Site, StatusMutation)]
    ) async -> (outcomes: [StatusOutcome], failure: (any Error)?) {
        var outcomes: [StatusOutcome] = []
        var failure: (any Error)?
        for (site, mutation) in mutations {
            do {
                let outcome = try await provider.provider(of: site).apply(mutation)
                outcomes.append(outcome)
                for (feed, follower) in zip(feed.sources, followers) {
                    if let number = outcome.updates[feed] { await follower?.reach(number) }
                }
            } catch {
                failure = failure ?? error
            }
        }
        return (outcomes, failure)
    }
}
