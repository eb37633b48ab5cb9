import Foundation

/// The download of the comments of the pack's posts.
extension PackDownloader {
    /// Fetches the threads that are not stored, then the comments behind their placeholders.
    func fetchThreads() async throws {
        guard request.includesComments else { return }
        // A post without comments has no thread to fetch.
        let wanted = members.filter { $0.commentCount != 0 || threads.contains($0.id) }
        let skipped = Set(pack.missing)
        let open = wanted.filter { !threads.contains($0.id) && !skipped.contains(Self.threadLink(of: $0.id)) }
        begin(.comments, wanted.count - open.count, of: wanted.count)
        if !open.isEmpty { try await fetch(open) }
        try await expandThreads(behind: wanted.count)
    }

    private func fetch(_ posts: [Post]) async throws {
        let (comments, sizes, configuration) = (services.comments, services.sizes, services.configuration)
        let items = posts.map { ThreadDownload(post: $0.id, largest: configuration.largestThread) }
        try await process(items) { thread in
            var request = ThreadRequest(post: thread.post, priority: configuration.priority)
            request.policy = .storedThenNetwork
            let update = try await comments.thread(request)
            if let thread = update.thread, update.error == nil || update.origin == .database {
                return PackItemResult(
                    bytes: try await sizes.bytes(of: thread.comments), count: thread.comments.count,
                    thread: IncompleteThread(thread))
            }
            throw PackItemFailure(error: update.error ?? DataError(.notFound))
        } finish: { thread, outcome in
            switch outcome {
            case .success(let item):
                self.threads.insert(thread.post)
                self.partial[thread.post] = item.thread
                self.report.comments += item.count
            case .failure(let error):
                try await self.handle(error, of: Self.threadLink(of: thread.post))
            }
        }
    }

    // MARK: Placeholders

    /// Expands placeholders until their server gives no more, in rounds: one request for each thread and round.
    private func expandThreads(behind count: Int) async throws {
        // The feed could not be fetched a moment ago: a complete pack is shown as it is.
        guard listFailure == nil else { return }
        var done = count
        while true {
            let items = nextExpansions()
            guard !items.isEmpty else { return }
            begin(.comments, done, of: done + items.count)
            try await expand(items)
            done += items.count
        }
    }

    /// One request for each thread that has a placeholder which was not requested in this run.
    private func nextExpansions() -> [PlaceholderDownload] {
        var items: [PlaceholderDownload] = []
        for post in members where items.count < expansionsLeft {
            guard var thread = partial[post.id], thread.bytes < services.configuration.largestThread,
                let more = thread.requested.next(of: thread.more)
            else { continue }
            partial[post.id] = thread
            items.append(
                PlaceholderDownload(
                    post: post.id, more: more, known: thread.known, largest: services.configuration.largestThread))
        }
        expansionsLeft -= items.count
        return items
    }

    private func expand(_ items: [PlaceholderDownload]) async throws {
        let (comments, sizes, priority) = (services.comments, services.sizes, services.configuration.priority)
        try await process(items) { item in
            let update = try await comments.expand(MoreRequest(post: item.post, more: item.more, priority: priority))
            if let error = update.error { throw PackItemFailure(error: error) }
            guard let thread = update.thread else { throw PackItemFailure(error: DataError(.notFound)) }
            let fresh = thread.comments.filter { !item.known.contains($0.id) }
            return PackItemResult(
                bytes: try await sizes.bytes(of: fresh), count: fresh.count, thread: IncompleteThread(thread))
        } finish: { item, outcome in
            switch outcome {
            case .success(let came):
                let before = self.partial[item.post]
                self.partial[item.post] = came.thread
                self.partial[item.post]?.requested = before?.requested ?? RequestedPlaceholders()
                self.partial[item.post]?.bytes = (before?.bytes ?? 0) + came.bytes
                self.report.comments += came.count
            case .failure(let failure):
                try await self.handleExpansionFailure(failure, of: item.post)
            }
        }
    }

    /// Decides what a failed expansion means: the placeholder stays and the thread is partial, or the run ends.
    private func handleExpansionFailure(_ failure: PackItemFailure, of post: Post.ID) async throws {
        switch failure.error.code {
        case .invalidInput:
            // No backend can expand it, so it is not tried again.
            failures = 0
            partial[post]?.bytes = .max
        case .notFound, .tooLarge, .forbidden, .badRequest, .redirected:
            failures = 0
        default: try await handle(failure, of: Self.threadLink(of: post))
        }
    }

    /// The name under which a missing thread is stored; not an address.
    static func threadLink(of post: Post.ID) -> ResourceLink { ResourceLink("comments of \(post)", on: post.site) }
}

/// A stored thread that has placeholders, and the progress of expanding them.
struct IncompleteThread: Sendable {
    /// The placeholders.
    let more: [MoreComments]
    /// The stored comments.
    let known: Set<Comment.ID>
    /// The placeholders that were requested in this run.
    var requested = RequestedPlaceholders()
    /// The bytes that were fetched for it in this run; `Int.max` where no more can be had.
    var bytes = 0

    /// Creates the description of a thread; `nil` for a complete one.
    init?(_ thread: CommentThread) {
        guard !thread.isComplete else { return nil }
        more = thread.more
        known = Set(thread.comments.map(\.id))
    }
}

/// The download of a thread.
private struct ThreadDownload: PackItem {
    let post: Post.ID
    let largest: Int

    var holders: [Post.ID] { [post] }
}

/// The expansion of a thread's placeholder.
private struct PlaceholderDownload: PackItem {
    let post: Post.ID
    let more: MoreComments
    let known: Set<Comment.ID>
    let largest: Int

    var holders: [Post.ID] { [post] }
}
