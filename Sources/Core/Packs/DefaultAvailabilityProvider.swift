import Foundation

/// The standard ``AvailabilityProvider``: asks the stores each time and caches nothing.
public final class DefaultAvailabilityProvider: AvailabilityProvider {
    private let posts: any OfflinePostProvider
    private let comments: any OfflineCommentProvider
    private let media: any OfflineMediaProvider

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - posts: The stored posts; the registered provider by default.
    ///   - comments: The stored threads; the registered provider by default.
    ///   - media: The kept files; the registered provider by default.
    public init(
        posts: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        comments: any OfflineCommentProvider = Dependency.resolve((any OfflineCommentProvider).self),
        media: any OfflineMediaProvider = Dependency.resolve((any OfflineMediaProvider).self)
    ) {
        self.posts = posts
        self.comments = comments
        self.media = media
    }

    // A file counts when the post itself holds it: what another post holds may go with that.
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
            let plan = PostMediaFiles(post)
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
        // Nobody had commented, so even a backend that gives partial threads has left nothing out.
        return thread.comments == 0 && thread.placeholders == 0 && post.commentCount == 0 ? .notApplicable : .partial
    }

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
