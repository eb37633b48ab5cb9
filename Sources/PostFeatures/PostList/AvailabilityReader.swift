import Core

/// Reads what of some posts is here, and again whenever that may have changed: for badges.
///
/// Of the posts that it is asked for last, and of no others; nothing runs before it is asked.
@MainActor
final class AvailabilityReader {
    private let provider: (any AvailabilityProvider)?
    private var posts: [Post] = []
    private var show: (@MainActor ([Post.ID: PostAvailability]) -> Void)?
    private var follower: Task<Void, Never>?
    /// Grows with every question: the answers to earlier ones are void.
    private var generation = 0

    /// Resolves `AvailabilityProvider` where it is registered.
    init() {
        let isRegistered = Dependency.current.isRegistered((any AvailabilityProvider).self)
        provider = isRegistered ? Dependency.resolve((any AvailabilityProvider).self) : nil
    }

    deinit {
        follower?.cancel()
    }

    /// Asks about posts.
    ///
    /// - Parameters:
    ///   - posts: Which posts, as they are stored.
    ///   - show: Takes an answer; called again with each change until the next question.
    func read(_ posts: [Post], _ show: @escaping @MainActor ([Post.ID: PostAvailability]) -> Void) async {
        self.posts = posts
        self.show = show
        follow()
        await answer()
    }

    /// Asks about those of some posts that are shown.
    ///
    /// - Parameters:
    ///   - ids: The posts' ids.
    ///   - items: The posts that are shown; nothing is asked about others.
    ///   - show: Takes an answer; called again with each change until the next question.
    /// - Complexity: O(*n*) comparisons of ids.
    func read(
        _ ids: [Post.ID], among items: [FeedItem], _ show: @escaping @MainActor ([Post.ID: PostAvailability]) -> Void
    ) async {
        let wanted = Set(ids)
        var posts: [Post] = []
        for item in items where wanted.contains(item.id) {
            posts.append(item.post)
            if posts.count == wanted.count { break }
        }
        await read(posts, show)
    }

    /// Follows no more; the last question stays, for ``resume()``.
    func stop() {
        follower?.cancel()
        follower = nil
        generation += 1
    }

    /// Asks the last question again, where ``stop()`` has ended following it.
    func resume() {
        guard show != nil, follower == nil else { return }
        follow()
        Task { [weak self] in await self?.answer() }
    }

    private func follow() {
        guard let provider, follower == nil else { return }
        // Asked for before anything is read, so that no change falls in between.
        let changes = provider.changes()
        follower = Task { [weak self] in
            for await _ in changes {
                guard let self, !Task.isCancelled else { return }
                await self.answer()
            }
        }
    }

    private func answer() async {
        guard let provider, let show else { return }
        generation += 1
        let mine = generation
        do {
            let answer = try await provider.availability(of: posts)
            if mine == generation { show(answer) }
        } catch {
            // A badge that cannot be read stays as it was; whatever shows the post says that the store is in trouble.
        }
    }
}
