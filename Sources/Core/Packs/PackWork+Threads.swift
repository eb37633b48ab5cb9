import Foundation

/// The comments of the pack's posts.
extension PackWork {
    /// Fetches the threads that are not stored, and then what is left out of threads.
    func fetchThreads() async throws {
        guard request.includesComments else { return }
        // A post without comments has no thread to ask for.
        let wanted = members.filter { $0.commentCount != 0 || threads.contains($0.id) }
        let passed = Set(pack.missing)
        let open = wanted.filter { !threads.contains($0.id) && !passed.contains(Self.threadLink(of: $0.id)) }
        begin(.comments, wanted.count - open.count, of: wanted.count)
        if !open.isEmpty { try await fetch(open) }
        try await expandThreads(behind: wanted.count)
    }

    private func fetch(_ posts: [Post]) async throws {
        let (comments, scale, configuration) = (services.comments, services.scale, services.configuration)
        let items = posts.map { PackThread(post: $0.id, largest: configuration.largestThread) }
        try await process(items) { thread in
            var request = ThreadRequest(post: thread.post, priority: configuration.priority)
            request.policy = .storedThenNetwork
            let update = try await comments.thread(request)
            if let thread = update.thread, update.error == nil || update.origin == .database {
                return PackItem(
                    bytes: try await scale.bytes(of: thread.comments), count: thread.comments.count,
                    thread: PackedThread(thread))
            }
            throw PackRefusal(error: update.error ?? DataError(.notFound))
        } land: { thread, outcome in
            switch outcome {
            case .success(let item):
                self.threads.insert(thread.post)
                self.partial[thread.post] = item.thread
                self.report.comments += item.count
            case .failure(let error):
                try await self.settle(error, Self.threadLink(of: thread.post))
            }
        }
    }

    // MARK: What is left out

    /// Expands threads until nothing is left out of them that their server gives, in rounds: each thread gets its first
    /// answer before one gets its second.
    private func expandThreads(behind count: Int) async throws {
        // Nothing could be asked for a moment ago: a pack that was finished is shown as it is.
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

    /// One request for each thread that has a placeholder nobody asked for in this run.
    private func nextExpansions() -> [PackExpansion] {
        var items: [PackExpansion] = []
        for post in members where items.count < expansionsLeft {
            guard var thread = partial[post.id], thread.bytes < services.configuration.largestThread,
                let more = thread.expansion.next(of: thread.more)
            else { continue }
            partial[post.id] = thread
            items.append(
                PackExpansion(
                    post: post.id, more: more, known: thread.known, largest: services.configuration.largestThread))
        }
        expansionsLeft -= items.count
        return items
    }

    private func expand(_ items: [PackExpansion]) async throws {
        let (comments, scale, priority) = (services.comments, services.scale, services.configuration.priority)
        try await process(items) { item in
            let update = try await comments.expand(MoreRequest(post: item.post, more: item.more, priority: priority))
            if let error = update.error { throw PackRefusal(error: error) }
            guard let thread = update.thread else { throw PackRefusal(error: DataError(.notFound)) }
            let fresh = thread.comments.filter { !item.known.contains($0.id) }
            return PackItem(
                bytes: try await scale.bytes(of: fresh), count: fresh.count, thread: PackedThread(thread))
        } land: { item, outcome in
            switch outcome {
            case .success(let came):
                let before = self.partial[item.post]
                self.partial[item.post] = came.thread
                self.partial[item.post]?.expansion = before?.expansion ?? ThreadExpansion()
                self.partial[item.post]?.bytes = (before?.bytes ?? 0) + came.bytes
                self.report.comments += came.count
            case .failure(let refusal):
                try await self.settleExpansion(refusal, of: item.post)
            }
        }
    }

    /// Decides what it means that a placeholder could not be expanded: it stays, and the thread is partial.
    private func settleExpansion(_ refusal: PackRefusal, of post: Post.ID) async throws {
        switch refusal.error.code {
        case .invalidInput:
            // No road expands anything of it, and asking costs nothing and brings nothing.
            failures = 0
            partial[post]?.bytes = .max
        case .notFound, .tooLarge, .forbidden, .badRequest, .redirected:
            failures = 0
        default: try await settle(refusal, Self.threadLink(of: post))
        }
    }

    /// The name by which a thread is noted that cannot be had; no address.
    static func threadLink(of post: Post.ID) -> ResourceLink { ResourceLink("comments of \(post)", on: post.site) }
}

/// A thread of which something is left out, as far as a pack has to know it.
struct PackedThread: Sendable {
    /// What is left out.
    let more: [MoreComments]
    /// The comments that are stored.
    let known: Set<Comment.ID>
    /// Which placeholders were asked for in this run.
    var expansion = ThreadExpansion()
    /// How many bytes came for it in this run; as many as there can be where nothing more comes.
    var bytes = 0

    /// Describes a thread; `nil` for a whole one.
    init?(_ thread: CommentThread) {
        guard !thread.isComplete else { return nil }
        more = thread.more
        known = Set(thread.comments.map(\.id))
    }
}

/// A thread that a pack is about.
private struct PackThread: PackPart {
    let post: Post.ID
    let largest: Int

    var holders: [Post.ID] { [post] }
}

/// A placeholder of such a thread.
private struct PackExpansion: PackPart {
    let post: Post.ID
    let more: MoreComments
    let known: Set<Comment.ID>
    let largest: Int

    var holders: [Post.ID] { [post] }
}
