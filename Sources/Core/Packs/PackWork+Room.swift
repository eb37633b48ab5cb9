import Foundation

/// What leaves when a pack has its posts.
extension PackWork {
    /// Takes the oldest posts out of the automatic packs until there is room for those of this one.
    func makePlace() async throws {
        guard request.isAutomatic else { return }
        let isMember = Set(members.map(\.id))
        let others = try await services.packs.packedPosts().filter { $0.isAutomatic && !isMember.contains($0.id) }
        _ = try await services.takeOut(try await services.surplus(of: others, beyond: saveLimit - unsavedCount))
    }

    /// Leaves behind what belongs to posts that are not in the pack any more, now that its list is whole.
    func tidyUp() async throws {
        var links: Set<ResourceLink> = []
        for post in members {
            let plan = MediaPlan(post)
            links.formUnion(plan.full)
            links.formUnion([plan.thumbnail].compactMap { $0 } + [Self.threadLink(of: post.id)])
        }
        // Else it would grow with each day, and be counted for posts that nobody asks about.
        pack.missing.removeAll { !links.contains($0) }
        report.missing = pack.missing.count
        try await takeOutBarePosts()
    }

    /// Takes posts out that an interrupted run had listed and brought nothing but the text of, where more was asked for.
    ///
    /// The list does not have them any more, so nobody would ever fetch the rest. The texts stay stored; what is whole, or
    /// has at least its thread or a file, stays packed as well.
    private func takeOutBarePosts() async throws {
        // Where the person wanted no files, the text is what they wanted.
        guard let previous, previous.stop != nil, previous.stop != .policy else { return }
        let isMember = Set(members.map(\.id))
        let left = previous.posts.filter { !isMember.contains($0) }
        guard !left.isEmpty else { return }
        let isOurs = Set(
            try await services.packs.packedPosts().filter {
                $0.feed == request.feed.key && $0.isAutomatic == request.isAutomatic
            }.map(\.id))
        let posts = try await services.posts.items(left.filter(isOurs.contains)).map(\.post)
        let threads = try await services.offlineComments.storedCounts(of: posts.map(\.id))
        let files = try await services.media.files(of: posts.map(\.id))
        let bare = posts.filter { post in
            let plan = MediaPlan(post)
            let isMore =
                plan.thumbnail != nil || previous.request.includesComments && post.commentCount != 0
                || previous.request.includesMedia && !plan.full.isEmpty
            return isMore && threads[post.id] == nil && files[post.id] == nil
        }
        _ = try await services.takeOut(bare.map(\.id))
    }
}
