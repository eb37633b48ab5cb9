import Foundation

/// The comments of the pack's posts.
extension PackWork {
    /// Fetches the threads that are not stored.
    func fetchThreads() async throws {
        guard request.includesComments else { return }
        // A post without comments has no thread to ask for.
        let wanted = members.filter { $0.commentCount != 0 || threads.contains($0.id) }
        let passed = Set(pack.missing)
        let open = wanted.filter { !threads.contains($0.id) && !passed.contains(Self.threadLink(of: $0.id)) }
        begin(.comments, wanted.count - open.count, of: wanted.count)
        guard !open.isEmpty else { return }
        let (comments, scale, configuration) = (services.comments, services.scale, services.configuration)
        let items = open.map { PackThread(post: $0.id, largest: configuration.largestThread) }
        try await process(items) { thread in
            var request = ThreadRequest(post: thread.post, priority: configuration.priority)
            request.policy = .storedThenNetwork
            let update = try await comments.thread(request)
            if let thread = update.thread, update.error == nil || update.origin == .database {
                return PackItem(bytes: try await scale.bytes(of: thread), count: thread.comments.count)
            }
            throw PackRefusal(error: update.error ?? DataError(.notFound))
        } land: { thread, outcome in
            switch outcome {
            case .success(let item):
                self.threads.insert(thread.post)
                self.report.comments += item.count
            case .failure(let error):
                try await self.settle(error, Self.threadLink(of: thread.post))
            }
        }
    }

    /// The name by which a thread is noted that cannot be had; no address.
    static func threadLink(of post: Post.ID) -> ResourceLink { ResourceLink("comments of \(post)", on: post.site) }
}

/// A thread that a pack is about.
private struct PackThread: PackPart {
    let post: Post.ID
    let largest: Int

    var holders: [Post.ID] { [post] }
}
