import Core

/// Reads what of some posts is here, and again whenever that may have changed: for badges.
///
/// Of the posts that it is asked for last, and of no others; nothing runs before it is asked.
@MainActor
final class AvailabilityReader {
    private let provider: (any AvailabilityProvider)?
    private var posts: [Post] = []
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
        guard let provider else { return }
        self.posts = posts
        if follower == nil {
            // Asked for before anything is read, so that no change falls in between.
            let changes = provider.changes()
            follower = Task { [weak self] in
                for await _ in changes {
                    guard let self, !Task.isCancelled else { return }
                    await self.answer(show)
                }
            }
        }
        await answer(show)
    }

    /// Follows no more.
    func stop() {
        follower?.cancel()
        follower = nil
        posts = []
        generation += 1
    }

    private func answer(_ show: @MainActor ([Post.ID: PostAvailability]) -> Void) async {
        guard let provider else { return }
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
