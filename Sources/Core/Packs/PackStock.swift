/// What is on this device of a post already, in bytes.
struct PackStock: Sendable {
    /// A file that the post holds.
    struct File: Sendable {
        let link: ResourceLink
        let bytes: Int
    }

    /// The post itself, as it is stored.
    let text: Int
    /// Its thread, as far as the pack is about threads.
    var thread: PackItem?
    /// Its files, as far as the pack is about them, each once.
    var files: [File] = []
}

/// What a pack finds on the device.
extension PackWork {
    /// Weighs posts, and what is here of them.
    func weighed(_ posts: [Post]) async throws -> [PackStock] {
        let sizes = try await services.scale.bytes(of: posts)
        let ids = posts.map(\.id)
        var counts: [Post.ID: Int] = [:]
        if request.includesComments { counts = try await services.offlineComments.storedCounts(of: ids) }
        let kept = try await services.media.files(of: ids)
        let roles = fileRoles
        var result: [PackStock] = []
        for (post, size) in zip(posts, sizes) {
            var stock = PackStock(text: size)
            if counts[post.id] != nil, let stored = try await services.offlineComments.storedThread(of: post.id) {
                let bytes = try await services.scale.bytes(of: stored.thread.comments)
                stock.thread = PackItem(
                    bytes: bytes, count: stored.thread.comments.count, thread: PackedThread(stored.thread))
            }
            if let files = kept[post.id], !roles.isEmpty {
                let links = Set(MediaPlan(post).items(roles).map(\.link))
                stock.files = files.filter { links.contains($0.link) }.map {
                    PackStock.File(link: $0.link, bytes: $0.bytes)
                }
            }
            result.append(stock)
        }
        return result
    }
}
