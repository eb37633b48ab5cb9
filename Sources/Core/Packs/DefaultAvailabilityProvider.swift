import Foundation

/// What of a post is here: the default ``AvailabilityProvider``, which asks the stores and remembers nothing.
public final class DefaultAvailabilityProvider: AvailabilityProvider {
    private let posts: any OfflinePostProvider
    private let comments: any OfflineCommentProvider
    private let media: any OfflineMediaProvider

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - posts: Where posts are; the registered one by default.
    ///   - comments: Where threads are; the registered one by default.
    ///   - media: Where files are; the registered one by default.
    public init(
        posts: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        comments: any OfflineCommentProvider = Dependency.resolve((any OfflineCommentProvider).self),
        media: any OfflineMediaProvider = Dependency.resolve((any OfflineMediaProvider).self)
    ) {
        self.posts = posts
        self.comments = comments
        self.media = media
    }

    /// What of some posts is here.
    ///
    /// A file counts when the post itself holds it; what another one holds may go with that.
    ///
    /// - Parameter posts: Which posts, as they are stored.
    /// - Returns: For each of them what is here.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    public func availability(of posts: [Post]) async throws -> [Post.ID: PostAvailability] {
        let ids = posts.map(\.id)
        guard !ids.isEmpty else { return [:] }
        async let stored = self.posts.items(ids)
        async let extents = comments.storedExtents(of: ids)
        async let files = media.files(of: ids)
        let (isStored, threads, kept) = (Set(try await stored.map(\.id)), try await extents, try await files)
        var answer: [Post.ID: PostAvailability] = [:]
        for post in posts {
            let links = Set((kept[post.id] ?? []).map(\.link))
            let plan = MediaPlan(post)
            answer[post.id] = PostAvailability(
                text: isStored.contains(post.id) ? .complete : .missing,
                comments: Self.part(of: threads[post.id], of: post),
                thumbnail: plan.part(of: .thumbnail, in: links),
                media: plan.part(of: .full, in: links))
        }
        return answer
    }

    private static func part(of thread: ThreadExtent?, of post: Post) -> PostAvailability.Part {
        guard let thread else { return post.commentCount == 0 ? .notApplicable : .missing }
        if thread.isComplete { return .complete }
        // Nobody had commented: a road that knows less has nothing to leave out either.
        return thread.comments == 0 && thread.placeholders == 0 && post.commentCount == 0 ? .notApplicable : .partial
    }

    /// Says that what is here may have changed, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken; it ends when its consumer does.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Asked for here and not in the tasks, so that nothing is missed between this call and their start.
        let (posts, comments, media) = (posts.changes(), comments.changes(), media.changes())
        let tasks = [
            Task { for await _ in posts { continuation.yield() } },
            Task { for await _ in comments { continuation.yield() } },
            Task { for await _ in media { continuation.yield() } },
        ]
        continuation.onTermination = { _ in
            for task in tasks { task.cancel() }
        }
        return stream
    }
}
